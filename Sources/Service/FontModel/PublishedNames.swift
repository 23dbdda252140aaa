/// What lies beside fonts in the directory that they are published in.
package enum PublishedNames {
    /// The directory whose time tells running programs of changes: it is set anew until all have seen one, and so is
    /// later than the change.
    package static let sentinel = "changes"
}
