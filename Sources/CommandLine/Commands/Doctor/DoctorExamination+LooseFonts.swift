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
        var holders: [String: (name: String, paths: [String])] = [:]
        for font in facts.looseFonts.named where !copies.contains(font.path) {
            for name in font.names {
                let paths = holders[name.fontNameKey]?.paths ?? []
                if paths.contains(font.path) { continue }
                holders[name.fontNameKey] = (name, paths + [font.path])
            }
        }
        let shared = holders.values.filter { $0.paths.count > 1 }.sorted { $0.name < $1.name }
        if !shared.isEmpty {
            find(
                .duplicateNames,
                "\(counted(shared.count, "name belongs", "names belong")) to more than one of your fonts.",
                items: shared.map { "\($0.name): \($0.paths.joined(separator: ", "))" },
                remedy: "Keep one of each; 'typecase adopt' takes the newest of them into use, and keeps the others "
                    + "disabled.")
        }
    }
}
