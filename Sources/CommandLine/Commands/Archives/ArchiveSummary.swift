internal import DBus
internal import FontModel

extension UnpackedArchives {
    /// The most names in a line of the summary.
    private static let namesPerLine = 8

    /// What people are told of the entries that are not used, a line for each archive and reason.
    var summary: [String] {
        var lines: [String] = []
        var archives: [String] = []
        for entry in passedOver where archives.last != entry.archive { archives.append(entry.archive) }
        for archive in archives {
            for reason in ArchiveSelection.Reason.allCases {
                let names = passedOver.filter { $0.archive == archive && $0.reason == reason }.map(\.entry)
                if names.isEmpty { continue }
                let told = names.prefix(Self.namesPerLine).map(TerminalText.escaped).joined(separator: ", ")
                let others = names.count - Self.namesPerLine
                let rest = others > 0 ? " and \(others) more, which --json names" : ""
                lines.append(
                    "Passed over in \(TerminalText.escaped(archive)): \(told)\(rest) (\(reason.rawValue)).")
            }
        }
        return lines + empty.map { "There are no fonts in \(TerminalText.escaped($0)) that can be installed." }
    }
}

extension UnpackedArchives.PassedOver {
    /// The entry as JSON, among the results.
    var json: JSONText {
        .object([
            ("file", .string("\(archive)/\(entry)")), ("archive", .string(archive)), ("entry", .string(entry)),
            ("passed_over", .string(reason.rawValue)),
        ])
    }
}

extension ArchiveMember {
    /// The archive and the path in it, beside the keys of a result.
    var places: [String: BusVariant] { ["archive": BusVariant(archive), "entry": BusVariant(entry)] }
}

extension CommandFailure {
    /// Creates the failure of an archive, or of an entry of one.
    init(_ refused: UnpackedArchives.Refused) {
        let exit: CommandExit = refused.error.code == .fileNotFound ? .notFound : .failure
        self.init(exit, code: refused.error.code, refused.error.message, item: refused.path)
    }
}
