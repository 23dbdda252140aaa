internal import BusInterface
internal import DBus
internal import FontModel
internal import PositionedJSON

/// The findings of the checks of a font.
struct FontFindings: Sendable {
    /// What was found about one rule.
    struct Finding: Sendable, Equatable {
        /// The name of the rule, which ``FindingText`` has a sentence for.
        var rule = ""
        var code = ValidationCode.specificationViolation
        /// What exactly was found, in English.
        var messages: [String] = []
    }

    /// The reasons for which the font would be refused.
    private(set) var faults: [Finding] = []
    /// The warnings, which are not reasons to refuse the font.
    private(set) var warnings: [Finding] = []

    /// Reads a report of `Validate`; any other text has no findings.
    init(_ report: String) {
        guard let root = JSONReading(Array(report.utf8), maximumDepth: 16).root?.node else { return }
        for detail in Self.elements("details", of: root.value) {
            for face in Self.elements("fonts", of: detail) {
                faults += Self.elements("issues", of: face).map { Self.finding($0, .specificationViolation) }
                warnings += Self.elements("warnings", of: face).map { Self.finding($0, .warning) }
            }
        }
    }

    /// Reads a finding; a code of a later version counts as the usual one of its list.
    private static func finding(_ issue: JSONNode.Value, _ usual: ValidationCode) -> Finding {
        var finding = Finding(code: usual)
        guard case .object(let members) = issue else { return finding }
        for member in members {
            switch (member.name, member.node.value) {
            case ("issue", .string(let rule)): finding.rule = rule
            case ("code", .integer(let code)):
                finding.code = ValidationCode(rawValue: Int(clamping: code)) ?? usual
            default: break
            }
        }
        finding.messages = elements("messages", of: issue).compactMap {
            if case .string(let text) = $0 { ShownText.line(text) } else { nil }
        }
        return finding
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
