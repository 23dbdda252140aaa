package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Our part of the file system: the published root that fontconfig scans, and the store beside it.
///
///     $XDG_DATA_HOME/fonts/typecase/          published root, no font in it
///         00/ … 7f/                           shards, nothing but published fonts
///         changes/                            always empty; see ``bump()``
///         .stage/                             files that will move into a shard
///         .session/                           names of the files that last until the login session ends
///     $XDG_DATA_HOME/typecase/store/          <digest>, <digest>.json, disabled.json, providers.json,
///                                             foreign/, quarantine/, removed/, spare/, gone
///
/// Before the first font, only the directory around the store exists, which contains the lock. Directories are opened
/// for each operation and stay open during it, so that a replaced tree is noticed and not written to. All calls block.
/// Only the holder of ``InstanceLock`` may change anything.
package struct FontTree: Sendable {
    /// The locations of all files.
    package let locations: FontLocations

    static let stageName = ".stage"
    /// The directory for foreign directories that cannot leave the root's file system; fontconfig skips it.
    static let hiddenForeignName = ".foreign"
    static let foreignName = "foreign"
    static let quarantineName = "quarantine"
    /// All users who can read the home can read published directories.
    static let publishedMode: mode_t = 0o755
    static let storeMode: mode_t = 0o700
    static let fontMode: mode_t = 0o644

    /// Creates a tree after checking it, without creating any files.
    ///
    /// - Parameter locations: The locations of all files.
    /// - Throws: ``FontModel/FontError/Code/readOnly`` if the root or the store is a symbolic link, is not a directory,
    ///   belongs to another user, or is writable for others.
    package init(locations: FontLocations) throws(FontError) {
        self.init(unchecked: locations)
        _ = try openRoot()
        _ = try openStore()
    }

    /// Creates a tree without checking it; each operation checks what it opens.
    ///
    /// - Parameter locations: The locations of all files.
    package init(unchecked locations: FontLocations) { self.locations = locations }

    /// The current path of the published root.
    package var root: String { locations.publishedRoot() }

    /// The path of a shard.
    package func path(of shard: Shard) -> String { "\(root)/\(shard.name)" }

    /// The path of a published font, for messages and for warming; the daemon itself opens ``openPublished(_:in:)``.
    package func path(of fileName: FontFileName, in shard: Shard) -> String { "\(path(of: shard))/\(fileName)" }

    /// The shards that exist as directories; `nil` if there is no root.
    package func shards() throws(FontError) -> Set<Shard>? {
        guard let root = try openRoot() else { return nil }
        return try reporting("list the published fonts") { () throws(Errno) in
            var shards: Set<Shard> = []
            for name in try root.entries() {
                guard let shard = Shard(name: name.text) else { continue }
                if try root.status(of: shard.name).kind == .directory { shards.insert(shard) }
            }
            return shards
        }
    }

    /// Returns the status of the published root; `nil` if it does not exist.
    ///
    /// - Returns: Its numbers and times.
    /// - Throws: An error if the root could not be checked.
    package func rootStatus() throws(FontError) -> TreeInventory.Root? {
        guard let root = try openRoot() else { return nil }
        return try status(of: root)
    }

    /// Makes every program that polls fontconfig's directories see a new time.
    ///
    /// fontconfig compares whole seconds. If a change is made within the second of a program's last check, the program
    /// misses it until some directory changes in a later second. Creating and removing a hidden file in a directory
    /// without fonts is such a change, and the directory costs next to nothing to scan. Call this at least 1.1 s after
    /// the last rename.
    ///
    /// If the clock was set back, some directories have times in the future. For these, `FcConfigUptoDate` sees no
    /// change at all until those times have come (fontconfig 2.14, fccfg.c). Such directories get the present time.
    ///
    /// - Parameters:
    ///   - known: Where the published fonts were found last; `nil` if that is not known.
    ///   - comingSecond: The second, since 1970, to record as the time of the change, if it is about to begin; `nil`
    ///     for now. A program that checks before this second sees a time in the future, and then a change as soon as
    ///     the second has begun.
    /// - Returns: The paths of the directories that have new times, for warming, each after the directories inside it;
    ///   empty if nothing is published.
    /// - Throws: An error if a directory could not be changed.
    package func bump(in known: PublishedRoot? = nil, comingSecond: Int? = nil) throws(FontError) -> [String] {
        // A root without the fonts stays unchanged: its times show whether the fonts were removed, or their disk is not
        // mounted.
        guard let root = try openRoot(), try !isWithoutFonts(root, foundIn: known) else { return [] }
        // The directory around the root need not belong to the user.
        try? bumpSurroundings(of: root, comingSecond: comingSecond)
        return try reporting("announce the change to running programs") { () throws(Errno) in
            if try root.makeDirectory(PublishedNames.sentinel, mode: Self.publishedMode) { try root.synchronize() }
            let sentinel = try root.directory(PublishedNames.sentinel)
            try sentinel.unlinkIfPresent(".bump")
            _ = try sentinel.open(".bump", flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try sentinel.unlink(".bump")
            if let comingSecond { try sentinel.setTimes(toSecond: comingSecond) }
            var changed = [sentinel.path]
            for name in try root.entries() {
                guard let shard = Shard(name: name.text), try root.status(of: shard.name).isAheadOfClock else {
                    continue
                }
                let directory = try root.directory(shard.name)
                try directory.setTimesToNow()
                changed.append(directory.path)
            }
            if try FileStatus(of: root.descriptor).isAheadOfClock {
                try root.setTimesToNow()
                changed.append(root.path)
            }
            return changed
        }
    }
}

extension FileStatus {
    /// Whether this is a directory whose modification time is in the future.
    fileprivate var isAheadOfClock: Bool {
        kind == .directory && stamp.modificationNanoseconds / 1_000_000_000 > Int64(time(nil))
    }
}
