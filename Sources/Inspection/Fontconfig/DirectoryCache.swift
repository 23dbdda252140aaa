internal import CFontconfig

/// The cache of one directory, in memory.
struct DirectoryCache: ~Copyable {
    private let cache: OpaquePointer

    /// Reads a directory's cache.
    ///
    /// - Parameters:
    ///   - directory: An absolute path.
    ///   - force: Whether to scan the directory even if its cache is valid.
    ///   - configuration: The configuration, which defines the cache directories and the fonts to leave out.
    /// - Throws: ``FontconfigError/unreadable(directory:)``.
    init(_ directory: String, force: Bool, _ configuration: OpaquePointer) throws(FontconfigError) {
        guard let cache = FcDirCacheRead(directory.pathBytes, force ? 1 : 0, configuration) else {
            throw .unreadable(directory: directory)
        }
        self.cache = cache
    }

    deinit { FcDirCacheUnload(cache) }

    /// Whether there is a valid cache file for the current state of the directory.
    static func isValid(_ directory: String, _ configuration: OpaquePointer) -> Bool {
        guard let cache = FcDirCacheLoad(directory.pathBytes, configuration, nil) else { return false }
        FcDirCacheUnload(cache)
        return true
    }

    /// Returns the valid cache file for the current state of the directory; `nil` if there is none.
    static func validFile(of directory: String, _ configuration: OpaquePointer) -> String? {
        var file: UnsafeMutablePointer<FcChar8>?
        guard let cache = FcDirCacheLoad(directory.pathBytes, configuration, &file) else { return nil }
        FcDirCacheUnload(cache)
        guard let file else { return nil }
        defer { FcStrFree(file) }
        return String(fontconfigPath: file)
    }

    var patternCount: Int { Int(FcCacheNumFont(cache)) }

    /// The subdirectories, as absolute paths.
    var subdirectories: [String] {
        (0..<max(0, FcCacheNumSubdir(cache))).compactMap { FcCacheSubdir(cache, $0).map(String.init(fontconfigPath:)) }
    }

    /// Returns the faces, each with all its patterns merged into one description.
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
