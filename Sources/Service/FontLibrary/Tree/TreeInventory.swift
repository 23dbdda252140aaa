package import FontModel

/// What lies in the tree, as one walk over it found it.
package struct TreeInventory: Sendable, Equatable {
    /// A font file in a shard.
    package struct PublishedFile: Sendable, Hashable {
        /// The shard it is in.
        package var shard: Shard
        /// Its name, without the dot where it is hidden.
        package var fileName: FontFileName
        /// Whether somebody put a dot before its name, so that fontconfig does not see it.
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
        /// The name of the directory in the root that it is in; `nil` where it is in the root itself.
        package var directory: String?
        /// Its name; any bytes.
        package var name: [UInt8]

        /// Creates an entry.
        package init(directory: String?, name: [UInt8]) {
            self.directory = directory
            self.name = name
        }
    }

    /// The directory that the shards are in.
    package struct Root: Sendable, Hashable {
        /// What tells its file system from others.
        package var fileSystem: UInt64
        /// The inode number.
        package var inode: UInt64
        /// When it was made, or an entry of it last came or went, in nanoseconds since 1970.
        package var changeNanoseconds: Int64
        /// Whether there is nothing in it.
        package var isEmpty: Bool

        /// Creates a value.
        package init(fileSystem: UInt64, inode: UInt64, changeNanoseconds: Int64, isEmpty: Bool) {
            self.fileSystem = fileSystem
            self.inode = inode
            self.changeNanoseconds = changeNanoseconds
            self.isEmpty = isEmpty
        }

        /// Whether it is another directory than a known one.
        package func differs(from known: PublishedRoot) -> Bool {
            fileSystem != known.fileSystem || inode != known.inode
        }

        /// Whether it was there, with what is in it, before the fonts were found in a known one: a disk that they are on
        /// may be mounted over it.
        func wasThere(before known: PublishedRoot) -> Bool {
            differs(from: known) && changeNanoseconds < known.seenNanoseconds
        }
    }

    /// The published root; `nil` where there is none.
    package var root: Root?
    /// The shards that exist.
    package var shards: Set<Shard> = []
    /// The font files in shards, ordered by shard and name.
    package var published: [PublishedFile] = []
    /// The visible entries of the root, the shards and the sentinel directory that are not ours, in order.
    package var foreign: [ForeignEntry] = []
    /// The font files that are on their way into a shard, in order.
    package var staged: [FontFileName] = []
    /// The contents in the store.
    package var stored: [FontDigest: FileStamp] = [:]
    /// The contents that are on their way into the store.
    package var stagedContents: Set<FontDigest> = []
    /// The contents that have a sidecar.
    package var sidecars: Set<FontDigest> = []
    /// The contents that a transaction was under way for.
    package var marks: Set<FontDigest> = []

    /// Creates an inventory of nothing.
    package init() {}

    /// Whether the tree as a whole is gone that published fonts should be in: its disk may not be mounted.
    ///
    /// A root without fonts is there to remove them, unless it was there before: that is what a disk is mounted on. So it
    /// is where it is empty and older than they are, and where they were found in another one after all that has come or
    /// gone in it. Some file systems number their directories anew at times: one that has any of the fonts is the right
    /// one, unless it is a copy.
    ///
    /// - Parameters:
    ///   - expected: What the registry says.
    ///   - known: Where the fonts were found last; `nil` where that is not known.
    /// - Returns: Whether nothing may be concluded from the absence of files.
    package func isGone(for expected: [ExpectedFont], in known: PublishedRoot? = nil) -> Bool {
        let unstored = expected.filter { font in
            guard case .published = font.place else { return false }
            return stored[font.digest] == nil
        }
        guard let root, !unstored.isEmpty else { return !unstored.isEmpty }
        if let known, root.wasThere(before: known) {
            // Of a copy the inodes have changed when it was made.
            let times = Dictionary(
                published.map { ($0.fileName, $0.stamp.changeNanoseconds) }, uniquingKeysWith: { first, _ in first })
            return !unstored.contains { font in
                font.stamp.map { times[font.fileName] == $0.changeNanoseconds } ?? false
            }
        }
        return root.isEmpty && unstored.contains { ($0.stamp?.changeNanoseconds ?? 0) > root.changeNanoseconds }
    }
}
