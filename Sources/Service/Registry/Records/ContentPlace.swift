/// Where a content lies.
package enum ContentPlace: Sendable, Hashable {
    /// In a shard of the tree that fontconfig scans. At most 255 bytes.
    case published(shard: String)
    /// In the store, out of fontconfig's sight.
    case stored
    /// In the store, and not to be published: why. The reason is cut to 1,024 bytes.
    case quarantined(reason: String)
}
