internal import FontModel

extension DoctorExamination {
    /// Judges the fonts that lie loose in the home.
    mutating func examineLooseFonts() {
        let links = (facts.loose.links + (facts.layout?.survey.links ?? [])).map(\.path)
            .filter { UserPlaces.contains(facts.places.home, $0) || UserPlaces.contains(facts.places.dataHome, $0) }
        if !links.isEmpty {
            find(
                .symlinkedFonts, "Symbolic links are among your fonts.", items: Set(links).sorted(),
                remedy: "Put the files themselves there: 'typecase install' with what the links lead to, and remove "
                    + "the links.")
        }
        examineUnreadable()
        let duplicates = LooseDuplicates(facts.loose.files)
        if !duplicates.groups.isEmpty {
            find(
                .duplicateFiles, "\(counted(duplicates.groups.count, "file is", "files are")) there more than once.",
                items: duplicates.groups.map { $0.joined(separator: " = ") },
                remedy: "'typecase adopt' keeps one of each and puts the others aside.")
        }
        examineNames(duplicates)
        let fonts = facts.looseFonts
        if !fonts.broken.isEmpty {
            find(
                .brokenFonts, "\(counted(fonts.broken.count, "of your fonts is", "of your fonts are")) damaged.",
                items: fonts.broken.map { "\($0.path): \($0.finding)" },
                remedy:
                    "Get them anew from where they came, or move them out of the directory; 'typecase validate FILE' "
                    + "tells all that is wrong with one.")
        }
        if !fonts.unmanaged.isEmpty {
            find(
                .unmanagedFonts,
                "\(counted(fonts.unmanaged.count, "of your fonts works", "of your fonts work")), and cannot be taken "
                    + "under management.",
                items: fonts.unmanaged.map { "\($0.path): \($0.finding)" },
                remedy: "Nothing has to be done. 'typecase validate FILE' tells all that 'typecase install' and "
                    + "'typecase adopt' refuse one for.")
        }
        if let reason = fonts.unchecked.first?.message {
            find(
                .uncheckedFonts, "\(fonts.unchecked.count) of your fonts could not be checked: \(reason)",
                items: fonts.unchecked.map(\.item),
                remedy: "See that they can be read, and that typecase-inspect is installed with this program; "
                    + "'typecase validate FILE' tries again.")
        }
    }

    /// Judges whether all that lies in the directories could be looked at.
    private mutating func examineUnreadable() {
        let paths = facts.loose.unreadable
        if paths.isEmpty { return }
        find(
            .unreadableEntries,
            "\(counted(paths.count, "file or directory", "files and directories")) among your fonts cannot be read.",
            items: paths,
            remedy: "Give yourself the right to read them, and to search the directories that they are in; what lies "
                + "deeper than \(FontDirectorySurvey.maximumDepth) directories is passed over.")
    }

    /// Judges whether different fonts have the same name.
    private mutating func examineNames(_ duplicates: LooseDuplicates) {
        let copies = Set(duplicates.groups.flatMap { $0.dropFirst() })
        let fonts = facts.looseFonts.named.filter { !copies.contains($0.path) }
        let names = SharedFontNames(fonts.flatMap { font in font.faces.map { (font.path, $0) } })
        if !names.ofOneFont.isEmpty {
            find(
                .duplicateNames,
                "\(counted(names.ofOneFont.count, "name belongs", "names belong")) to more than one of your fonts.",
                items: names.ofOneFont,
                remedy: "Keep one of each; 'typecase adopt' takes the newest of them into use, and keeps the others "
                    + "disabled.")
        }
        if !names.ofStyles.isEmpty {
            find(
                .sharedNames,
                "\(counted(names.ofStyles.count, "PostScript name belongs", "PostScript names belong")) to several "
                    + "styles of a family.",
                items: names.ofStyles,
                remedy: "Nothing has to be done: programs that choose by family and style find each of them. Keep all; "
                    + "a newer version of the family may have names of their own.")
        }
    }
}
