package import FontModel

/// A font that nobody is to have.
package struct DenialRecord: Sendable, Hashable {
    /// The SHA-256 of its bytes.
    package var digest: FontDigest
    /// Why, for people, cut to 1,024 bytes; may be empty.
    package var reason: String

    /// Creates a record.
    package init(digest: FontDigest, reason: String) {
        self.digest = digest
        self.reason = reason
    }
}
