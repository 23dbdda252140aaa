internal import EventLoop

/// The places that tell of providers' coming and going, and of applications with other icons.
struct WatchedProviders {
    /// The most files that are looked out for: those of more providers than anybody has.
    private static let maximumFiles = 4096

    /// Where any provider may come.
    private let usual: LibraryWatch.ProviderPlaces
    /// What shows that the providers are installed that are known.
    private var files: Set<String> = []
    /// The desktop entries of applications whose icon is another.
    private var iconSources: Set<String> = []
    /// What is watched for them.
    private(set) var lookouts: Set<Lookout> = []

    init(usual: LibraryWatch.ProviderPlaces) { self.usual = usual }

    /// Looks out for these files and no others any more, besides the usual places.
    mutating func setFiles(_ paths: [String]) { files = Set(paths.prefix(Self.maximumFiles)) }

    /// Looks out for these desktop entries and no others any more.
    mutating func setIconSources(_ paths: [String]) { iconSources = Set(paths.prefix(Self.maximumFiles)) }

    /// The places or, where there are none, the nearest ones that are there for them to come.
    ///
    /// Looks at their file systems, which may take a while.
    func search() -> Set<Lookout> {
        let wanted = usual.files.union(files).union(usual.directories).union(iconSources)
        return Set(
            wanted.compactMap { Lookout(for: $0) } + usual.directories.compactMap { Lookout(forAnythingIn: $0) })
    }

    /// Takes note of what is to be watched by now.
    ///
    /// - Returns: The directories that are to be watched besides, and those no more.
    mutating func note(_ found: Set<Lookout>) -> (added: Set<String>, removed: Set<String>) {
        let (former, wanted) = (Set(lookouts.map(\.directory)), Set(found.map(\.directory)))
        lookouts = found
        return (wanted.subtracting(former), former.subtracting(wanted))
    }

    /// Whether a change may be a provider's coming or going, or the ring of somebody who knows of one.
    func areConcerned(by change: DirectoryChange) -> Bool { lookouts.contains { $0.concerns(change) } }

    /// Takes note that a directory is not watched any more.
    mutating func remove(_ directory: String) { lookouts = lookouts.filter { $0.directory != directory } }
}
