internal import CFontconfig
internal import LinuxSystem
internal import Synchronization

/// Scans of directories of font files, which fontconfig keeps in its own cache, so that each file is scanned only once.
extension ApplicationFonts {
    /// Returns the version of fontconfig and the files of the current configuration.
    ///
    /// Both influence the result of a scan.
    ///
    /// Blocks while fontconfig loads its configuration, which the first use in a process does.
    ///
    /// - Returns: The version and the absolute paths; `nil` if there is no configuration, or if it has another root,
    ///   as its caches then contain other paths.
    package static func configurationFiles() -> (version: Int, files: [String])? {
        try? withConfiguration { configuration, _ throws(Failure) in
            guard FcConfigGetSysRoot(configuration) == nil else { throw .noConfiguration }
            return (libraryVersion, files(of: configuration))
        }
    }

    /// Scans the files of a directory, or loads fontconfig's cache of the directory.
    ///
    /// fontconfig writes the cache after a scan, and considers it valid until the modification time of the directory
    /// changes. The files in the directory must therefore not change. Blocks.
    ///
    /// - Parameters:
    ///   - directory: The absolute path.
    ///   - paths: The absolute paths that the faces get, by the names of the files in the directory.
    /// - Returns: The scan of each file, by the path that the faces got. Files without faces are left out.
    package static func scan(directory: String, standingFor paths: [String: String]) -> [String: ScannedFont] {
        // This holds a reference to the configuration, but not the lock: a first scan takes long, and does not change
        // any set of fonts.
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
                // Copy the pattern, because patterns of a cache cannot be changed. Large values stay in the mapped
                // cache.
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

    /// Removes fontconfig's cache of a directory, which would otherwise remain after the directory is removed.
    ///
    /// - Parameter directory: The absolute path.
    package static func removeCache(of directory: String) {
        try? withConfiguration { configuration, _ in
            _ = FcDirCacheUnlink(bytes(directory), configuration)
        }
    }
}
