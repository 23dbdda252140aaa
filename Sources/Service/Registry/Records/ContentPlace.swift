/// The location of a content.
package enum ContentPlace: Sendable, Hashable {
    /// In a shard of the tree that fontconfig scans; at most 255 bytes.
    case published(shard: String)
    /// In the store, where fontconfig does not find it.
    case stored
    /// In the store, and must not be published for the given reason, which is truncated to 1,024 bytes.
    case quarantined(reason: String)
}
