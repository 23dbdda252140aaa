/// What is wrong with a record.
package struct MalformedRecord: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, for developers; never text from the record.
    package let description: String
    /// Whether it may well be sound, and whoever made it is of another version.
    package let isOfOtherVersion: Bool

    /// Says what is wrong.
    package init(_ description: String, isOfOtherVersion: Bool = false) {
        self.description = description
        self.isOfOtherVersion = isOfOtherVersion
    }
}
