internal import FontModel

/// The progress of validating fonts again.
package struct RevalidationProgress: Sendable, Equatable {
    /// The number of fonts that have been inspected.
    package var done: Int
    /// The number of fonts to inspect, as far as it is known.
    package var total: Int

    /// Creates a value.
    package init(done: Int = 0, total: Int = 0) {
        self.done = done
        self.total = total
    }
}
