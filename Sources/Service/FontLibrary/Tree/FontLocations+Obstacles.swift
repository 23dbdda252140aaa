package import LinuxSystem

extension FontLocations {
    /// The font directories that this user cannot write, or that belong to another user.
    package struct Obstacles: Sendable, Equatable {
        /// The directories that prevent fonts from being changed.
        package var ofChanges: [DirectoryObstacle] = []
        /// The obstacles in the directory into which people put fonts, which do not prevent us from publishing.
        ///
        /// We publish in a directory of our own within it.
        package var ofUser: [DirectoryObstacle] = []

        /// Creates an empty list.
        package init() {}

        /// All obstacles, the most serious first.
        package var all: [DirectoryObstacle] { ofChanges + ofUser }
    }

    /// Finds directories that cannot be written, in the published tree, in the store and above them.
    ///
    /// Blocks; makes a few system calls for each directory.
    ///
    /// - Returns: The current obstacles.
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

    /// The path itself, or its nearest existing parent directory if the path does not exist.
    private static func nearest(to path: String) -> String {
        var path = path
        while path != "/", (try? FileStatus(path: path)) == nil { path = FontTree.parent(of: path) }
        return path
    }
}
