package import FontModel

/// What a change of the tree expects of the published root.
package enum RootExpectation: Sendable, Hashable {
    /// No expectation: a missing root is created.
    case nothing
    /// The root must contain published fonts; a missing root is not created again.
    ///
    /// The value is the directory in which they were found last, if it is known.
    case fonts(foundIn: PublishedRoot?)
}
