package import FontModel

/// The limits on the space that downloaded files may use.
package struct ResourceSpace: Sendable, Equatable {
    /// The maximum total size of all files in bytes.
    package var bytes: Int
    /// The number of bytes to keep free in the file system; if less is free, files that no access holds are evicted.
    package var freeBytes: Int

    /// Creates limits, by default 2 GiB for the files, with 1 GiB kept free.
    package init(bytes: Int = 2 << 30, freeBytes: Int = 1 << 30) {
        self.bytes = bytes
        self.freeBytes = freeBytes
    }
}

/// An eviction, for the change log.
package struct ResourceEviction: Sendable, Equatable {
    /// The SHA-256 of the file.
    package let digest: FontDigest
    /// The provider of the file; the service's own if no manifest declares the file any more.
    package let provider: ProviderIdentifier
    /// Whether the user requested the eviction; otherwise space was low.
    package let isByUser: Bool
}
