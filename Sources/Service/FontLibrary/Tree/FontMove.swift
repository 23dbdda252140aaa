package import FontModel
package import LinuxSystem

/// One change that a ``FontTransaction`` makes in the tree.
package enum FontMove: Sendable {
    /// The location of validated bytes.
    package enum Bytes: Sendable {
        /// In memory, sealed.
        case memory(SealedMemory)
        /// On the disk, in the stage, as with batches.
        case staged(StagedFont)

        /// The digest of the content.
        package var digest: FontDigest {
            switch self {
            case .memory(let memory): memory.digest
            case .staged(let font): font.digest
            }
        }
    }

    /// Puts validated bytes into a shard.
    case publish(Bytes, as: FontFileName, in: Shard)
    /// Puts validated bytes into the store; the font is registered as disabled.
    case keep(Bytes)
    /// Moves a stored content into a shard.
    ///
    /// If the stamp differs from the given one, or none is given, the bytes are hashed first.
    case enable(FontDigest, stamp: FileStamp?, as: FontFileName, in: Shard)
    /// Moves a published font into the store.
    ///
    /// If the stamp differs from the given one, the bytes may have changed. The changes then contain no stamp for the
    /// font, and enabling it again will hash it.
    case withdraw(FontDigest, stamp: FileStamp?, as: FontFileName, in: Shard)
    /// Replaces a published content with validated bytes, and moves its own bytes into the store.
    ///
    /// A program that reads the shard always finds exactly one of the two under the name. For the stamp, see
    /// ``withdraw(_:stamp:as:in:)``.
    case replace(FontDigest, stamp: FileStamp?, by: Bytes, as: FontFileName, in: Shard)
    /// Removes the stored bytes of a content when the transaction is finished.
    ///
    /// It may follow a ``withdraw(_:stamp:as:in:)``.
    case delete(FontDigest)
    /// Moves the stored bytes of a content to the removed fonts when the transaction is finished.
    ///
    /// It may follow a ``withdraw(_:stamp:as:in:)``. If the disk has no room for a note of the font, the bytes are
    /// deleted.
    case retire(RemovedFont)
    /// Puts a sidecar in place when the transaction is finished.
    case writeSidecar(Sidecar)
    /// Writes a sidecar when the transaction is finished, and nothing before.
    ///
    /// Thus callers that wait for the earlier steps do not wait for this file. If the registry is lost between the two,
    /// it recovers the previous contents of the sidecar, as with ``removeSidecar(_:)``.
    case rewriteSidecar(Sidecar)
    /// Removes a sidecar when the transaction is finished.
    case removeSidecar(FontDigest)
}

/// The changes that a transaction made, for the registry and for warming the caches.
package struct PublishedChanges: Sendable, Equatable {
    /// The stamp of every file that was put in place, after the last rename.
    package var stamps: [FontDigest: FileStamp]
    /// The paths of the scanned directories whose contents changed, in the order for warming their caches.
    ///
    /// Shards come first. If a directory was created in the root, the root comes last.
    package var touchedDirectories: [String]

    /// Creates a record of changes.
    package init(stamps: [FontDigest: FileStamp] = [:], touchedDirectories: [String] = []) {
        self.stamps = stamps
        self.touchedDirectories = touchedDirectories
    }
}
