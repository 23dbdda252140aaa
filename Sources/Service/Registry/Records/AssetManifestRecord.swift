package import FontModel
internal import GRDB

/// A manifest whose fonts have been registered as it requires.
package struct AssetManifestRecord: Sendable, Equatable {
    /// The provider of the manifest.
    package var provider: ProviderIdentifier
    /// The stamp of the file when it was processed; `nil` if it could not be processed completely.
    package var stamp: FileStamp?
    /// The contents that the manifest requires to be registered.
    package var digests: [FontDigest]

    /// Creates a record.
    package init(provider: ProviderIdentifier, stamp: FileStamp?, digests: [FontDigest]) {
        self.provider = provider
        self.stamp = stamp
        self.digests = digests
    }
}

extension Registry {
    /// The manifests that have been processed.
    package func assetManifests() async throws(RegistryError) -> [ProviderIdentifier: AssetManifestRecord] {
        try await connection.read { db in
            let manifests = try db.cachedStatement(
                sql: """
                    SELECT provider, stampInode, stampSize, stampModification, stampChange, digests FROM assetManifest
                    """)
            var found: [ProviderIdentifier: AssetManifestRecord] = [:]
            for row in try Row.fetchAll(manifests) {
                guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
                    throw RegistryError.damagedRow("assetManifest")
                }
                let inode: Int64? = try row.decode(atIndex: 1)
                let stamp = try inode.map { inode in
                    FileStamp(
                        inode: UInt64(bitPattern: inode), size: try row.decode(atIndex: 2),
                        modificationNanoseconds: try row.decode(atIndex: 3),
                        changeNanoseconds: try row.decode(atIndex: 4))
                }
                let bytes = try row.bytes(5, "assetManifest")
                let digests = stride(from: 0, to: bytes.count, by: 32).compactMap {
                    FontDigest(bytes: Array(bytes[$0..<min($0 + 32, bytes.count)]))
                }
                found[provider] = AssetManifestRecord(provider: provider, stamp: stamp, digests: digests)
            }
            return found
        }
    }
}

extension MutationWriter {
    /// Stores the result of processing a manifest.
    func set(_ manifest: AssetManifestRecord) throws {
        try execute(
            """
            INSERT OR REPLACE INTO assetManifest (
                provider, stampInode, stampSize, stampModification, stampChange, digests)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                manifest.provider.rawValue, manifest.stamp.map { Int64(bitPattern: $0.inode) }, manifest.stamp?.size,
                manifest.stamp?.modificationNanoseconds, manifest.stamp?.changeNanoseconds,
                manifest.digests.flatMap(\.bytes).databaseBlob,
            ])
    }
}
