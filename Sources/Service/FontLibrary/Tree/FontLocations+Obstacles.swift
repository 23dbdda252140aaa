package import LinuxSystem

extension FontLocations {
    /// The directories of fonts that this user cannot write, or that belong to somebody else.
    package struct Obstacles: Sendable, Equatable {
        /// Those that keep fonts from being changed.
        package var ofChanges: [DirectoryObstacle] = []
        /// The directory that people put fonts into, where we publish in a directory of our own within it all the same.
        package var ofUser: [DirectoryObstacle] = []

        /// Creates a list without any.
        package init() {}

        /// All of them, the most serious first.
        package var all: [DirectoryObstacle] { ofChanges + ofUser }
    }

    /// Looks for directories that cannot be written, in the published tree, in the store and above them.
    ///
    /// Blocks; a few system calls for each directory.
    ///
    /// - Returns: What is in the way as things stand.
    package func obstacles() -> Obstacles {
        let root = publishedRoot()
        let fonts = FontTree.parent(of: root)
        var obstacles = Obstacles()
        var needed = [Self.nearest(to: root), Self.nearest(to: store)]
        if needed[0] == root {
            needed.append("\(root)/\(FontTree.stageName)")
            let names = (try? Directory(path: root).entries().map(\.text)) ?? []
            needed += names.compactMap { Shard(name: $0) }.sorted().map { "\(root)/\($0.name)" }
        }
        for path in needed where !obstacles.ofChanges.contains(where: { $0.path == path }) {
            if let obstacle = DirectoryObstacle(of: path) { obstacles.ofChanges.append(obstacle) }
        }
        if !needed.contains(fonts), let obstacle = DirectoryObstacle(of: fonts) { obstacles.ofUser.append(obstacle) }
        return obstacles
    }

    /// A path or, where there is nothing, the directory that it would have to be created in.
    private static func nearest(to path: String) -> String {
        var path = path
        while path != "/", (try? FileStatus(path: path)) == nil { path = FontTree.parent(of: path) }
        return path
    }
}
