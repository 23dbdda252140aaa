package import FontModel

/// What became of registered fonts that were judged anew.
package struct RevalidationResult: Sendable, Equatable {
    /// The fonts that were judged, each content counted once.
    package var checked = 0
    /// The registrations that are out of use from now on.
    package var quarantined: [FontIdentifier] = []
    /// The registrations that are back in use.
    package var released: [FontIdentifier] = []
    /// The registrations that could not be judged, and why.
    package var failures: [(id: FontIdentifier, error: FontError)] = []
    /// Whether the pass was given up before its end.
    package var isCancelled = false

    /// Creates an empty result.
    package init() {}

    package static func == (left: RevalidationResult, right: RevalidationResult) -> Bool {
        left.checked == right.checked && left.quarantined == right.quarantined && left.released == right.released
            && left.isCancelled == right.isCancelled && left.failures.map(\.id) == right.failures.map(\.id)
            && left.failures.map(\.error) == right.failures.map(\.error)
    }
}
