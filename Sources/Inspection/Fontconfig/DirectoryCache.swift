internal import CFontconfig

/// The cache of one directory, held in memory.
struct DirectoryCache: ~Copyable {
    private let cache: OpaquePointer

    /// Reads a directory's cache.
    ///
    /// - Parameters:
    ///   - directory: An absolute path.
    ///   - force: Whether to scan the directory even if its cache is valid.
    ///   - configuration: Where caches are, and which fonts are to be left out.
    /// - Throws: ``FontconfigError/unreadable(directory:)``.
    init(_ directory: String, force: Bool, _ configuration: OpaquePointer) throws(FontconfigError) {
        guard let cache = FcDirCacheRead(directory.pathBytes, force ? 1 : 0, configuration) else {
            throw .unreadable(directory: directory)
        }
        self.cache = cache
    }

    deinit { FcDirCacheUnload(cache) }

    /// Whether there is a cache file that fits the directory as it is now.
    static func isValid(_ directory: String, _ configuration: OpaquePointer) -> Bool {
        guard let cache = FcDirCacheLoad(directory.pathBytes, configuration, nil) else { return false }
        FcDirCacheUnload(cache)
        return true
    }

    /// The cache file that fits the directory as it is now, `nil` where there is none.
    static func validFile(of directory: String, _ configuration: OpaquePointer) -> String? {
        var file: UnsafeMutablePointer<FcChar8>?
        guard let cache = FcDirCacheLoad(directory.pathBytes, configuration, &file) else { return nil }
        FcDirCacheUnload(cache)
        guard let file else { return nil }
        defer { FcStrFree(file) }
        return String(fontconfigPath: file)
    }

    var patternCount: Int { Int(FcCacheNumFont(cache)) }

    /// The directories in this one, as absolute paths.
    var subdirectories: [String] {
        (0..<max(0, FcCacheNumSubdir(cache))).compactMap { FcCacheSubdir(cache, $0).map(String.init(fontconfigPath:)) }
    }

    /// The faces, each with all its patterns folded into one description.
    func faces() -> DirectoryFaces {
        guard let set = FcCacheCopySet(cache) else { return DirectoryFaces(faces: [], patternCount: 0) }
        defer { FcFontSetDestroy(set) }
        var folder = PatternFolder()
        let count = Int(set.pointee.nfont)
        for index in 0..<count {
            guard let pattern = set.pointee.fonts[index] else { continue }
            folder.add(Pattern(borrowing: pattern), position: index)
        }
        return DirectoryFaces(faces: folder.finish(), patternCount: count)
    }
}
