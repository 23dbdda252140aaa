/// The names of entries beside the fonts in the directory of published fonts.
package enum PublishedNames {
    /// The directory whose modification time notifies running programs of changes.
    ///
    /// The time is updated until all programs have seen a change, so it is later than the change.
    package static let sentinel = "changes"
}
