package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Our part of the file system: the published root that fontconfig scans, and the store beside it.
///
///     $XDG_DATA_HOME/fonts/typecase/          published root, no font in it
///         00/ … 7f/                           shards, nothing but published fonts
///         changes/                            empty for ever; see ``bump()``
///         .stage/                             files on their way into a shard
///         .session/                           names of the files that end with the login session
///     $XDG_DATA_HOME/typecase/store/          <digest>, <digest>.json, disabled.json, providers.json,
///                                             foreign/, quarantine/, removed/, spare/, gone
///
/// Nothing is there before the first font but the directory around the store, which has the lock. Directories are
/// opened for each operation and held while it lasts, so that a tree that somebody replaced is noticed instead of
/// written to. All calls block. Only the holder of ``InstanceLock`` may change anything.
package struct FontTree: Sendable {
    /// Where everything lies.
    package let locations: FontLocations

    static let stageName = ".stage"
    /// Where foreign directories go that cannot leave the root's file system; fontconfig skips it.
    static let hiddenForeignName = ".foreign"
    static let foreignName = "foreign"
    static let quarantineName = "quarantine"
    /// Published directories can be read by everybody who can read the home.
    static let publishedMode: mode_t = 0o755
    static let storeMode: mode_t = 0o700
    static let fontMode: mode_t = 0o644

    /// Checks the tree without making anything.
    ///
    /// - Parameter locations: Where everything lies.
    /// - Throws: ``FontModel/FontError/Code/readOnly`` where the root or the store is a symbolic link, no directory,
    ///   another user's, or writable for others.
    package init(locations: FontLocations) throws(FontError) {
        self.init(unchecked: locations)
        _ = try openRoot()
        _ = try openStore()
    }

    /// Takes the tree for what it may turn out to be: each operation checks what it opens.
    ///
    /// - Parameter locations: Where everything lies.
    package init(unchecked locations: FontLocations) { self.locations = locations }

    /// The path of the published root as things stand.
    package var root: String { locations.publishedRoot() }

    /// The path of a shard.
    package func path(of shard: Shard) -> String { "\(root)/\(shard.name)" }

    /// The path of a published font, for people and for warming; the daemon itself opens ``openPublished(_:in:)``.
    package func path(of fileName: FontFileName, in shard: Shard) -> String { "\(path(of: shard))/\(fileName)" }

    /// The shards that exist as directories; `nil` where there is no root.
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

    /// What the published root is like; `nil` where there is none.
    ///
    /// - Returns: Its numbers and times.
    /// - Throws: What kept somebody from looking.
    package func rootStatus() throws(FontError) -> TreeInventory.Root? {
        guard let root = try openRoot() else { return nil }
        return try status(of: root)
    }

    /// Makes every program that polls fontconfig's directories see a new time.
    ///
    /// fontconfig compares whole seconds, so a change made within the second of a program's last look is lost to it
    /// until some directory changes in a later one. Making and removing a hidden file in a directory without fonts is
    /// such a change, and costs next to nothing to scan. To be called at least 1.1 s after the last rename.
    ///
    /// Where the clock was set back, directories are left with times to come, for which `FcConfigUptoDate` sees no change
    /// at all until they have come (fontconfig 2.14, fccfg.c). Those get the present time.
    ///
    /// - Parameters:
    ///   - known: Where the published fonts were found last; `nil` where that is not known.
    ///   - comingSecond: The second, since 1970, that the change is said to be made in, where it is about to begin; `nil` for
    ///     now. Whoever looks before it begins sees a time to come, and a change as soon as it has begun.
    /// - Returns: The paths of the directories that have new times, for warming, each after what lies in it; none where
    ///   nothing is published.
    /// - Throws: What kept a directory from being changed.
    package func bump(in known: PublishedRoot? = nil, comingSecond: Int? = nil) throws(FontError) -> [String] {
        // One that the fonts are not in stays as it is: it tells whether they were removed, or their disk is away.
        guard let root = try openRoot(), try !isWithoutFonts(root, foundIn: known) else { return [] }
        // Whose it is need not be the user.
        if comingSecond == nil { try? bumpSurroundings() }
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
    /// Whether this is a directory that is said to change in a second to come.
    fileprivate var isAheadOfClock: Bool {
        kind == .directory && stamp.modificationNanoseconds / 1_000_000_000 > Int64(time(nil))
    }
}
