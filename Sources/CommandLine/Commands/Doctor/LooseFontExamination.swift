internal import FontModel
internal import Localization

/// Examines the loose fonts in the home.
struct LooseFontExamination {
    private let facts: DoctorFacts
    /// The findings, in the order of the checks.
    private(set) var findings: [DoctorFinding] = []

    /// Creates an examination of facts.
    init(_ facts: DoctorFacts) {
        self.facts = facts
        examineLinks()
        examineUnreadable()
        let duplicates = LooseDuplicates(facts.loose.files)
        examineCopies(duplicates)
        examineNames(duplicates)
        examineVerdicts()
    }

    private mutating func examineLinks() {
        let links = (facts.loose.links + (facts.layout?.survey.links ?? [])).map(\.path)
            .filter { UserPlaces.contains(facts.places.home, $0) || UserPlaces.contains(facts.places.dataHome, $0) }
        if !links.isEmpty {
            find(
                .symlinkedFonts, localized("Some of your fonts are symbolic links."), items: Set(links).sorted(),
                remedy: localized(
                    """
                    Run 'typecase install' with the files that the links point to, and remove the links.
                    """))
        }
    }

    private mutating func examineCopies(_ duplicates: LooseDuplicates) {
        if !duplicates.groups.isEmpty {
            find(
                .duplicateFiles,
                localized(
                    "1 file exists more than once.", "%1 files exist more than once.",
                    count: duplicates.groups.count),
                items: duplicates.groups.map { $0.joined(separator: " = ") },
                remedy: localized(
                    "Run 'typecase adopt' to keep one copy of each file and move the other copies aside."))
        }
    }

    private mutating func examineVerdicts() {
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
                        Get these fonts again from their source, or move them out of the directory. Run 'typecase \
                        validate FILE' to list all errors in a font.
                        """))
        }
        if !fonts.unmanaged.isEmpty {
            find(
                .unmanagedFonts,
                localized(
                    "1 of your fonts works, but Typecase cannot register it.",
                    "%1 of your fonts work, but Typecase cannot register them.", count: fonts.unmanaged.count),
                items: fonts.unmanaged.map { "\($0.path): \($0.finding)" },
                remedy: localized(
                    """
                    Nothing has to be done. Run 'typecase validate FILE' to see why 'typecase install' and 'typecase \
                    adopt' refuse a font.
                    """))
        }
        if let reason = fonts.unchecked.first?.message {
            find(
                .uncheckedFonts, localized("%1 of your fonts could not be checked: %2", fonts.unchecked.count, reason),
                items: fonts.unchecked.map(\.item),
                remedy: localized(
                    """
                    Check that these fonts can be read, and that typecase-inspect is installed with this program. Run \
                    'typecase validate FILE' to try again.
                    """))
        }
    }

    /// Checks whether everything in the directories could be read.
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
                Give yourself permission to read these files and to search their directories. Files that are nested \
                more than %1 directories deep are skipped.
                """, FontDirectorySurvey.maximumDepth))
    }

    /// Checks whether different fonts have the same name.
    private mutating func examineNames(_ duplicates: LooseDuplicates) {
        let copies = Set(duplicates.groups.flatMap { $0.dropFirst() })
        let fonts = facts.looseFonts.named.filter { !copies.contains($0.path) }
        let names = SharedFontNames(fonts.flatMap { font in font.faces.map { (font.path, $0) } })
        if !names.ofOneFont.isEmpty {
            let left = Set(facts.looseFonts.broken.map(\.path) + facts.looseFonts.unmanaged.map(\.path))
            let adopted = SharedFontNames(
                fonts.filter { !left.contains($0.path) }.flatMap { font in font.faces.map { (font.path, $0) } })
            let areAllAdopted = adopted.ofOneFont == names.ofOneFont
            find(
                .duplicateNames,
                localized(
                    "1 name belongs to more than one of your fonts.", "%1 names belong to more than one of your fonts.",
                    count: names.ofOneFont.count),
                items: names.ofOneFont,
                remedy: areAllAdopted
                    ? localized(
                        """
                        Keep only one font with each name. Run 'typecase adopt' to enable the newest font and register \
                        the others as disabled.
                        """)
                    : localized(
                        """
                        Keep only one font with each name, and move the others out of the directory. 'typecase adopt' \
                        does not move fonts that are damaged or that Typecase refuses.
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
                    Nothing has to be done: programs that choose by family and style find each style. Keep all of \
                    them; in a newer version of the family, each style may have its own name.
                    """))
        }
    }

    private mutating func find(_ kind: DoctorFindingKind, _ seen: String, items: [String], remedy: String) {
        findings.append(DoctorFinding(kind, seen, items: items, remedy: remedy))
    }
}
