internal import DBus
internal import FontModel

/// The state of the service for people: six lines, and a line for each thing that needs attention.
struct StatusSummary {
    private let status: FontRecord
    private let home: String

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - status: What the service tells.
    ///   - home: The user's home, written as `~`.
    init(_ status: [String: BusVariant], home: String) {
        self.status = FontRecord(status)
        self.home = home
    }

    /// The lines, each with its end.
    var text: String {
        let rows = [
            ("Service", service), ("Fonts", fonts), ("Removed", removed), ("Providers", providers), ("Disk", disk),
            ("Directory", shortened(status.text("published_directory"))),
        ]
        let width = rows.map(\.0.count).max() ?? 0
        let lines = rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + "  " + $0.1 }
        return (lines + attention).map { $0 + "\n" }.joined()
    }

    private var service: String {
        var words = ["version \(TerminalText.escaped(status.text("daemon_version")))"]
        if let process: UInt32 = status.value("process_id") { words.append("process \(process)") }
        if let done: UInt64 = status.value("revalidation_done"), let total: UInt64 = status.value("revalidation_total")
        {
            words.append("checking fonts anew, \(done) of \(total)")
        }
        if status.value("read_only") == true {
            words.append("read-only")
        } else {
            words.append(status.value("ready") == true ? "ready" : "not ready")
        }
        return words.joined(separator: ", ")
    }

    private var fonts: String {
        var words = [
            "\(count("fonts")) installed", "\(count("enabled")) enabled", ByteCount.text(status.value("size") ?? 0),
        ]
        let quarantined = count("quarantined")
        if quarantined > 0 { words.insert("\(quarantined) in quarantine", at: 2) }
        return words.joined(separator: ", ")
    }

    private var removed: String {
        let removed = count("removed_fonts")
        guard removed > 0 else { return "none that typecase restore could bring back" }
        return "\(counted(Int(removed), "font")), \(ByteCount.text(status.value("removed_size") ?? 0)); "
            + "typecase restore lists them"
    }

    /// The user is one as well.
    private var providers: String {
        var words = ["\(count("providers")) with fonts"]
        let questions = count("questions")
        if questions > 0 { words.append("\(counted(Int(questions), "question")) for you") }
        return words.joined(separator: ", ")
    }

    private var disk: String {
        guard let space: UInt64 = status.value("free_space") else { return "the free space is not known" }
        return "\(ByteCount.text(space)) free"
    }

    // MARK: What needs attention

    private var attention: [String] {
        let registry = status.text("registry_failure")
        var lines: [String] = []
        func add(_ text: String) { lines.append("! " + TerminalText.escaped(text)) }
        if !registry.isEmpty { add(registry) }
        if status.value("read_only") == true { add("Fonts cannot be changed: \(status.text("read_only_reason"))") }
        let directories: [[String: BusVariant]] = status.value("directory_failures") ?? []
        for directory in directories.map(FontRecord.init) {
            let line = "\(directory.text("message")) \(directory.text("remedy"))"
            // It may be why fonts cannot be changed.
            if !status.text("read_only_reason").contains(directory.text("message")) { add(line) }
        }
        for (key, text) in Self.failures {
            let failure = status.text(key)
            if !failure.isEmpty { add("\(text): \(failure)") }
            for failure: String in status.value(key) ?? [] { add("\(text): \(failure)") }
        }
        let sandboxes: [String: BusVariant] = status.value("sandbox_failure") ?? [:]
        for mode in sandboxes.keys.sorted() {
            add("The sandboxed process '\(mode)' could not be asked: \(FontRecord(sandboxes).text(mode))")
        }
        for (key, singular, plural) in Self.counts {
            let number = count(key)
            if number > 0 { add(number == 1 ? singular : "\(number) \(plural)") }
        }
        return lines
    }

    private static let failures = [
        ("system_fonts_failure", "The system's fonts are not known"),
        ("grants_failure", "What you decided of rights is not known"),
        ("policy_failures", "The policy cannot be read"),
        ("deny_list_failures", "A list of banned fonts cannot be read"),
        ("denied_providers", "May not register its fonts"), ("resource_servers", "A server is replaced"),
        ("resource_servers_failure", "The file of replaced servers is not used"),
    ]

    private static let counts = [
        (
            "quarantined", "1 font is in quarantine: typecase list shows it, and typecase info why.",
            "fonts are in quarantine: typecase list shows them, and typecase info why."
        ),
        (
            "colliding_fonts", "1 font has the name of a font that the system has by now: typecase list shows it.",
            "fonts have the names of fonts that the system has by now: typecase list shows them."
        ),
        (
            "found_fonts", "1 font was found among the published files and registered as yours: typecase list.",
            "fonts were found among the published files and registered as yours: typecase list."
        ),
        (
            "deleted_fonts", "The file of 1 font was deleted. To bring it back: typecase restore --deleted.",
            "fonts had their files deleted. To bring them back: typecase restore --deleted."
        ),
    ]

    private func count(_ key: String) -> UInt32 { status.value(key) ?? 0 }

    private func shortened(_ path: String) -> String {
        TerminalText.escaped(path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path)
    }
}
