internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization

extension DoctorExamination {
    /// How many nanoseconds ahead of the clock a time may be before it counts as in the future; file systems round
    /// times.
    private static let tolerance: Int64 = 2_000_000_000

    /// Checks fontconfig's caches.
    mutating func examineCaches() {
        guard let layout = facts.layout else { return }
        // A link to a font is cached as well.
        let occupied = Set((layout.survey.files + layout.survey.links).map { UserPlaces.parent(of: $0.path) })
        let stale = layout.survey.directories.map(\.path).filter {
            occupied.contains($0) && layout.cacheFiles[$0] == nil
        }
        if !stale.isEmpty {
            let isForRoot = stale.contains { !UserPlaces.contains(facts.places.home, $0) }
            find(
                .staleCaches,
                stale.count == 1
                    ? localized("The cache of a directory is missing, or older than the directory.")
                    : localized(
                        "The caches of %1 directories are missing, or older than the directories.", stale.count),
                items: stale,
                remedy: isForRoot
                    ? localized("Run 'fc-cache', and 'sudo fc-cache -s' for the system directories.")
                    : localized("Run 'fc-cache'."))
        }
        examineCacheFiles(layout)
    }

    private mutating func examineCacheFiles(_ layout: DoctorFacts.Layout) {
        let own = layout.cacheFiles.values.compactMap { Self.cacheVersion($0) }.max()
        var foreign: [String] = []
        var locked: [String] = []
        var isWritable = false
        for directory in layout.cacheDirectories {
            let names = (try? FileSystem.names(in: directory)) ?? []
            let versions = Dictionary(grouping: names.compactMap { Self.cacheVersion($0) }, by: { $0 })
            for (version, files) in versions.sorted(by: { $0.key < $1.key }) where own != nil && version != own {
                foreign.append(localized("%1: version %2, %3", directory, version, CountedText.files(files.count)))
            }
            if access(Self.existing(directory).fileSystemRepresentation, W_OK) == 0 {
                isWritable = true
            } else if UserPlaces.contains(facts.places.home, directory) {
                locked.append(directory)
            }
        }
        if let own, !foreign.isEmpty {
            find(
                .foreignCaches,
                localized(
                    """
                    There are caches of versions other than version %1, the one that fontconfig %2 uses.
                    """, own, layout.libraryVersion),
                items: foreign,
                remedy: localized(
                    """
                    Nothing, as long as all programs show text. If text is missing in a program, quit the program and \
                    remove the cache files of the newest version.
                    """))
        }
        if !isWritable || !locked.isEmpty {
            find(
                .unwritableCaches, localized("fontconfig cannot write its caches."),
                items: locked.isEmpty ? layout.cacheDirectories : locked,
                remedy: localized(
                    """
                    Run 'sudo chown -R $USER DIRECTORY' to own the directory again; 'sudo fc-cache' may have changed \
                    its owner.
                    """))
        }
    }

    /// Checks the modification times of directories and of Typecase's own files.
    mutating func examineTimes() {
        let latest = facts.now + Self.tolerance
        let directories = Set(
            (facts.loose.directories + (facts.layout?.survey.directories ?? []))
                .filter { $0.status.stamp.modificationNanoseconds > latest }.map(\.path))
        if !directories.isEmpty {
            find(
                .futureTimes,
                localized("Some font directories have modification times in the future."), items: directories.sorted(),
                remedy: localized("Correct the clock if it is behind, then run 'touch DIRECTORY' and 'fc-cache'."))
        }
        let stated = facts.service.status?.text("registry_file") ?? ""
        let registry = stated.isEmpty ? facts.places.registry : stated
        if let status = try? FileStatus(path: registry), status.stamp.modificationNanoseconds > latest {
            find(
                .clockBehind, localized("The clock is behind the time when fonts were last changed."),
                items: [registry],
                remedy: localized("Correct the clock. Run 'timedatectl' to check whether it is synchronised."))
        }
    }

    /// The version in the name of a cache file, such as 8 in `….cache-8`.
    static func cacheVersion(_ path: String) -> Int? {
        path.ranges(of: ".cache-").last.flatMap { Int(path[$0.upperBound...]) }
    }

    /// The longest part of a path that exists, which must be writable to create the rest.
    private static func existing(_ path: String) -> String {
        var path = path
        while path != "/", access(path.fileSystemRepresentation, F_OK) != 0 { path = UserPlaces.parent(of: path) }
        return path
    }
}
