package import FontModel

/// A denied font, which nobody may use.
package struct DenialRecord: Sendable, Hashable {
    /// The SHA-256 of its bytes.
    package var digest: FontDigest
    /// The reason, for people, truncated to 1,024 bytes; may be empty.
    package var reason: String

    /// Creates a record.
    package init(digest: FontDigest, reason: String) {
        self.digest = digest
        self.reason = reason
    }
}
