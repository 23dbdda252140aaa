/// An error that describes what is wrong with a record.
package struct MalformedRecord: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, for developers; never text from the record.
    package let description: String
    /// Whether the record may be valid, but come from a program of another version.
    package let isOfOtherVersion: Bool

    /// Creates an error.
    package init(_ description: String, isOfOtherVersion: Bool = false) {
        self.description = description
        self.isOfOtherVersion = isOfOtherVersion
    }
}
