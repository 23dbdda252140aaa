internal import CFontconfig
internal import FontModel
internal import Glibc
internal import LinuxSystem

/// The user's fontconfig configuration, without the fonts: what is needed to know, read and write directory caches.
///
/// Not for use from two threads at once. Reading or warming a directory may parse the fonts in it, so this belongs into
/// a sandboxed process.
package final class FontconfigConfiguration {
    private let configuration: OpaquePointer
    private let stamps: FileStamps

    /// Loads the configuration that all programs of the user get, from `FONTCONFIG_FILE` or the system's place.
    ///
    /// - Throws: ``FontconfigError/noConfiguration``.
    package init() throws(FontconfigError) {
        // Not FcInit: that would go on to load, and where caches are stale to scan, every font there is.
        guard let configuration = FcInitLoadConfig() else { throw .noConfiguration }
        self.configuration = configuration
        stamps = FileStamps(of: Self.paths(FcConfigGetConfigFiles(configuration)))
    }

    /// Loads a configuration of one's own instead of the user's.
    ///
    /// - Parameter file: The absolute path of the file; a relative one would be looked for in the system's places.
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

    /// The version of the library that runs.
    package static var libraryVersion: String {
        let number = FcGetVersion()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// The version of the library that runs, with its build.
    package static let libraryBuild = LoadedLibrary.version(libraryVersion, of: typecase_fontconfig_address())

    /// The directories that the configuration names, without those below them.
    package var rootDirectories: [String] {
        // As long as no fonts are loaded, and here they never are, this list holds what the configuration says. The
        // function whose name promises it, FcConfigGetConfigDirs, gives the directories of configuration files.
        Self.paths(FcConfigGetFontDirs(configuration))
    }

    /// Where caches are looked for, and written to the first that can be written.
    package var cacheDirectories: [String] { Self.paths(FcConfigGetCacheDirs(configuration)) }

    /// The files that make up the configuration, in the order in which they are read.
    package var files: [String] { Self.paths(FcConfigGetConfigFiles(configuration)) }

    /// Finds where caches will be written, as fontconfig itself does, and makes that directory where it is missing.
    ///
    /// - Returns: The absolute path of the first cache directory that can be written, if there is one.
    package func makeCacheDirectory() -> String? {
        for directory in cacheDirectories {
            if access(directory.fileSystemRepresentation, W_OK) == 0 { return directory }
            guard access(directory.fileSystemRepresentation, F_OK) != 0, Self.make(directory) else { continue }
            FcCacheCreateTagFile(configuration)
            return directory
        }
        return nil
    }

    /// Makes a directory and what is missing above it, with the mode that fontconfig gives them.
    private static func make(_ directory: String) -> Bool {
        if mkdir(directory.fileSystemRepresentation, 0o755) == 0 { return true }
        guard errno == ENOENT, let slash = directory.lastIndex(of: "/"), slash > directory.startIndex else {
            return false
        }
        return make(String(directory[..<slash])) && mkdir(directory.fileSystemRepresentation, 0o755) == 0
    }

    /// Whether no file of the configuration has changed since it was loaded, and none has joined a directory of them.
    ///
    /// Not FcConfigUptoDate: that compares whole seconds and so misses changes for good, and looks at fonts as well.
    package var isUpToDate: Bool { stamps.areUpToDate }

    /// Scans a directory, but not those in it, and writes its cache whether or not the old one was valid.
    ///
    /// - Parameter directory: An absolute path.
    /// - Returns: The number of patterns; 0 for a directory that has other directories only.
    /// - Throws: ``FontconfigError/unreadable(directory:)`` or ``FontconfigError/cacheNotWritten(directory:errno:)``.
    package func warm(_ directory: String) throws(FontconfigError) -> Int {
        var before = try? FileStatus(path: directory).stamp
        var hasWaited = false
        for _ in 0..<Self.maximumScans {
            let count = try DirectoryCache(directory, force: true, configuration).patternCount
            // The scan succeeds even where nothing could be written, and then every program would scan again.
            if hasValidCache(of: directory) { return count }
            // Whoever was killed while it wrote the cache keeps everybody else from it.
            if !hasWaited, let lock = cacheDirectories.lazy.compactMap({ CacheLock(of: directory, in: $0) }).first {
                hasWaited = true
                if lock.awaitEnd() { continue }
            }
            // A font that came or went during the scan has made its cache stale. Of two changes within one tick of the
            // file system's clock the stamp tells nothing; then nothing keeps the cache from being written either.
            let after = try? FileStatus(path: directory).stamp
            guard before != after || obstacleToWriting() == nil else { break }
            before = after
        }
        throw .cacheNotWritten(directory: directory, errno: obstacleToWriting())
    }

    /// How often a directory is scanned that others change meanwhile.
    private static let maximumScans = 5

    /// The most bytes that are written to find out whether there is room: the cache of a full shard has fewer.
    private static let probeSize = 1 << 20

    /// Finds out what keeps files from being written where caches go, as fontconfig itself never says.
    ///
    /// - Returns: What the system says; `nil` where it lets a file of a cache's size be written.
    private func obstacleToWriting() -> Int32? {
        var obstacle: Int32?
        for directory in cacheDirectories {
            // As fontconfig names what it is about to rename, so that it clears up after a crash.
            let path = "\(directory)/.TMP-typecase-\(getpid())"
            let descriptor = open(path.fileSystemRepresentation, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                // The first directory is the one that is meant to be written to.
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

    /// Whether there is a cache that fits a directory as it is now, so that no program needs to scan it.
    ///
    /// - Parameter directory: An absolute path.
    /// - Returns: Whether the cache could be loaded.
    package func hasValidCache(of directory: String) -> Bool { DirectoryCache.isValid(directory, configuration) }

    /// The file of the cache that fits a directory as it is now; reads no font.
    ///
    /// - Parameter directory: An absolute path.
    /// - Returns: The absolute path, `nil` where programs would have to scan the directory.
    package func cacheFile(of directory: String) -> String? { DirectoryCache.validFile(of: directory, configuration) }

    /// All directories that fontconfig scans, in its order, each once: the configured ones and those below them.
    ///
    /// - Parameter excluded: Directories to leave out together with everything below them.
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

    /// Describes the faces of a directory as its cache has them; a cache that is stale or missing is made first.
    ///
    /// - Parameter directory: An absolute path. Directories in it are not entered.
    /// - Returns: The faces.
    /// - Throws: ``FontconfigError/unreadable(directory:)``.
    package func faces(in directory: String) throws(FontconfigError) -> DirectoryFaces {
        try DirectoryCache(directory, force: false, configuration).faces()
    }

    /// The families that programs get where they ask for a generic one; the configuration has its fonts from then on.
    ///
    /// - Parameter generics: The names of the generic families.
    /// - Returns: For each the first family of the font; an empty one where there is no font at all.
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
    /// Reads a string of fontconfig's; `nil` where it is not UTF-8.
    init?(fontconfig text: UnsafePointer<UInt8>) {
        let length = strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
        self.init(validating: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
    }

    /// Reads a path of fontconfig's, as `PathText` has it.
    init(fontconfigPath path: UnsafePointer<UInt8>) {
        let length = strlen(UnsafeRawPointer(path).assumingMemoryBound(to: CChar.self))
        self = PathText.text(of: UnsafeBufferPointer(start: path, count: length))
    }

    /// The path that the text stands for, as fontconfig takes it.
    var pathBytes: [FcChar8] { PathText.bytes(of: self) + [0] }
}
