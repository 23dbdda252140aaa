package import InspectionProtocol
internal import FontModel

extension RegistrationWarning {
    /// The most warnings of one font that come from its examination, the one that says that there are more included.
    package static let maximumFindings = 8

    /// The most bytes of what such a warning says.
    package static let maximumMessageLength = 300

    /// What the provider of a font should know of what was found in it.
    ///
    /// What is found in several faces alike is told once. The texts are a worker's, so they are held to a length and to
    /// characters that can be seen, whatever they are said to be.
    ///
    /// - Parameter findings: What was found.
    /// - Returns: The warnings among them, few and short.
    package static func warnings(of findings: [FontInspection.Finding]) -> [RegistrationWarning] {
        var seen: Set<[String]> = []
        var warnings: [RegistrationWarning] = []
        for finding in findings where finding.kind == .warning {
            guard seen.insert([finding.rule, finding.message]).inserted else { continue }
            warnings.append(
                RegistrationWarning(kind: .finding, message: fitted(finding.message), rule: fitted(finding.rule)))
        }
        guard warnings.count > maximumFindings else { return warnings }
        let rest = warnings.count - maximumFindings + 1
        let message = "There are \(rest) more warnings; validating the font tells them all."
        return warnings.prefix(maximumFindings - 1) + [RegistrationWarning(kind: .more, message: message)]
    }

    private static func fitted(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            let visible = scalar.couldMislead ? "\u{FFFD}" : scalar
            size += UTF8.width(visible)
            guard size <= maximumMessageLength else { return String(result) + "…" }
            result.append(visible)
        }
        return String(result)
    }
}
