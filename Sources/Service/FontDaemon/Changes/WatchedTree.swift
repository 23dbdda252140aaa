internal import FontLibrary

/// What is watched of the published tree.
struct WatchedTree {
    /// What tells of the root's coming and going; `nil` before there has been one.
    var lookout: Lookout?
    /// The root, as long as it is watched.
    private(set) var root: String?
    private var shards: Set<Shard> = []
    /// Where those shards are, and a slash.
    private var parent = ""

    /// The watched shard of a path.
    func shard(at path: String) -> Shard? {
        guard path.hasPrefix(parent), let shard = Shard(name: String(path.dropFirst(parent.count))) else { return nil }
        return shards.contains(shard) ? shard : nil
    }

    /// Takes note of the directories that there are by now.
    ///
    /// - Returns: What is to be watched besides, and what no more.
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

    /// Takes note that the root is not where it was, and what is watched of it tells nothing any more.
    ///
    /// - Returns: What is not to be watched any more.
    mutating func forget() -> [String] {
        let paths = shards.map { parent + $0.name } + [root].compactMap(\.self)
        root = nil
        shards = []
        return paths
    }

    /// Takes note that a shard is not watched any more.
    mutating func remove(_ shard: Shard) { shards.remove(shard) }

    /// Takes note that a path could not be watched.
    mutating func remove(_ path: String) {
        if let shard = shard(at: path) { shards.remove(shard) }
        if path == root { root = nil }
    }
}
