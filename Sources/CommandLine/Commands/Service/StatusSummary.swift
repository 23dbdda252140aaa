internal import DBus
internal import FontModel
internal import Localization

/// The state of the service for people: six lines, and a line for each thing that needs attention.
struct StatusSummary {
    private let status: FontRecord
    private let home: String

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - status: The status that the service reports.
    ///   - home: The user's home directory, which is written as `~`.
    init(_ status: [String: BusVariant], home: String) {
        self.status = FontRecord(status)
        self.home = home
    }

    /// The lines, each with a line break at its end.
    var text: String {
        let rows = [
            (localized("Service"), service), (localized("Fonts"), fonts), (localized("Removed"), removed),
            (localized("Providers"), providers), (localized("Disk"), disk),
            (localized("Directory"), shortened(status.text("published_directory"))),
        ]
        let width = rows.map { TerminalText.width($0.0) }.max() ?? 0
        let lines = rows.map {
            $0.0 + String(repeating: " ", count: width - TerminalText.width($0.0)) + "  " + $0.1
        }
        return (lines + attention).map { $0 + "\n" }.joined()
    }

    private var service: String {
        var words = [localized("version %1", TerminalText.escaped(status.text("daemon_version")))]
        if let process: UInt32 = status.value("process_id") { words.append(localized("process %1", process)) }
        if let done: UInt64 = status.value("revalidation_done"), let total: UInt64 = status.value("revalidation_total")
        {
            words.append(localized("checking fonts again, %1 of %2", done, total))
        }
        if status.value("read_only") == true {
            words.append(localized("read-only"))
        } else {
            words.append(status.value("ready") == true ? localized("ready") : localized("not ready"))
        }
        return CountedText.list(words)
    }

    private var fonts: String {
        var words = [
            localized("1 installed", "%1 installed", count: Int(count("fonts"))),
            localized("1 enabled", "%1 enabled", count: Int(count("enabled"))),
            ByteCount.text(status.value("size") ?? 0),
        ]
        let quarantined = count("quarantined")
        if quarantined > 0 {
            words.insert(localized("1 in quarantine", "%1 in quarantine", count: Int(quarantined)), at: 2)
        }
        return CountedText.list(words)
    }

    private var removed: String {
        let removed = count("removed_fonts")
        guard removed > 0 else { return localized("none that 'typecase restore' could bring back") }
        return localized(
            "1 font, %2; typecase restore lists it", "%1 fonts, %2; typecase restore lists them", count: Int(removed),
            ByteCount.text(status.value("removed_size") ?? 0))
    }

    /// The number of providers, which includes the user, and of questions for the user.
    private var providers: String {
        var words = [localized("1 with fonts", "%1 with fonts", count: Int(count("providers")))]
        let questions = count("questions")
        if questions > 0 {
            words.append(localized("1 question for you", "%1 questions for you", count: Int(questions)))
        }
        return CountedText.list(words)
    }

    private var disk: String {
        guard let space: UInt64 = status.value("free_space") else { return localized("the free space is not known") }
        return localized("%1 free", ByteCount.text(space))
    }

    // MARK: What needs attention

    private var attention: [String] {
        let registry = status.text("registry_failure")
        var lines: [String] = []
        func add(_ text: String) { lines.append("! " + TerminalText.escaped(text)) }
        if !registry.isEmpty { add(registry) }
        if status.value("read_only") == true {
            add(localized("Fonts cannot be changed: %1", status.text("read_only_reason")))
        }
        let directories: [[String: BusVariant]] = status.value("directory_failures") ?? []
        for directory in directories.map(FontRecord.init) {
            let line = "\(directory.text("message")) \(directory.text("remedy"))"
            // It may be the reason why fonts cannot be changed, which is shown already.
            if !status.text("read_only_reason").contains(directory.text("message")) { add(line) }
        }
        let space = DiskSpace(status)
        for disk in space.full { add("\(disk) \(DiskSpace.remedy)") }
        for files in space.freeable { add(files) }
        for (key, text) in Self.failures {
            let failure = status.text(key)
            if !failure.isEmpty { add("\(text): \(failure)") }
            for failure: String in status.value(key) ?? [] { add("\(text): \(failure)") }
        }
        let sandboxes: [String: BusVariant] = status.value("sandbox_failure") ?? [:]
        for mode in sandboxes.keys.sorted() {
            add(
                localized("The sandboxed process '%1' could not be queried: %2", mode, FontRecord(sandboxes).text(mode))
            )
        }
        for (key, text) in Self.counts {
            let number = count(key)
            if number > 0 { add(text(Int(number))) }
        }
        return lines
    }

    private static let failures = [
        ("system_fonts_failure", localized("The system's fonts are not known")),
        ("grants_failure", localized("Your decisions about rights are not known")),
        ("policy_failures", localized("The policy cannot be read")),
        ("deny_list_failures", localized("A list of banned fonts cannot be read")),
        ("denied_providers", localized("Not allowed to register its fonts")),
        ("resource_servers", localized("A server is replaced")),
        ("resource_servers_failure", localized("The file that lists replaced servers is not used")),
    ]

    private static let counts: [(key: String, text: @Sendable (Int) -> String)] = [
        (
            "quarantined",
            { count in
                localized(
                    "1 font is in quarantine: typecase list shows it, and typecase info shows why.",
                    "%1 fonts are in quarantine: typecase list shows them, and typecase info shows why.", count: count)
            }
        ),
        (
            "colliding_fonts",
            { count in
                localized(
                    "1 font has the name of a font that the system now has as well: typecase list shows it.",
                    "%1 fonts have the names of fonts that the system now has as well: typecase list shows them.",
                    count: count)
            }
        ),
        (
            "found_fonts",
            { count in
                localized(
                    "1 font was found among the published files and registered as yours: typecase list.",
                    "%1 fonts were found among the published files and registered as yours: typecase list.",
                    count: count)
            }
        ),
        (
            "deleted_fonts",
            { count in
                localized(
                    "The file of 1 font was deleted. To bring it back: typecase restore --deleted.",
                    "%1 fonts had their files deleted. To bring them back: typecase restore --deleted.", count: count)
            }
        ),
    ]

    private func count(_ key: String) -> UInt32 { status.value(key) ?? 0 }

    private func shortened(_ path: String) -> String {
        TerminalText.escaped(path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path)
    }
}
