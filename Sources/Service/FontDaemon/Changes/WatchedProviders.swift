internal import EventLoop

/// The watched places that show when providers are installed or removed, and when applications have other icons.
struct WatchedProviders {
    /// The most files to watch, which is enough for more providers than any user has.
    private static let maximumFiles = 4096

    /// The places in which any provider may appear.
    private let usual: LibraryWatch.ProviderPlaces
    /// The files that show that the known providers are installed.
    private var files: Set<String> = []
    /// The desktop entries of applications whose icon was changed.
    private var iconSources: Set<String> = []
    /// The lookouts for all of these places.
    private(set) var lookouts: Set<Lookout> = []

    init(usual: LibraryWatch.ProviderPlaces) { self.usual = usual }

    /// Replaces the watched files; the usual places remain watched.
    mutating func setFiles(_ paths: [String]) { files = Set(paths.prefix(Self.maximumFiles)) }

    /// Replaces the watched desktop entries.
    mutating func setIconSources(_ paths: [String]) { iconSources = Set(paths.prefix(Self.maximumFiles)) }

    /// Finds the places or, if they do not exist, the nearest existing directories.
    ///
    /// This reads their file systems, which may take some time.
    func search() -> Set<Lookout> {
        let wanted = usual.files.union(files).union(usual.directories).union(iconSources)
        return Set(
            wanted.compactMap { Lookout(for: $0) } + usual.directories.compactMap { Lookout(forAnythingIn: $0) })
    }

    /// Records the new lookouts.
    ///
    /// - Returns: The directories to watch additionally, and those to watch no longer.
    mutating func note(_ found: Set<Lookout>) -> (added: Set<String>, removed: Set<String>) {
        let (former, wanted) = (Set(lookouts.map(\.directory)), Set(found.map(\.directory)))
        lookouts = found
        return (wanted.subtracting(former), former.subtracting(wanted))
    }

    /// Whether a change may mean that a provider was installed or removed, or signals such a change.
    func areConcerned(by change: DirectoryChange) -> Bool { lookouts.contains { $0.concerns(change) } }

    /// Records that a directory is no longer watched.
    mutating func remove(_ directory: String) { lookouts = lookouts.filter { $0.directory != directory } }
}
