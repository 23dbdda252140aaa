package import FontModel
package import LinuxSystem

/// One thing that a ``FontTransaction`` does to the tree.
package enum FontMove: Sendable {
    /// Where validated bytes are.
    package enum Bytes: Sendable {
        /// In memory, sealed.
        case memory(SealedMemory)
        /// On the disk, waiting, as those of batches.
        case staged(StagedFont)

        /// Names the content.
        package var digest: FontDigest {
            switch self {
            case .memory(let memory): memory.digest
            case .staged(let font): font.digest
            }
        }
    }

    /// Puts validated bytes into a shard.
    case publish(Bytes, as: FontFileName, in: Shard)
    /// Puts validated bytes into the store: the font is registered disabled.
    case keep(Bytes)
    /// Moves a stored content into a shard. Where the stamp is not the one given, or none is, the bytes are hashed first.
    case enable(FontDigest, stamp: FileStamp?, as: FontFileName, in: Shard)
    /// Moves a published font into the store. Where the stamp is not the one given, the bytes may be others by now: the
    /// changes then have no stamp for it, and enabling it again will hash it.
    case withdraw(FontDigest, stamp: FileStamp?, as: FontFileName, in: Shard)
    /// Puts validated bytes in the place of a published content, whose own bytes go into the store.
    ///
    /// Whoever reads the shard finds the one or the other under the name, never both and never none. For the stamp see
    /// ``withdraw(_:stamp:as:in:)``.
    case replace(FontDigest, stamp: FileStamp?, by: Bytes, as: FontFileName, in: Shard)
    /// Removes the stored bytes of a content when the transaction is finished; may follow a ``withdraw(_:stamp:as:in:)``.
    case delete(FontDigest)
    /// Moves the stored bytes of a content to the removed fonts when the transaction is finished; may follow a
    /// ``withdraw(_:stamp:as:in:)``. Where the disk has no room for a note of it, the bytes are deleted.
    case retire(RemovedFont)
    /// Puts a sidecar in place when the transaction is finished.
    case writeSidecar(Sidecar)
    /// Writes a sidecar when the transaction is finished, and nothing before: whoever waits for the rest does not wait
    /// for its file.
    ///
    /// A registry that is lost between the two learns what the sidecar said before, as with ``removeSidecar(_:)``.
    case rewriteSidecar(Sidecar)
    /// Removes a sidecar when the transaction is finished.
    case removeSidecar(FontDigest)
}

/// What a transaction changed, as the registry and the warming of caches need it.
package struct PublishedChanges: Sendable, Equatable {
    /// The stamp of every file that was put somewhere, as it is after the last rename.
    package var stamps: [FontDigest: FileStamp]
    /// The paths of the scanned directories whose contents changed, shards first, the root last where a directory was
    /// made in it: the order to warm their caches in.
    package var touchedDirectories: [String]

    /// Creates a record of changes.
    package init(stamps: [FontDigest: FileStamp] = [:], touchedDirectories: [String] = []) {
        self.stamps = stamps
        self.touchedDirectories = touchedDirectories
    }
}
