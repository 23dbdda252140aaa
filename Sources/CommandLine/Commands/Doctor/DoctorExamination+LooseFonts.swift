internal import FontModel
internal import Localization

extension DoctorExamination {
    /// Judges the fonts that lie loose in the home.
    mutating func examineLooseFonts() {
        let links = (facts.loose.links + (facts.layout?.survey.links ?? [])).map(\.path)
            .filter { UserPlaces.contains(facts.places.home, $0) || UserPlaces.contains(facts.places.dataHome, $0) }
        if !links.isEmpty {
            find(
                .symlinkedFonts, localized("Symbolic links are among your fonts."), items: Set(links).sorted(),
                remedy: localized(
                    """
                    Put the files themselves there: 'typecase install' with what the links lead to, and remove the \
                    links.
                    """))
        }
        examineUnreadable()
        let duplicates = LooseDuplicates(facts.loose.files)
        if !duplicates.groups.isEmpty {
            find(
                .duplicateFiles,
                localized(
                    "1 file is there more than once.", "%1 files are there more than once.",
                    count: duplicates.groups.count),
                items: duplicates.groups.map { $0.joined(separator: " = ") },
                remedy: localized("'typecase adopt' keeps one of each and puts the others aside."))
        }
        examineNames(duplicates)
        let fonts = facts.looseFonts
        if !fonts.broken.isEmpty {
            find(
                .brokenFonts,
                localized(
                    "1 of your fonts is damaged.", "%1 of your fonts are damaged.", count: fonts.broken.count),
                items: fonts.broken.map { "\($0.path): \($0.finding)" },
                remedy:
                    localized(
                        """
                        Get them anew from where they came, or move them out of the directory; 'typecase validate \
                        FILE' tells all that is wrong with one.
                        """))
        }
        if !fonts.unmanaged.isEmpty {
            find(
                .unmanagedFonts,
                localized(
                    "1 of your fonts works, and cannot be taken under management.",
                    "%1 of your fonts work, and cannot be taken under management.", count: fonts.unmanaged.count),
                items: fonts.unmanaged.map { "\($0.path): \($0.finding)" },
                remedy: localized(
                    """
                    Nothing has to be done. 'typecase validate FILE' tells all that 'typecase install' and 'typecase \
                    adopt' refuse one for.
                    """))
        }
        if let reason = fonts.unchecked.first?.message {
            find(
                .uncheckedFonts, localized("%1 of your fonts could not be checked: %2", fonts.unchecked.count, reason),
                items: fonts.unchecked.map(\.item),
                remedy: localized(
                    """
                    See that they can be read, and that typecase-inspect is installed with this program; 'typecase \
                    validate FILE' tries again.
                    """))
        }
    }

    /// Judges whether all that lies in the directories could be looked at.
    private mutating func examineUnreadable() {
        let paths = facts.loose.unreadable
        if paths.isEmpty { return }
        find(
            .unreadableEntries,
            localized(
                "1 file or directory among your fonts cannot be read.",
                "%1 files and directories among your fonts cannot be read.", count: paths.count),
            items: paths,
            remedy: localized(
                """
                Give yourself the right to read them, and to search the directories that they are in; what lies \
                deeper than %1 directories is passed over.
                """, FontDirectorySurvey.maximumDepth))
    }

    /// Judges whether different fonts have the same name.
    private mutating func examineNames(_ duplicates: LooseDuplicates) {
        let copies = Set(duplicates.groups.flatMap { $0.dropFirst() })
        let fonts = facts.looseFonts.named.filter { !copies.contains($0.path) }
        let names = SharedFontNames(fonts.flatMap { font in font.faces.map { (font.path, $0) } })
        if !names.ofOneFont.isEmpty {
            find(
                .duplicateNames,
                localized(
                    "1 name belongs to more than one of your fonts.", "%1 names belong to more than one of your fonts.",
                    count: names.ofOneFont.count),
                items: names.ofOneFont,
                remedy: localized(
                    """
                    Keep one of each; 'typecase adopt' takes the newest of them into use, and keeps the others \
                    disabled.
                    """))
        }
        if !names.ofStyles.isEmpty {
            find(
                .sharedNames,
                localized(
                    "1 PostScript name belongs to several styles of a family.",
                    "%1 PostScript names belong to several styles of a family.", count: names.ofStyles.count),
                items: names.ofStyles,
                remedy: localized(
                    """
                    Nothing has to be done: programs that choose by family and style find each of them. Keep all; a \
                    newer version of the family may have names of their own.
                    """))
        }
    }
}
