internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

extension DoctorExamination {
    /// What sandboxes get besides the directories in the home.
    ///
    /// Source: Flatpak's `common/flatpak-run.c` and snapd's `interfaces/builtin/desktop.go`.
    private static let sharedDirectories = ["/usr/share/fonts", "/usr/local/share/fonts"]

    /// Judges where fonts lie and who can see them there.
    mutating func examineDirectories() {
        examineFontDirectories()
        examineObstacles()
        let usual = UserPlaces.joined(facts.places.home, ".local/share")
        if facts.places.dataHome != usual {
            find(
                .movedDataHome, localized("XDG_DATA_HOME is %1.", facts.places.dataHome),
                remedy: localized("Where snaps need your fonts, leave XDG_DATA_HOME at %1.", usual))
        }
        guard let layout = facts.layout else {
            find(
                .noFontconfig, localized("fontconfig has no configuration."),
                remedy: localized("Install the package of fontconfig's configuration, or correct FONTCONFIG_FILE."))
            return
        }
        examineVisibility(layout)
        examineSandboxes(layout)
    }

    /// Judges which fonts applications in sandboxes have not got.
    private mutating func examineSandboxes(_ layout: DoctorFacts.Layout) {
        let visible = (Self.sharedDirectories + [facts.places.fonts, facts.places.oldFonts]).flatMap { directory in
            // Roots may be spelled in another way.
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
                    "1 file is in directories that sandboxes do not have.",
                    "%1 files are in directories that sandboxes do not have.", count: own.count),
                items: roots(of: own),
                remedy: localized("'typecase adopt DIRECTORY' takes the fonts to where everybody sees them."))
        }
        let others = hidden.filter { !UserPlaces.contains(facts.places.home, $0) }
        if !others.isEmpty {
            find(
                .systemFontsOutsideSandboxes,
                localized(
                    "1 file is in directories outside your home that sandboxes do not have.",
                    "%1 files are in directories outside your home that sandboxes do not have.", count: others.count),
                items: roots(of: others),
                remedy: localized(
                    """
                    Where the machine is yours to change, move the fonts to /usr/local/share/fonts. 'typecase \
                    install FILE' installs those that you need there for yourself.
                    """))
        }
    }

    /// Judges whether fonts can be changed where they are, by what this shell sees and by what the service says.
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
            .unwritableFonts, localized("You cannot change fonts in a directory that should be yours."),
            items: failures.map(\.message), remedy: remedies.joined(separator: " "))
    }

    /// Judges what the service had to move out of its way.
    mutating func examineSetAside() {
        guard !facts.setAside.isEmpty else { return }
        find(
            .setAsideFiles,
            localized("%1 files were among the published fonts and are none of them.", facts.setAside.count),
            items: facts.setAside,
            remedy: localized(
                """
                Install those that are fonts with 'typecase install FILE'; then remove the files, or move them to \
                where you want them.
                """))
    }

    private mutating func examineFontDirectories() {
        let (new, old) = (facts.places.fonts, facts.places.oldFonts)
        guard UserPlaces.isDirectory(old) else { return }
        // One and the same by way of a link: nothing is missing anywhere.
        if let first = try? FileStatus(path: old, followsLinks: true),
            let second = try? FileStatus(path: new, followsLinks: true),
            first.device == second.device, first.stamp.inode == second.stamp.inode
        {
            return
        }
        let files = FontDirectorySurvey([old]).files.map(\.path)
        if !UserPlaces.isDirectory(new) {
            find(
                .oldFontDirectory, localized("Your fonts are in %1, and there is no %2.", old, new), items: files,
                remedy: localized(
                    "Move the directory: 'typecase adopt' takes the fonts in it under management as well."))
        } else if !files.isEmpty {
            find(
                .twoFontDirectories, localized("There are fonts in %1, and there is %2 beside it.", old, new),
                items: files,
                remedy: localized(
                    "Move the fonts to %1, or take them under management with 'typecase adopt %2'.", new, old))
        }
    }

    /// Judges whether programs find what we publish.
    private mutating func examineVisibility(_ layout: DoctorFacts.Layout) {
        let stated = facts.service.status?.text("published_directory") ?? ""
        let published = stated.isEmpty ? facts.places.publishedRoots[0] : stated
        guard layout.rootDirectories.contains(where: { UserPlaces.contains($0, published) }) else {
            find(
                .hiddenFonts, localized("fontconfig does not look into %1.", published), items: layout.rootDirectories,
                remedy: localized(
                    """
                    Let the configuration have <dir prefix="xdg">fonts</dir>, as the one of the system has, and look \
                    whether FONTCONFIG_FILE leads to another.
                    """))
            return
        }
        let rules = FontSelectionRules(files: layout.configurationFiles)
        // The tree, one of the directories in it, and a font in that: fontconfig judges each by itself.
        let samples = [published, "\(published)/00", "\(published)/00/\(String(repeating: "0", count: 32)).ttf"]
        let patterns = samples.compactMap { rules.pattern(hiding: $0) }
        if let pattern = patterns.first {
            find(
                .hiddenFonts, localized("fontconfig's configuration rejects what is in %1.", published),
                items: [pattern],
                remedy: Self.rejectionRemedy)
        } else if !facts.service.rejectedFonts.isEmpty {
            find(
                .rejectedFonts, localized("fontconfig's configuration rejects fonts by what is in them."),
                items: facts.service.rejectedFonts, remedy: Self.rejectionRemedy)
        }
        if !facts.service.hiddenFamilies.isEmpty {
            find(
                .hiddenFamilies, localized("You hide families of the system from programs."),
                items: facts.service.hiddenFamilies,
                remedy: localized("Nothing, if you want that; 'typecase enable --family' with a family shows it again.")
            )
        }
    }

    private static let rejectionRemedy =
        localized(
            "Take the pattern out of <rejectfont>: 'grep -r rejectfont ~/.config/fontconfig /etc/fonts' finds it.")
}
