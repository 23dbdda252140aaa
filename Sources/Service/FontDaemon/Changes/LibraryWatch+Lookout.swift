internal import EventLoop
internal import FontLibrary
internal import FontService
internal import LinuxSystem
internal import Logging

/// Where to look out for something that comes and goes: the directory above it or, where that is not there either, the
/// nearest one that is.
struct Lookout: Sendable, Hashable {
    /// The directory that is there.
    let directory: String
    /// Its entry on the way to the place; `nil` for every entry.
    let entry: String?

    /// Looks for the place.
    ///
    /// - Parameters:
    ///   - place: The absolute path of what is looked out for, which need not be there.
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

    /// Looks at a directory for anything in it; `nil` where it is not there.
    init?(forAnythingIn directory: String) {
        guard Self.isDirectory(directory) else { return nil }
        self.directory = directory
        entry = nil
    }

    /// Whether there is a directory at a path, or a link to one.
    static func isDirectory(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLinks: true))?.kind == .directory
    }

    /// Whether a change may mean that it came or went.
    func concerns(_ change: DirectoryChange) -> Bool {
        guard change.directory == directory else { return false }
        return change.isOfDirectoryItself || entry == nil || change.entry == entry
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
    /// Watches the directories of the policy for lists of denied fonts and files on rights or, where there are none, the
    /// nearest ones that are there for theirs to come.
    ///
    /// - Returns: Whether any other directory is watched than was before.
    @discardableResult
    func watchPolicy() async -> Bool {
        guard let watcher else { return false }
        var isChanged = false
        // A directory may come while the one above it is not watched yet.
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

    /// Whether somebody else than who asks needs a directory to be watched.
    func isWatchedOtherwise(_ directory: String) -> Bool {
        systemDirectories.contains(directory) || isLookedOutFrom(directory)
    }

    /// Whether a directory is watched for what may come or go below it.
    func isLookedOutFrom(_ directory: String) -> Bool {
        published.lookout?.directory == directory
            || policyLookouts.union(providers.lookouts).contains { $0.directory == directory }
    }
}

extension DirectoryChange {
    /// Whether the change is of the watched directory rather than of an entry.
    var isOfDirectoryItself: Bool { entry == nil }

    /// Whether the directory is not watched any more.
    var endsWatch: Bool { kinds.contains(.directoryDeleted) || kinds.contains(.directoryMoved) }
}
