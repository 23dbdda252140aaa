internal import EventLoop
internal import LinuxSystem

extension LibraryWatch {
    /// The places that show when providers are installed or removed.
    struct ProviderPlaces: Sendable, Hashable {
        /// Directories of which any entry may show it.
        var directories: Set<String> = []
        /// Single files that show it.
        var files: Set<String> = []
    }

    /// Replaces the watched files that show which providers are installed.
    ///
    /// The places in which any provider may appear remain watched.
    func setProviderFiles(_ paths: [String]) async {
        providers.setFiles(paths)
        await watchProviders()
    }

    /// Watches the desktop entries of applications whose icon was changed.
    func setIconSources(_ paths: [String]) async {
        providers.setIconSources(paths)
        await watchProviders()
    }

    /// Watches the places that show providers or, if they do not exist, the nearest existing directories.
    func watchProviders() async {
        guard let watcher else { return }
        // A directory may appear before the one above it is watched.
        for _ in 0..<8 {
            let found = try? await threads.run { [providers] in providers.search() }
            guard let found, found != providers.lookouts else { return }
            let change = providers.note(found)
            for directory in change.removed where !isWatchedOtherwise(directory) { watcher.remove(directory) }
            await add(Array(change.added))
        }
    }

    /// Records a change that may mean that a provider was installed or removed.
    func noteProviders(_ change: DirectoryChange) {
        guard providers.areConcerned(by: change) else { return }
        pending.noteProviders(at: .now)
        if change.endsWatch { providers.remove(change.directory) }
        Task { await watchProviders() }
    }
}
