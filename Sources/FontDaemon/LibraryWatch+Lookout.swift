internal import EventLoop
internal import FontLibrary
internal import LinuxSystem
internal import Logging

/// Where to look out for the root of the published tree: the directory above it or, where that is not there either, the
/// nearest one that is.
struct TreeLookout: Sendable, Equatable {
    /// The directory that is there.
    let directory: String
    /// Its entry on the way to the root.
    let entry: String

    /// Looks for the place.
    ///
    /// - Parameters:
    ///   - root: The absolute path of the root, which need not be there.
    ///   - isDirectory: Whether there is a directory at a path.
    init?(root: String, isDirectory: (String) -> Bool) {
        var path = root
        while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let parent = String(path[..<slash])
            if isDirectory(parent) {
                directory = parent
                entry = String(path[path.index(after: slash)...])
                return
            }
            path = parent
        }
        return nil
    }

    /// Whether a change may mean that the root came or went.
    func concerns(_ change: DirectoryChange) -> Bool {
        guard change.directory == directory else { return false }
        return change.isOfDirectoryItself || change.entry == entry
    }

    /// Whether what was at the path of the root has gone with a change.
    func isTreeGone(with change: DirectoryChange) -> Bool {
        change.endsWatch || change.kinds.contains(.movedFrom) || change.kinds.contains(.deleted)
    }
}

extension LibraryWatch {
    /// Watches the directory above the tree, or the nearest that is there.
    func watchAboveTree() async {
        guard let watcher else { return }
        // The tree may come up to the directory while it is being looked for; nobody makes directories for ever.
        for _ in 0..<8 {
            let found = try? await threads.run { [tree] in
                TreeLookout(root: tree.root) { (try? FileStatus(path: $0, followsLinks: true))?.kind == .directory }
            }
            guard let place = found, place != lookout else { return }
            if let former = lookout?.directory, former != place.directory, !systemDirectories.contains(former) {
                watcher.remove(former)
            }
            lookout = place
            try? await threads.run { [log] in
                do {
                    try watcher.add(place.directory)
                } catch {
                    log.warning(
                        "The directory above the fonts cannot be watched",
                        metadata: ["path": "\(place.directory)", "error": "\(error)"])
                }
            }
        }
    }
}

extension DirectoryChange {
    /// Whether the change is of the watched directory rather than of an entry.
    var isOfDirectoryItself: Bool { entry == nil }

    /// Whether the directory is not watched any more.
    var endsWatch: Bool { kinds.contains(.directoryDeleted) || kinds.contains(.directoryMoved) }
}
