package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// `typecase plan`: shows what an installation would do.
package struct PlanCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "plan", abstract: localized("Show what installing fonts would change, without changing anything."),
        discussion: localized(
            """
            For each font, the command shows whether it would be installed, replace another version or be refused, and \
            which names that programs already use would then select a different font. These include generic names and \
            aliases, but those are not checked for archives, for addresses, or if there are more than 100 files. The \
            command accepts the same files, archives and addresses as 'typecase install', and its output is that of \
            'typecase install --dry-run'. With --json, an object with unasked_names contains the number of names that \
            were not checked, and an object with names_not_checked contains the reason why none were checked. Files \
            are planned in groups of 16, each as one change; how several groups would affect each other is not \
            predicted. If nothing would change, the exit status is 2.
            """))

    @Argument(
        help: .localized(
            """
            Font files, archives, directories and https addresses; - reads a file from standard input.
            """,
            valueName: "file-or-directory"),
        completion: .file(extensions: FontFileSearch.completedExtensions))
    package var paths: [String]

    @Flag(help: .localized("Plan as if older fonts were allowed to replace your newer ones."))
    package var allowDowngrade = false

    @Flag(help: .localized("Also plan the installation of fonts from archives in directories."))
    package var archives = false

    @Flag(
        help: .localized(
            "Also plan the installation of web fonts (WOFF and WOFF2), expanded to the fonts that they contain."))
    package var convert = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        var command = InstallCommand()
        command.paths = paths
        command.session = false
        command.disabled = false
        command.allowDowngrade = allowDowngrade
        command.browserSafe = false
        command.convert = convert
        command.archives = archives
        command.dryRun = true
        command.verbose = true
        command.outputOptions = outputOptions
        return try await command.perform(in: environment)
    }
}

/// The fonts that an installation would change and that have files of their own.
struct PlannedFonts {
    private(set) var paths: [String] = []
    private(set) var families: Set<String> = []
    /// The number of fonts that have no file of their own.
    private var others = 0

    /// The reason why generic names and aliases are not checked for all of the fonts; `nil` if they are checked.
    var reasonNotChecked: String? {
        if paths.count > NameOutlook.maximumFiles {
            return localized(
                "Generic names and aliases were not checked: this is done for at most %1 files.",
                NameOutlook.maximumFiles)
        }
        if others == 0 { return nil }
        return localized(
            "Generic names and aliases were not checked for 1 font in archives, from addresses or from the standard input.",
            """
            Generic names and aliases were not checked for %1 fonts in archives, from addresses or from the standard \
            input.
            """, count: others)
    }

    /// Adds a font.
    ///
    /// Fonts from archives, from addresses and from standard input have no file that fontconfig could read.
    mutating func add(_ path: String, _ record: FontRecord) {
        guard record.value("enabled") != false else { return }
        guard (try? FileStatus(path: path))?.kind == .regular else {
            others += 1
            return
        }
        paths.append(path)
        for face in record.faces {
            families.formUnion([face.text("family"), face.text("typographic_family")].filter { !$0.isEmpty })
        }
    }
}

extension NameOutlook {
    /// The maximum number of names in a line.
    private static let shownNames = 8

    /// The escaped lines for people, one for all names that change in the same way.
    var lines: [String] {
        var lines: [(change: Change, names: [String])] = []
        for change in changes {
            if let index = lines.firstIndex(where: { $0.change.now == change.now && $0.change.then == change.then }) {
                lines[index].names.append(change.name)
            } else {
                lines.append((change, [change.name]))
            }
        }
        let texts = lines.map { change, names in
            let list = CountedText.list(names, atMost: Self.shownNames)
            return TerminalText.escaped(
                localized("Programs that ask for %1 would get %2; now they get %3.", list, change.then, change.now))
        }
        if unaskedNames == 0 { return texts }
        return texts + [localized("%1 names were checked; %2 more were not.", Self.maximumNames, unaskedNames)]
    }
}

extension NameOutlook.Change {
    /// The change as a JSON object among the results; it has a `name` but no `id`.
    var json: JSONText {
        .object([
            ("name", .string(name)), ("programs_get", .string(now)),
            ("programs_would_get", .string(then)),
        ])
    }
}

/// The lines that `plan` and `install --dry-run` write about one font.
struct PlanLine {
    /// Whether anything would change.
    let isChange: Bool
    /// The escaped lines for people.
    let text: String

    /// Creates the lines for a result of the service.
    init(_ record: FontRecord) {
        let isKnown: Bool = record.value("already_registered") ?? false
        let name = record.title
        let new = record.text("version")
        let replaced = (record.value("replaces") ?? [[String: BusVariant]]()).map { FontRecord($0) }
        isChange = !isKnown || !record.text("state_change").isEmpty
        var line: String
        switch (isKnown, record.text("state_change")) {
        case (true, "") where record.text("id").isEmpty:
            line = localized("%1 %2 is the same as another of these fonts", name, new)
        case (true, ""): line = localized("%1 %2 is installed already", name, new)
        case (true, "enabled"): line = localized("%1 %2 would be enabled", name, new)
        case (true, "disabled"): line = localized("%1 %2 would be disabled", name, new)
        case (true, "restored"): line = localized("%1 %2 would be restored", name, new)
        case (true, let change): line = localized("%1 %2 would be %3", name, new, change)
        case (false, _):
            if let old = replaced.first?.text("version") {
                let change = VersionChange(old: old, new: new)
                switch change.kind {
                case .downgraded: line = localized("%1 %2 would be downgraded", name, change.text)
                case .upgraded: line = localized("%1 %2 would be upgraded", name, change.text)
                default: line = localized("%1 %2 would be replaced", name, change.text)
                }
            } else {
                line = localized("%1 %2 would be installed", name, new)
            }
        }
        if record.value("enabled") == false { line += localized(", disabled") }
        var lines = [line]
        for name in (record.value("names") ?? [[String: BusVariant]]()).map({ FontRecord($0) }) {
            let now = name.text("postscript_name")
            guard !now.isEmpty, replaced.isEmpty || now != replaced[0].text("postscript_name") else { continue }
            lines.append("  " + localized("%1 would select this font; now it selects %2", name.text("name"), now))
        }
        text = lines.map(TerminalText.escaped).joined(separator: "\n")
    }
}
