internal import EventLoop
internal import FontLibrary
internal import FontService
internal import LinuxSystem
internal import Logging

/// The directory to watch for a path that may appear or disappear.
///
/// It is the parent directory or, if that does not exist either, the nearest existing one.
struct Lookout: Sendable, Hashable {
    /// The existing directory.
    let directory: String
    /// The entry of the directory on the way to the path; `nil` for every entry.
    let entry: String?

    /// Creates a lookout for a path; `nil` if no directory above it exists.
    ///
    /// - Parameters:
    ///   - place: The absolute path to watch for, which need not exist.
    ///   - isDirectory: Whether there is a directory at a path.
    init?(for place: String, isDirectory: (String) -> Bool = Lookout.isDirectory) {
        var path = place
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

    /// Creates a lookout for any entry of a directory; `nil` if the directory does not exist.
    init?(forAnythingIn directory: String) {
        guard Self.isDirectory(directory) else { return nil }
        self.directory = directory
        entry = nil
    }

    /// Whether there is a directory at a path, or a link to one.
    static func isDirectory(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLinks: true))?.kind == .directory
    }

    /// Whether a change may mean that the path appeared or disappeared.
    func concerns(_ change: DirectoryChange) -> Bool {
        guard change.directory == directory else { return false }
        return change.isOfDirectoryItself || entry == nil || change.entry == entry
    }

    /// Whether a change removed the entry at the path of the root.
    func isTreeGone(with change: DirectoryChange) -> Bool {
        change.endsWatch || change.kinds.contains(.movedFrom) || change.kinds.contains(.deleted)
    }
}

extension LibraryWatch {
    /// Watches the directory above the tree, or the nearest existing one.
    func watchAboveTree() async {
        guard let watcher else { return }
        // The tree may appear during the search. The number of attempts is limited, because nobody creates directories
        // forever.
        for _ in 0..<8 {
            let found = try? await threads.run { [tree] in Lookout(for: tree.root) }
            guard let place = found, place != published.lookout else { return }
            let former = published.lookout?.directory
            published.lookout = place
            if let former, !isWatchedOtherwise(former) { watcher.remove(former) }
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

extension LibraryWatch {
    /// Watches the policy directories for lists of denied fonts and files on rights.
    ///
    /// If some of them do not exist, the nearest existing directories are watched until they appear.
    ///
    /// - Returns: Whether the set of watched directories changed.
    @discardableResult
    func watchPolicy() async -> Bool {
        guard let watcher else { return false }
        var isChanged = false
        // A directory may appear before the one above it is watched.
        for _ in 0..<8 {
            let found = try? await threads.run { [policyDirectories] in
                Set(
                    policyDirectories.flatMap { directory in
                        let rights = "\(directory)/\(RightsService.directoryName)"
                        return [
                            Lookout(for: "\(directory)/\(DenyListService.fileName)"), Lookout(for: rights),
                            Lookout(forAnythingIn: rights),
                        ].compactMap(\.self)
                    })
            }
            guard let found, found != policyLookouts else { return isChanged }
            let former = Set(policyLookouts.map(\.directory))
            policyLookouts = found
            isChanged = true
            let wanted = Set(found.map(\.directory))
            for directory in former.subtracting(wanted) where !isWatchedOtherwise(directory) {
                watcher.remove(directory)
            }
            await add(Array(wanted))
        }
        return isChanged
    }

    /// Whether another part of the watch needs a directory to be watched.
    func isWatchedOtherwise(_ directory: String) -> Bool {
        systemDirectories.contains(directory) || isLookedOutFrom(directory)
    }

    /// Whether a directory is watched for changes below it.
    func isLookedOutFrom(_ directory: String) -> Bool {
        published.lookout?.directory == directory
            || policyLookouts.union(providers.lookouts).contains { $0.directory == directory }
    }
}

extension DirectoryChange {
    /// Whether the change affects the watched directory itself rather than an entry.
    var isOfDirectoryItself: Bool { entry == nil }

    /// Whether the directory is no longer watched.
    var endsWatch: Bool { kinds.contains(.directoryDeleted) || kinds.contains(.directoryMoved) }
}
