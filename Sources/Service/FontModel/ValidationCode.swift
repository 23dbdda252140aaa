/// The severity of a finding, with the numbers of Apple's font validator (TN3214).
///
/// Its codes -103 and -104, for fonts that Apple owns, have no meaning here.
package enum ValidationCode: Int, Sendable, Hashable, CaseIterable {
    /// Nothing was found.
    case ok = 0
    /// The font violates the specification, and programs may misread it.
    case specificationViolation = -101
    /// The font is in a format that desktop programs cannot use.
    case formatNotInstallable = -102
    /// The font would cost every program memory or time. Level `minimum` accepts it.
    case relaxedMemorySafety = -201
    /// The font violates the specification in a part that programs can do without. Level `minimum` accepts it.
    case relaxedSpecification = -202
    /// An observation that is not a reason to refuse the font.
    case warning = -301

    /// Returns whether a font with such a finding fails.
    ///
    /// - Parameter level: How strict the verdict is.
    /// - Returns: Whether the font fails.
    package func isFailure(at level: ValidationLevel) -> Bool {
        switch self {
        case .specificationViolation: true
        case .formatNotInstallable, .relaxedMemorySafety, .relaxedSpecification: level == .strict
        case .ok, .warning: false
        }
    }

    /// Returns whether this code is more severe than another: errors come before relaxed ones, and warnings last.
    ///
    /// - Parameter other: The other code.
    /// - Returns: Whether this code is more severe.
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
