package import FontModel

/// What a change of the tree expects of the published root.
package enum RootExpectation: Sendable, Hashable {
    /// Nothing: one that is missing is made.
    case nothing
    /// That published fonts are in it, which were found in this directory last where that is known: one that is gone is
    /// not made anew.
    case fonts(foundIn: PublishedRoot?)
}
