package import FontModel

/// How much room the files that were fetched may take.
package struct ResourceSpace: Sendable, Equatable {
    /// The bytes of all files together.
    package var bytes: Int
    /// The bytes that stay free in the file system: below, files that nobody holds are evicted.
    package var freeBytes: Int

    /// As is usual: 2 GiB, and 1 GiB stays free.
    package init(bytes: Int = 2 << 30, freeBytes: Int = 1 << 30) {
        self.bytes = bytes
        self.freeBytes = freeBytes
    }
}

/// What is evicted, told to whoever keeps the change log.
package struct ResourceEviction: Sendable, Equatable {
    /// The SHA-256 of the file.
    package let digest: FontDigest
    /// Whose it is; the service's own where no manifest declares it any more.
    package let provider: ProviderIdentifier
    /// Whether the user asked for it; else space is low.
    package let isByUser: Bool
}
