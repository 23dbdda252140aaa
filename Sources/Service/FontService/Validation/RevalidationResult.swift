package import FontModel

/// The result of validating registered fonts again.
package struct RevalidationResult: Sendable, Equatable {
    /// The number of validated fonts, counting each content once.
    package var checked = 0
    /// The registrations that were taken out of use.
    package var quarantined: [FontIdentifier] = []
    /// The registrations that are in use again.
    package var released: [FontIdentifier] = []
    /// The registrations that could not be validated, and the reasons.
    package var failures: [(id: FontIdentifier, error: FontError)] = []
    /// Whether the pass was cancelled before its end.
    package var isCancelled = false

    /// Creates an empty result.
    package init() {}

    package static func == (left: RevalidationResult, right: RevalidationResult) -> Bool {
        left.checked == right.checked && left.quarantined == right.quarantined && left.released == right.released
            && left.isCancelled == right.isCancelled && left.failures.map(\.id) == right.failures.map(\.id)
            && left.failures.map(\.error) == right.failures.map(\.error)
    }
}
