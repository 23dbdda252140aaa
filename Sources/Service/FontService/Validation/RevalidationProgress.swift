internal import FontModel

/// How far the fonts have been judged anew.
package struct RevalidationProgress: Sendable, Equatable {
    /// The fonts that have been looked at.
    package var done: Int
    /// The fonts that were to be looked at, as far as that is known.
    package var total: Int

    /// Creates a value.
    package init(done: Int = 0, total: Int = 0) {
        self.done = done
        self.total = total
    }
}
