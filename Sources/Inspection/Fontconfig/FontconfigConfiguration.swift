internal import CFontconfig
internal import FontModel
internal import Glibc
internal import LinuxSystem

/// The user's fontconfig configuration, without the fonts, for reading and writing directory caches.
///
/// Do not use an object from two threads at once. Reading or warming a directory may parse the fonts in it, so this
/// must run in a sandboxed process.
package final class FontconfigConfiguration {
    private let configuration: OpaquePointer
    private let stamps: FileStamps

    /// Loads the configuration that all programs of the user get, from `FONTCONFIG_FILE` or the system's default path.
    ///
    /// - Throws: ``FontconfigError/noConfiguration``.
    package init() throws(FontconfigError) {
        // This does not use FcInit, which would also load every font and, if caches are stale, scan it.
        guard let configuration = FcInitLoadConfig() else { throw .noConfiguration }
        self.configuration = configuration
        stamps = FileStamps(of: Self.paths(FcConfigGetConfigFiles(configuration)))
    }

    /// Loads a custom configuration instead of the user's.
    ///
    /// - Parameter file: The absolute path of the file; a relative one would be searched for in the system's
    ///   directories.
    /// - Throws: ``FontconfigError/noConfiguration``.
    package init(file: String) throws(FontconfigError) {
        guard let configuration = FcConfigCreate() else { throw .noConfiguration }
        guard FcConfigParseAndLoad(configuration, file, 1) != 0 else {
            FcConfigDestroy(configuration)
            throw .noConfiguration
        }
        self.configuration = configuration
        stamps = FileStamps(of: Self.paths(FcConfigGetConfigFiles(configuration)))
    }

    deinit { FcConfigDestroy(configuration) }

    /// The version of the loaded library.
    package static var libraryVersion: String {
        let number = FcGetVersion()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// The version of the loaded library, with its build.
    package static let libraryBuild = LoadedLibrary.version(libraryVersion, of: typecase_fontconfig_address())

    /// The directories that the configuration names, without their subdirectories.
    package var rootDirectories: [String] {
        // As long as no fonts are loaded, which is always the case here, this list contains the configured directories.
        // Despite its name, FcConfigGetConfigDirs returns the directories of configuration files.
        Self.paths(FcConfigGetFontDirs(configuration))
    }

    /// The directories of caches; new caches are written to the first one that is writable.
    package var cacheDirectories: [String] { Self.paths(FcConfigGetCacheDirs(configuration)) }

    /// The files that make up the configuration, in the order in which they are read.
    package var files: [String] { Self.paths(FcConfigGetConfigFiles(configuration)) }

    /// Finds the directory for new caches, as fontconfig itself does, and creates it if it is missing.
    ///
    /// - Returns: The absolute path of the first writable cache directory, if there is one.
    package func makeCacheDirectory() -> String? {
        for directory in cacheDirectories {
            if access(directory.fileSystemRepresentation, W_OK) == 0 { return directory }
            guard access(directory.fileSystemRepresentation, F_OK) != 0, Self.make(directory) else { continue }
            FcCacheCreateTagFile(configuration)
            return directory
        }
        return nil
    }

    /// Creates a directory and its missing parents, with the mode that fontconfig uses.
    private static func make(_ directory: String) -> Bool {
        if mkdir(directory.fileSystemRepresentation, 0o755) == 0 { return true }
        guard errno == ENOENT, let slash = directory.lastIndex(of: "/"), slash > directory.startIndex else {
            return false
        }
        return make(String(directory[..<slash])) && mkdir(directory.fileSystemRepresentation, 0o755) == 0
    }

    /// Whether no file of the configuration has changed since it was loaded, and no file was added to its directories.
    ///
    /// This does not use FcConfigUptoDate, which compares only whole seconds, so that it misses some changes
    /// permanently, and which also checks fonts.
    package var isUpToDate: Bool { stamps.areUpToDate }

    /// Scans a directory, but not its subdirectories, and writes its cache even if the old one was valid.
    ///
    /// - Parameter directory: An absolute path.
    /// - Returns: The number of patterns; 0 for a directory that contains only other directories.
    /// - Throws: ``FontconfigError/unreadable(directory:)`` or ``FontconfigError/cacheNotWritten(directory:errno:)``.
    package func warm(_ directory: String) throws(FontconfigError) -> Int {
        var before = try? FileStatus(path: directory).stamp
        var hasWaited = false
        for _ in 0..<Self.maximumScans {
            let count = try DirectoryCache(directory, force: true, configuration).patternCount
            // The scan succeeds even if nothing could be written. Every program would then scan the directory again.
            if hasValidCache(of: directory) { return count }
            // A process that was killed while it wrote the cache blocks all others.
            if !hasWaited, let lock = cacheDirectories.lazy.compactMap({ CacheLock(of: directory, in: $0) }).first {
                hasWaited = true
                if lock.awaitEnd() { continue }
            }
            // If a font was added or removed during the scan, the cache is stale. If two changes occur within one tick
            // of the file system's clock, the time stamp does not show it; then nothing prevents the cache from being
            // written either.
            let after = try? FileStatus(path: directory).stamp
            guard before != after || obstacleToWriting() == nil else { break }
            before = after
        }
        throw .cacheNotWritten(directory: directory, errno: obstacleToWriting())
    }

    /// The most scans of a directory that changes during the scans.
    private static let maximumScans = 5

    /// The bytes that are written to test for free space: more than the cache of a full shard has.
    private static let probeSize = 1 << 20

    /// Finds out why files cannot be written to the cache directories, because fontconfig never reports it.
    ///
    /// - Returns: The error of the system; `nil` if a file of a cache's size can be written.
    private func obstacleToWriting() -> Int32? {
        var obstacle: Int32?
        for directory in cacheDirectories {
            // The name follows fontconfig's pattern for temporary files, so that fontconfig removes the file after a
            // crash.
            let path = "\(directory)/.TMP-typecase-\(getpid())"
            let descriptor = open(path.fileSystemRepresentation, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                // The first directory is the one to which caches should be written.
                obstacle = obstacle ?? errno
                continue
            }
            defer {
                close(descriptor)
                unlink(path.fileSystemRepresentation)
            }
            let bytes = [UInt8](repeating: 0, count: Self.probeSize)
            var done = 0
            while done < bytes.count {
                let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { return errno }
                done += count
            }
            return nil
        }
        return obstacle
    }

    /// Whether a directory has a cache for its current state, so that no program needs to scan it.
    ///
    /// - Parameter directory: An absolute path.
    /// - Returns: Whether the cache could be loaded.
    package func hasValidCache(of directory: String) -> Bool { DirectoryCache.isValid(directory, configuration) }

    /// Returns the cache file for the current state of a directory; reads no font.
    ///
    /// - Parameter directory: An absolute path.
    /// - Returns: The absolute path; `nil` if programs would have to scan the directory.
    package func cacheFile(of directory: String) -> String? { DirectoryCache.validFile(of: directory, configuration) }

    /// Returns all directories that fontconfig scans: the configured ones and those below them.
    ///
    /// Each occurs once, in fontconfig's order.
    ///
    /// - Parameter excluded: Directories to leave out, with everything below them.
    /// - Returns: Absolute paths.
    package func directories(excluding excluded: [String]) -> [String] {
        var waiting = Array(rootDirectories.reversed())
        var seen: Set<String> = []
        var found: [String] = []
        while let directory = waiting.popLast() {
            let isExcluded = excluded.contains { directory == $0 || directory.hasPrefix($0 + "/") }
            guard !isExcluded, seen.insert(directory).inserted,
                let cache = try? DirectoryCache(directory, force: false, configuration)
            else { continue }
            found.append(directory)
            waiting += cache.subdirectories.reversed()
        }
        return found
    }

    /// Describes the faces of a directory from its cache; a stale or missing cache is written first.
    ///
    /// - Parameter directory: An absolute path. Its subdirectories are not scanned.
    /// - Returns: The faces.
    /// - Throws: ``FontconfigError/unreadable(directory:)``.
    package func faces(in directory: String) throws(FontconfigError) -> DirectoryFaces {
        try DirectoryCache(directory, force: false, configuration).faces()
    }

    /// Returns the families that programs get if they request a generic one.
    ///
    /// After this, the configuration has its fonts loaded.
    ///
    /// - Parameter generics: The names of the generic families.
    /// - Returns: For each generic family, the first family of its font; an empty string if there are no fonts at all.
    package func families(standingFor generics: [String]) -> [String] {
        FcConfigBuildFonts(configuration)
        return generics.map { generic in
            guard let pattern = FcPatternCreate() else { return "" }
            defer { FcPatternDestroy(pattern) }
            FcPatternAddString(pattern, FC_FAMILY, Array(generic.utf8) + [0])
            FcConfigSubstitute(configuration, pattern, FcMatchPattern)
            FcDefaultSubstitute(pattern)
            var result = FcResultNoMatch
            guard let match = FcFontMatch(configuration, pattern, &result) else { return "" }
            defer { FcPatternDestroy(match) }
            return Pattern(borrowing: match).string(FC_FAMILY) ?? ""
        }
    }

    private static func paths(_ list: OpaquePointer?) -> [String] {
        guard let list else { return [] }
        defer { FcStrListDone(list) }
        var paths: [String] = []
        while let text = FcStrListNext(list) { paths.append(String(fontconfigPath: text)) }
        return paths
    }
}

extension String {
    /// Creates a string from one of fontconfig; the result is `nil` if that is not UTF-8.
    init?(fontconfig text: UnsafePointer<UInt8>) {
        let length = strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
        self.init(validating: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
    }

    /// Creates a string from a path of fontconfig, in the encoding of `PathText`.
    init(fontconfigPath path: UnsafePointer<UInt8>) {
        let length = strlen(UnsafeRawPointer(path).assumingMemoryBound(to: CChar.self))
        self = PathText.text(of: UnsafeBufferPointer(start: path, count: length))
    }

    /// The bytes of the path that the text represents, for fontconfig.
    var pathBytes: [FcChar8] { PathText.bytes(of: self) + [0] }
}
