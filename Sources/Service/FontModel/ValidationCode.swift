/// How grave a finding is, by the numbers of Apple's font validator (TN3214).
///
/// Its codes -103 and -104, for fonts that Apple owns, have no meaning here.
package enum ValidationCode: Int, Sendable, Hashable, CaseIterable {
    /// Nothing was found.
    case ok = 0
    /// The font breaks the specification so that programs may misread it.
    case specificationViolation = -101
    /// The font is in a format that desktop programs cannot use.
    case formatNotInstallable = -102
    /// The font would cost every program memory or time; level `minimum` lets it pass.
    case relaxedMemorySafety = -201
    /// The font breaks the specification where programs can do without; level `minimum` lets it pass.
    case relaxedSpecification = -202
    /// Worth knowing, no reason to refuse.
    case warning = -301

    /// Whether a font with such a finding fails.
    ///
    /// - Parameter level: How strict the verdict is.
    /// - Returns: Whether it does.
    package func isFailure(at level: ValidationLevel) -> Bool {
        switch self {
        case .specificationViolation: true
        case .formatNotInstallable, .relaxedMemorySafety, .relaxedSpecification: level == .strict
        case .ok, .warning: false
        }
    }

    /// Whether another code is less grave than this one: errors come before relaxed ones, and warnings last.
    ///
    /// - Parameter other: The other code.
    /// - Returns: Whether it is.
    package func isGraver(than other: ValidationCode) -> Bool { gravity > other.gravity }

    private var gravity: Int {
        switch self {
        case .ok: 0
        case .warning: 1
        case .relaxedSpecification: 2
        case .relaxedMemorySafety: 3
        case .formatNotInstallable: 4
        case .specificationViolation: 5
        }
    }
}
