internal import PositionedJSON

/// What the command line unpacked from an archive: fonts that can be installed, and entries that are refused.
struct UnpackedArchive: Sendable {
    /// A font.
    struct Font: Sendable, Equatable {
        /// The file that it was written to.
        var file = ""
        /// The path in the archive.
        var entry = ""
    }

    /// An entry that is refused, or the archive itself.
    struct Refusal: Sendable, Equatable {
        /// The path in the archive; empty for the archive itself.
        var entry = ""
        /// The reason, in the user's language.
        var message = ""
    }

    private(set) var fonts: [Font] = []
    private(set) var refusals: [Refusal] = []

    private static let depth = 16

    /// Reads the output of `typecase unpack --json`.
    ///
    /// - Parameters:
    ///   - output: The standard output; an empty one stands for no fonts.
    ///   - errors: The standard error, with one object in each line.
    ///   - archive: The path of the archive, with which the items of errors begin.
    init(_ output: String, errors: String, of archive: String) {
        if let root = JSONReading(Array(output.utf8), maximumDepth: Self.depth).root?.node,
            case .array(let entries) = root.value
        {
            fonts = entries.compactMap { entry in
                let texts = Self.texts(entry.value)
                guard texts["passed_over"] == nil, let file = texts["file"], let entry = texts["entry"] else {
                    return nil
                }
                return Font(file: file, entry: ShownText.line(entry))
            }
        }
        refusals = errors.split(separator: "\n").compactMap { line in
            guard let root = JSONReading(Array(line.utf8), maximumDepth: Self.depth).root?.node else { return nil }
            let texts = Self.texts(root.value)
            guard let message = texts["message"] else { return nil }
            let item = texts["item"] ?? ""
            return Refusal(
                entry: item.hasPrefix(archive + "/") ? ShownText.line(String(item.dropFirst(archive.count + 1))) : "",
                message: ErrorText.line(texts["error"] ?? "", message))
        }
    }

    private static func texts(_ value: JSONNode.Value) -> [String: String] {
        guard case .object(let members) = value else { return [:] }
        return Dictionary(
            members.compactMap { member in
                if case .string(let text) = member.node.value { (member.name, text) } else { nil }
            }, uniquingKeysWith: { first, _ in first })
    }
}
