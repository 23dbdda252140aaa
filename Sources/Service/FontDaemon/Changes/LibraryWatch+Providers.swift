internal import EventLoop
internal import LinuxSystem

extension LibraryWatch {
    /// The places that tell of providers' coming and going.
    struct ProviderPlaces: Sendable, Hashable {
        /// Directories of which any entry may.
        var directories: Set<String> = []
        /// Single files.
        var files: Set<String> = []
    }

    /// Watches what shows that providers are installed and nothing else of theirs any more; besides the places that any
    /// provider may come to.
    func setProviderFiles(_ paths: [String]) async {
        providers.setFiles(paths)
        await watchProviders()
    }

    /// Watches the desktop entries of applications whose icon is another than theirs.
    func setIconSources(_ paths: [String]) async {
        providers.setIconSources(paths)
        await watchProviders()
    }

    /// Watches the places that tell of providers or, where there are none, the nearest ones that are there for them to
    /// come.
    func watchProviders() async {
        guard let watcher else { return }
        // A directory may come while the one above it is not watched yet.
        for _ in 0..<8 {
            let found = try? await threads.run { [providers] in providers.search() }
            guard let found, found != providers.lookouts else { return }
            let change = providers.note(found)
            for directory in change.removed where !isWatchedOtherwise(directory) { watcher.remove(directory) }
            await add(Array(change.added))
        }
    }

    /// Takes note of a change that may be a provider's coming or going.
    func noteProviders(_ change: DirectoryChange) {
        guard providers.areConcerned(by: change) else { return }
        pending.noteProviders(at: .now)
        if change.endsWatch { providers.remove(change.directory) }
        Task { await watchProviders() }
    }
}
