internal import CFontconfig
internal import LinuxSystem
internal import Synchronization

/// Font files that are scanned once: fontconfig keeps what it has read of a directory in its own cache.
extension ApplicationFonts {
    /// The version of fontconfig and the files of the current configuration, both of which decide what a scan finds.
    ///
    /// Blocks while fontconfig loads its configuration, which the first use in a process does.
    ///
    /// - Returns: The version and the absolute paths; `nil` where there is no configuration, or one below another root,
    ///   whose caches hold other paths.
    package static func configurationFiles() -> (version: Int, files: [String])? {
        try? withConfiguration { configuration, _ throws(Failure) in
            guard FcConfigGetSysRoot(configuration) == nil else { throw .noConfiguration }
            return (libraryVersion, files(of: configuration))
        }
    }

    /// Scans the files of a directory, or takes what fontconfig's cache of the directory holds.
    ///
    /// fontconfig writes the cache after a scan, and takes it for valid until the modification time of the directory
    /// changes: the files in it must not change. Blocks.
    ///
    /// - Parameters:
    ///   - directory: The absolute path.
    ///   - paths: The absolute path of each file by its name in the directory: the one that the faces are to have.
    /// - Returns: What was read of each file, by the path; nothing of files without faces.
    package static func scan(directory: String, standingFor paths: [String: String]) -> [String: ScannedFont] {
        // With a reference, and without the lock: a first scan takes long, and no set of fonts changes.
        guard let configuration = lock.withLock({ current(&$0) }) else { return [:] }
        defer { FcConfigDestroy(configuration) }
        guard FcConfigGetSysRoot(configuration) == nil,
            let cache = FcDirCacheRead(bytes(directory), FcBool(0), configuration)
        else { return [:] }
        defer { FcDirCacheUnload(cache) }
        guard let cached = FcCacheCopySet(cache) else { return [:] }
        defer { FcFontSetDestroy(cached) }
        var sets: [String: UnsafeMutablePointer<FcFontSet>] = [:]
        for pattern in patterns(cached) {
            guard let file = file(of: pattern), let slash = file.lastIndex(of: "/"),
                let path = paths[String(file[file.index(after: slash)...])],
                // A copy, as patterns of a cache cannot be changed; what is large in it stays where the cache is mapped.
                let copy = FcPatternDuplicate(pattern)
            else { continue }
            FcPatternDel(copy, FC_FILE)
            guard FcPatternAddString(copy, FC_FILE, bytes(path)) != 0, let set = sets[path] ?? FcFontSetCreate() else {
                FcPatternDestroy(copy)
                continue
            }
            sets[path] = set
            if FcFontSetAdd(set, copy) == 0 { FcPatternDestroy(copy) }
        }
        return Dictionary(uniqueKeysWithValues: sets.map { ($0, ScannedFont(path: $0, substituted: $1)) })
    }

    /// Removes fontconfig's cache of a directory, which it would keep after the directory has gone.
    ///
    /// - Parameter directory: The absolute path.
    package static func removeCache(of directory: String) {
        try? withConfiguration { configuration, _ in
            _ = FcDirCacheUnlink(bytes(directory), configuration)
        }
    }
}
