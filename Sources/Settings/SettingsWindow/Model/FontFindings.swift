internal import BusInterface
internal import DBus
internal import PositionedJSON

/// The findings of the checks of a font.
struct FontFindings: Sendable {
    /// The reasons for which the font would be refused.
    private(set) var faults: [String] = []
    /// The warnings, which are not reasons to refuse the font.
    private(set) var warnings: [String] = []

    /// Reads a report of `Validate`; any other text has no findings.
    init(_ report: String) {
        guard let root = JSONReading(Array(report.utf8), maximumDepth: 16).root?.node else { return }
        for detail in Self.elements("details", of: root.value) {
            for face in Self.elements("fonts", of: detail) {
                faults += Self.messages("issues", of: face)
                warnings += Self.messages("warnings", of: face)
            }
        }
    }

    private static func messages(_ key: String, of face: JSONNode.Value) -> [String] {
        elements(key, of: face).flatMap { issue in
            elements("messages", of: issue).compactMap {
                if case .string(let text) = $0 { ShownText.line(text) } else { nil }
            }
        }
    }

    /// The elements of a list by its key in lower case, because some keys of the report are capitalized.
    private static func elements(_ key: String, of value: JSONNode.Value) -> [JSONNode.Value] {
        guard case .object(let members) = value,
            case .array(let elements)? = members.first(where: { $0.name.lowercased() == key })?.node.value
        else { return [] }
        return elements.map(\.value)
    }
}

extension ServiceSession {
    /// Lets the service check an installed font again.
    func findings(of id: String) async throws(BusError) -> FontFindings {
        let font = try await fonts.openFont(id: id, options: [:]).font
        let report = try await fonts.validate(
            font: font, options: ["level": BusVariant("strict"), "report": BusVariant("full")],
            timeout: Self.changeTimeout)
        return FontFindings(report)
    }
}
