package import InspectionProtocol
internal import FontModel

extension RegistrationWarning {
    /// The maximum number of warnings from the examination of one font, including the warning that there are more.
    package static let maximumFindings = 8

    /// The maximum number of bytes of the text of such a warning.
    package static let maximumMessageLength = 300

    /// Returns the warnings for the provider of a font from the findings of its examination.
    ///
    /// A finding that is the same for several faces is reported once. The texts come from a worker, so they are limited
    /// to a length and to visible characters.
    ///
    /// - Parameter findings: The findings.
    /// - Returns: The warnings among them, limited in number and length.
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
