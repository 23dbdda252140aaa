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

    /// The most files that are looked out for: those of more providers than anybody has.
    private static let maximumFiles = 4096

    /// Watches what shows that providers are installed and nothing else of theirs any more; besides the places that any
    /// provider may come to.
    func setProviderFiles(_ paths: [String]) async {
        providerPlaces.files = Set(paths.prefix(Self.maximumFiles))
        await watchProviders()
    }

    /// Watches the desktop entries of applications whose icon is another than theirs.
    func setIconSources(_ paths: [String]) async {
        iconSources = Set(paths.prefix(Self.maximumFiles))
        await watchProviders()
    }

    /// Watches the places that tell of providers or, where there are none, the nearest ones that are there for them to
    /// come.
    func watchProviders() async {
        guard let watcher else { return }
        // A directory may come while the one above it is not watched yet.
        for _ in 0..<8 {
            let (places, iconSources) = (providerPlaces, iconSources)
            let found = try? await threads.run { [usualProviderPlaces] in
                let directories = usualProviderPlaces.directories.union(places.directories)
                let files = usualProviderPlaces.files.union(places.files).union(directories)
                    .union(iconSources)
                return Set(
                    files.compactMap { Lookout(for: $0) } + directories.compactMap { Lookout(forAnythingIn: $0) })
            }
            guard let found, found != providerLookouts else { return }
            let former = Set(providerLookouts.map(\.directory))
            providerLookouts = found
            let wanted = Set(found.map(\.directory))
            for directory in former.subtracting(wanted) where !isWatchedOtherwise(directory) {
                watcher.remove(directory)
            }
            await add(Array(wanted.subtracting(former)))
        }
    }

    /// Takes note of a change that may be a provider's coming or going, or the ring of somebody who knows of one.
    func noteProviders(_ change: DirectoryChange) {
        guard providerLookouts.contains(where: { $0.concerns(change) }) else { return }
        pending.noteProviders(at: .now)
        if change.endsWatch { providerLookouts = providerLookouts.filter { $0.directory != change.directory } }
        Task { await watchProviders() }
    }
}
