package import FontModel

/// The contents of the tree, as found by one walk over it.
package struct TreeInventory: Sendable, Equatable {
    /// A font file in a shard.
    package struct PublishedFile: Sendable, Hashable {
        /// The shard that contains the file.
        package var shard: Shard
        /// The file's name, without the dot if the file is hidden.
        package var fileName: FontFileName
        /// Whether a dot was put before its name, so that fontconfig does not see it.
        package var isHidden: Bool
        /// Its stamp.
        package var stamp: FileStamp

        /// Creates a file.
        package init(shard: Shard, fileName: FontFileName, isHidden: Bool = false, stamp: FileStamp) {
            self.shard = shard
            self.fileName = fileName
            self.isHidden = isHidden
            self.stamp = stamp
        }
    }

    /// A visible entry of the published tree that is not ours.
    package struct ForeignEntry: Sendable, Hashable {
        /// The name of the directory in the root that contains the entry; `nil` if the root itself does.
        package var directory: String?
        /// The entry's name; any bytes.
        package var name: [UInt8]

        /// Creates an entry.
        package init(directory: String?, name: [UInt8]) {
            self.directory = directory
            self.name = name
        }
    }

    /// The directory that contains the shards.
    package struct Root: Sendable, Hashable {
        /// The identifier of its file system.
        package var fileSystem: UInt64
        /// The inode number.
        package var inode: UInt64
        /// When it was created, or an entry of it was last added or removed, in nanoseconds since 1970.
        package var changeNanoseconds: Int64
        /// Whether the directory is empty.
        package var isEmpty: Bool

        /// Creates a value.
        package init(fileSystem: UInt64, inode: UInt64, changeNanoseconds: Int64, isEmpty: Bool) {
            self.fileSystem = fileSystem
            self.inode = inode
            self.changeNanoseconds = changeNanoseconds
            self.isEmpty = isEmpty
        }

        /// Whether it is a different directory than a known one.
        package func differs(from known: PublishedRoot) -> Bool {
            fileSystem != known.fileSystem || inode != known.inode
        }

        /// Whether it already had its present contents before the fonts were found in a known root.
        ///
        /// If so, it may be the mount point of the disk that contains the fonts.
        func wasThere(before known: PublishedRoot) -> Bool {
            differs(from: known) && changeNanoseconds < known.seenNanoseconds
        }
    }

    /// The published root; `nil` if it does not exist.
    package var root: Root?
    /// The shards that exist.
    package var shards: Set<Shard> = []
    /// The font files in shards, ordered by shard and name.
    package var published: [PublishedFile] = []
    /// The visible entries of the root, the shards and the sentinel directory that are not ours, in order.
    package var foreign: [ForeignEntry] = []
    /// The staged font files that will move into a shard, in order.
    package var staged: [FontFileName] = []
    /// The contents in the store.
    package var stored: [FontDigest: FileStamp] = [:]
    /// The staged contents that will move into the store.
    package var stagedContents: Set<FontDigest> = []
    /// The contents that have a sidecar.
    package var sidecars: Set<FontDigest> = []
    /// The contents that a transaction was changing.
    package var marks: Set<FontDigest> = []

    /// Creates an empty inventory.
    package init() {}

    /// Whether the whole tree that should contain published fonts is missing: its disk may not be mounted.
    ///
    /// A root without fonts normally means that the user removed them. However, if the root existed before the fonts,
    /// it is probably the mount point of their disk. This is assumed if the root is empty and older than the fonts, or
    /// if the fonts were found in another root after the last change of this root. Some file systems renumber their
    /// directories at times: a root that contains any of the fonts is the right one, unless it is a copy.
    ///
    /// - Parameters:
    ///   - expected: The registry's records.
    ///   - known: Where the fonts were found last; `nil` if that is not known.
    /// - Returns: Whether the absence of files proves nothing.
    package func isGone(for expected: [ExpectedFont], in known: PublishedRoot? = nil) -> Bool {
        let unstored = expected.filter { font in
            guard case .published = font.place else { return false }
            return stored[font.digest] == nil
        }
        guard let root, !unstored.isEmpty else { return !unstored.isEmpty }
        if let known, root.wasThere(before: known) {
            // In a copy, the change times of the inodes are those of the copying.
            let times = Dictionary(
                published.map { ($0.fileName, $0.stamp.changeNanoseconds) }, uniquingKeysWith: { first, _ in first })
            return !unstored.contains { font in
                font.stamp.map { times[font.fileName] == $0.changeNanoseconds } ?? false
            }
        }
        return root.isEmpty && unstored.contains { ($0.stamp?.changeNanoseconds ?? 0) > root.changeNanoseconds }
    }
}
