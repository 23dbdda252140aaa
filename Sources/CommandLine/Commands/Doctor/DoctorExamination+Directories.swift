internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

extension DoctorExamination {
    /// The font directories that sandboxes see in addition to those in the home.
    ///
    /// Source: Flatpak's `common/flatpak-run.c` and snapd's `interfaces/builtin/desktop.go`.
    private static let sharedDirectories = ["/usr/share/fonts", "/usr/local/share/fonts"]

    /// Checks where fonts are, and which programs see them there.
    mutating func examineDirectories() {
        examineFontDirectories()
        examineObstacles()
        let usual = UserPlaces.joined(facts.places.home, ".local/share")
        if facts.places.dataHome != usual {
            find(
                .movedDataHome, localized("XDG_DATA_HOME is %1.", facts.places.dataHome),
                remedy: localized("If snaps need your fonts, set XDG_DATA_HOME to %1.", usual))
        }
        guard let layout = facts.layout else {
            find(
                .noFontconfig, localized("fontconfig has no configuration."),
                remedy: localized(
                    "Install the package that contains fontconfig's configuration, or correct FONTCONFIG_FILE."))
            return
        }
        examineVisibility(layout)
        examineSandboxes(layout)
    }

    /// Checks which fonts sandboxed applications do not see.
    private mutating func examineSandboxes(_ layout: DoctorFacts.Layout) {
        let visible = (Self.sharedDirectories + [facts.places.fonts, facts.places.oldFonts]).flatMap { directory in
            // The paths of root directories may be spelled differently.
            [directory, (try? FileSystem.resolved(directory)) ?? directory]
        }
        let hidden = layout.survey.files.map(\.path).filter { path in
            !visible.contains { UserPlaces.contains($0, path) }
        }
        func roots(of files: [String]) -> [String] {
            layout.rootDirectories.filter { root in files.contains { UserPlaces.contains(root, $0) } }
        }
        let own = hidden.filter { UserPlaces.contains(facts.places.home, $0) }
        if !own.isEmpty {
            find(
                .outsideSandboxes,
                localized(
                    "1 file is in a directory that sandboxed programs do not see.",
                    "%1 files are in directories that sandboxed programs do not see.", count: own.count),
                items: roots(of: own),
                remedy: localized(
                    "Run 'typecase adopt DIRECTORY' to register the fonts, so that all programs see them."))
        }
        let others = hidden.filter { !UserPlaces.contains(facts.places.home, $0) }
        if !others.isEmpty {
            find(
                .systemFontsOutsideSandboxes,
                localized(
                    "1 file is in a directory outside your home that sandboxed programs do not see.",
                    """
                    %1 files are in directories outside your home that sandboxed programs do not see.
                    """, count: others.count),
                items: roots(of: others),
                remedy: localized(
                    """
                    If you administer this machine, move the fonts to /usr/local/share/fonts. Otherwise, run 'typecase \
                    install FILE' to install the fonts that you need for yourself.
                    """))
        }
    }

    /// Checks whether fonts can be changed in their directories.
    ///
    /// Combines what the service reports and what this shell sees.
    private mutating func examineObstacles() {
        let told: [[String: BusVariant]] = facts.service.status?.value("directory_failures") ?? []
        var failures = told.map(FontRecord.init).map {
            (directory: $0.text("directory"), message: $0.text("message"), remedy: $0.text("remedy"))
        }
        for obstacle in facts.obstacles where !failures.contains(where: { $0.directory == obstacle.path }) {
            failures.append((obstacle.path, obstacle.message, obstacle.remedy))
        }
        guard !failures.isEmpty else { return }
        var remedies: [String] = []
        for failure in failures where !remedies.contains(failure.remedy) { remedies.append(failure.remedy) }
        find(
            .unwritableFonts, localized("You cannot change fonts in a directory that should belong to you."),
            items: failures.map(\.message), remedy: remedies.joined(separator: " "))
    }

    /// Reports the files that the service moved away from the published fonts.
    mutating func examineSetAside() {
        guard !facts.setAside.isEmpty else { return }
        find(
            .setAsideFiles,
            localized(
                """
                1 file in the directory of the published fonts was not a font that could be registered, and was moved \
                away.
                """,
                """
                %1 files in the directory of the published fonts were not fonts that could be registered, and were \
                moved away.
                """, count: facts.setAside.count),
            items: facts.setAside,
            remedy: localized(
                """
                If a font is among them, run 'typecase install FILE' to install it or to see why it is refused. Then \
                remove the files, or move them to another directory.
                """))
    }

    private mutating func examineFontDirectories() {
        let (new, old) = (facts.places.fonts, facts.places.oldFonts)
        guard UserPlaces.isDirectory(old) else { return }
        // If a link makes both paths the same directory, no fonts are missing.
        if let first = try? FileStatus(path: old, followsLinks: true),
            let second = try? FileStatus(path: new, followsLinks: true),
            first.device == second.device, first.stamp.inode == second.stamp.inode
        {
            return
        }
        let files = FontDirectorySurvey([old]).files.map(\.path)
        if !UserPlaces.isDirectory(new) {
            find(
                .oldFontDirectory, localized("Your fonts are in %1, and %2 does not exist.", old, new), items: files,
                remedy: localized("Move the directory, or run 'typecase adopt' to register the fonts in it."))
        } else if !files.isEmpty {
            find(
                .twoFontDirectories, localized("There are fonts in %1, but %2 also exists.", old, new),
                items: files,
                remedy: localized(
                    "Move the fonts to %1, or run 'typecase adopt %2' to register them.", new, old))
        }
    }

    /// Checks whether programs find the published fonts.
    private mutating func examineVisibility(_ layout: DoctorFacts.Layout) {
        let stated = facts.service.status?.text("published_directory") ?? ""
        let published = stated.isEmpty ? facts.places.publishedRoots[0] : stated
        guard layout.rootDirectories.contains(where: { UserPlaces.contains($0, published) }) else {
            find(
                .hiddenFonts, localized("fontconfig does not search %1.", published), items: layout.rootDirectories,
                remedy: localized(
                    """
                    Add <dir prefix="xdg">fonts</dir> to the configuration, as in the system configuration, and \
                    check whether FONTCONFIG_FILE points to another configuration.
                    """))
            return
        }
        let rules = FontSelectionRules(files: layout.configurationFiles)
        // The tree, a directory in it, and a font in that directory: fontconfig checks each path separately.
        let samples = [published, "\(published)/00", "\(published)/00/\(String(repeating: "0", count: 32)).ttf"]
        let patterns = samples.compactMap { rules.pattern(hiding: $0) }
        if let pattern = patterns.first {
            find(
                .hiddenFonts, localized("fontconfig's configuration rejects the fonts in %1.", published),
                items: [pattern],
                remedy: Self.rejectionRemedy)
        } else if !facts.service.rejectedFonts.isEmpty {
            find(
                .rejectedFonts, localized("fontconfig's configuration rejects fonts by their properties."),
                items: facts.service.rejectedFonts, remedy: Self.rejectionRemedy)
        }
        if !facts.service.hiddenFamilies.isEmpty {
            find(
                .hiddenFamilies, localized("You have hidden system font families from programs."),
                items: facts.service.hiddenFamilies,
                remedy: localized(
                    """
                    Nothing, if this is intended. Run 'typecase enable --family' with the name of a family to show it \
                    again.
                    """)
            )
        }
    }

    private static let rejectionRemedy =
        localized(
            """
            Run 'grep -r rejectfont ~/.config/fontconfig /etc/fonts' to find the pattern, and remove it from \
            <rejectfont>.
            """)
}
