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

    /// Whether there is a published root.
    package var hasRoot = false
    /// When the root was made or emptied, in nanoseconds since 1970, where there is nothing in it; `nil` otherwise.
    package var emptiedNanoseconds: Int64?
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
    /// An empty root is there to remove the fonts, unless it is older than they are: that is what a disk is mounted on.
    ///
    /// - Parameter expected: What the registry says.
    /// - Returns: Whether nothing may be concluded from the absence of files.
    package func isGone(for expected: [ExpectedFont]) -> Bool {
        expected.contains { font in
            guard case .published = font.place, stored[font.digest] == nil else { return false }
            guard hasRoot else { return true }
            guard let emptiedNanoseconds, let stamp = font.stamp else { return false }
            return stamp.changeNanoseconds > emptiedNanoseconds
        }
    }
}
