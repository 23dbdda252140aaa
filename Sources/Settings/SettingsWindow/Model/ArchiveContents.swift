internal import PositionedJSON

/// What the command line tells of the fonts in an archive, before or after it installs them.
struct ArchiveContents: Sendable {
    /// A font in the archive.
    struct Font: Sendable {
        /// The registration, once it is installed.
        var id = ""
        var name = ""
        var version = ""
        /// Whether it was installed before.
        var isKnown = false
        /// The versions of the fonts that leave for it.
        var replaces: [String] = []
        /// What the safety gate says of it.
        var warnings: [String] = []
    }

    /// A file in the archive that is refused.
    struct Refusal: Sendable {
        var item = ""
        var message = ""
    }

    private(set) var fonts: [Font] = []
    private(set) var refusals: [Refusal] = []

    /// Reads what `typecase install --json` writes.
    ///
    /// - Parameters:
    ///   - output: What it wrote on its standard output; `nil` is returned where that is something else.
    ///   - errors: What it wrote on its standard error, an object a line.
    ///   - archive: The path of the archive, which items begin with.
    init?(_ output: String, errors: String, of archive: String) {
        guard let root = JSONReading(Array(output.utf8), maximumDepth: Self.depth).root?.node,
            case .array(let entries) = root.value
        else { return nil }
        fonts = entries.compactMap { Self.font($0.value) }
        refusals = errors.split(separator: "\n").compactMap { Self.refusal(String($0), archive) }
    }

    private static let depth = 16

    /// The fonts that an installation adds.
    var new: [Font] { fonts.filter { !$0.isKnown } }

    private static func font(_ value: JSONNode.Value) -> Font? {
        guard case .object(let members) = value else { return nil }
        var font = Font()
        // Names that would stand for other fonts, and what was passed over, are among the entries as well.
        var isFont = false
        for member in members {
            switch (member.name, member.node.value) {
            case ("faces", .array(let faces)):
                isFont = true
                font.name = texts("full_name", in: faces.map(\.value)).first ?? ""
            case ("id", .string(let text)): font.id = text
            case ("version", .string(let text)): font.version = ShownText.line(text)
            case ("already_registered", .boolean(let flag)): font.isKnown = flag
            case ("replaces", .array(let replaced)):
                font.replaces = texts("version", in: replaced.map(\.value))
            case ("warnings", .array(let warnings)): font.warnings = texts("message", in: warnings.map(\.value))
            default: continue
            }
        }
        return isFont ? font : nil
    }

    private static func texts(_ name: String, in values: [JSONNode.Value]) -> [String] {
        values.compactMap { value in
            guard case .object(let members) = value,
                case .string(let text)? = members.first(where: { $0.name == name })?.node.value
            else { return nil }
            return ShownText.line(text)
        }
    }

    private static func refusal(_ line: String, _ archive: String) -> Refusal? {
        guard let root = JSONReading(Array(line.utf8), maximumDepth: depth).root?.node,
            case .object(let members) = root.value
        else { return nil }
        var refusal = Refusal()
        var error = ""
        for member in members {
            switch (member.name, member.node.value) {
            case ("item", .string(let text)):
                refusal.item = ShownText.line(
                    text.hasPrefix(archive + "/") ? String(text.dropFirst(archive.count + 1)) : text)
            case ("message", .string(let text)): refusal.message = text
            case ("error", .string(let text)): error = text
            default: continue
            }
        }
        guard !refusal.message.isEmpty else { return nil }
        refusal.message = ErrorText.line(error, refusal.message)
        return refusal
    }
}
