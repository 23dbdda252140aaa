/// How strict a verdict is: the two levels of Apple's font validator (TN3214).
package enum ValidationLevel: String, Sendable, Hashable, CaseIterable {
    /// The font can be read, though it may be one that cannot be installed, and be untidy where that harms nobody.
    case minimum
    /// The font can be installed: what every registration asks for.
    case strict
}

/// How much a report tells: the three types of Apple's font validator (TN3214).
package enum ValidationReportType: String, Sendable, Hashable, CaseIterable {
    /// Whether each file passed.
    case summary
    /// And for which rules the others failed.
    case detailed
    /// And every warning, for the files that passed as well.
    case full
}
