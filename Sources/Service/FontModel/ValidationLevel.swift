/// The strictness of a verdict: the two levels of Apple's font validator (TN3214).
package enum ValidationLevel: String, Sendable, Hashable, CaseIterable {
    /// The font can be read. It may be impossible to install, and may have harmless defects.
    case minimum
    /// The font can be installed; required for every registration.
    case strict
}

/// The level of detail of a report: the three types of Apple's font validator (TN3214).
package enum ValidationReportType: String, Sendable, Hashable, CaseIterable {
    /// Whether each file passed.
    case summary
    /// In addition, the rules that failed files violate.
    case detailed
    /// In addition, every warning, including those of files that passed.
    case full
}
