internal import DBus
internal import FontModel
internal import Localization

extension UnpackedArchives {
    /// The maximum number of names in a line of the summary.
    private static let namesPerLine = 8

    /// The lines for people about the entries that are not used: one for each archive and reason, and how to use them.
    var summary: [String] {
        var lines: [String] = []
        var archives: [String] = []
        for entry in passedOver where archives.last != entry.archive { archives.append(entry.archive) }
        for archive in archives {
            for reason in ArchiveSelection.Reason.allCases {
                let names = passedOver.filter { $0.archive == archive && $0.reason == reason }.map(\.entry)
                if names.isEmpty { continue }
                let told = CountedText.list(names.prefix(Self.namesPerLine).map(TerminalText.escaped))
                let others = names.count - Self.namesPerLine
                let list =
                    others > 0
                    ? localized(
                        "%2 and 1 more, listed by --json", "%2 and %1 more, listed by --json", count: others, told)
                    : told
                lines.append(
                    localized(
                        "Ignored in %1: %2 (%3).", TerminalText.escaped(archive), list, reason.text))
            }
        }
        if passedOver.contains(where: { $0.reason.isChoice }) {
            lines.append(
                localized(
                    "To install an ignored font instead, run 'typecase unpack --all ARCHIVE DIRECTORY' and install it.")
            )
        }
        return lines
            + empty.map { localized("There are no fonts in %1 that can be installed.", TerminalText.escaped($0)) }
    }
}

extension ArchiveSelection.Reason {
    /// Whether desktop programs can use the font, but another form of it was selected.
    fileprivate var isChoice: Bool {
        switch self {
        case .copy, .variable, .incompleteStatic: true
        case .webFont, .olderWebFont, .archive, .otherKind: false
        }
    }
}

extension UnpackedArchives.PassedOver {
    /// The entry as a JSON object among the results.
    var json: JSONText {
        .object([
            ("file", .string("\(archive)/\(entry)")), ("archive", .string(archive)), ("entry", .string(entry)),
            ("passed_over", .string(reason.rawValue)),
        ])
    }
}

extension ArchiveMember {
    /// The archive and the path in it, for the keys of a result.
    var places: [String: BusVariant] { ["archive": BusVariant(archive), "entry": BusVariant(entry)] }
}

extension CommandFailure {
    /// Creates the failure of an archive or of an entry in it.
    init(_ refused: UnpackedArchives.Refused) {
        let exit: CommandExit = refused.error.code == .fileNotFound ? .notFound : .failure
        self.init(refused.error, exit: exit, item: refused.path)
    }
}
