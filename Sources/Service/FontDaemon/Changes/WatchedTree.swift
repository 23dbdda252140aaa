internal import FontLibrary

/// The watched parts of the published tree.
struct WatchedTree {
    /// The lookout for the root; `nil` until there has been one.
    var lookout: Lookout?
    /// The root while it is watched.
    private(set) var root: String?
    private var shards: Set<Shard> = []
    /// The path of the directory of those shards, with a slash at the end.
    private var parent = ""

    /// The watched shard at a path.
    func shard(at path: String) -> Shard? {
        guard path.hasPrefix(parent), let shard = Shard(name: String(path.dropFirst(parent.count))) else { return nil }
        return shards.contains(shard) ? shard : nil
    }

    /// Records the directories that exist now.
    ///
    /// - Returns: The paths to watch additionally, and those to watch no longer.
    mutating func note(root: String, shards found: Set<Shard>) -> (added: [String], removed: [String]) {
        var (added, removed): ([String], [String]) = ([], [])
        if self.root != root {
            self.root = root
            added.append(root)
        }
        let parent = "\(root)/"
        if self.parent != parent {
            removed = shards.map { self.parent + $0.name }
            (shards, self.parent) = ([], parent)
        }
        for shard in found where shards.insert(shard).inserted { added.append(parent + shard.name) }
        return (added, removed)
    }

    /// Records that the root has moved, so that its watches are no longer useful.
    ///
    /// - Returns: The paths that need no longer be watched.
    mutating func forget() -> [String] {
        let paths = shards.map { parent + $0.name } + [root].compactMap(\.self)
        root = nil
        shards = []
        return paths
    }

    /// Records that a shard is no longer watched.
    mutating func remove(_ shard: Shard) { shards.remove(shard) }

    /// Records that a path could not be watched.
    mutating func remove(_ path: String) {
        if let shard = shard(at: path) { shards.remove(shard) }
        if path == root { root = nil }
    }
}
