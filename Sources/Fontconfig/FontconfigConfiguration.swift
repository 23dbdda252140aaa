internal import CFontconfig
internal import Glibc

/// The user's fontconfig configuration, without the fonts: what is needed to know, read and write directory caches.
///
/// Not for use from two threads at once. Reading or warming a directory may parse the fonts in it, so this belongs into
/// a sandboxed process.
package final class FontconfigConfiguration {
    let configuration: OpaquePointer

    /// Loads the configuration that all programs of the user get, from `FONTCONFIG_FILE` or the system's place.
    ///
    /// - Throws: ``FontconfigError/noConfiguration``.
    package init() throws(FontconfigError) {
        // Not FcInit: that would go on to load, and where caches are stale to scan, every font there is.
        guard let configuration = FcInitLoadConfig() else { throw .noConfiguration }
        self.configuration = configuration
    }

    deinit { FcConfigDestroy(configuration) }

    /// The version of the library that runs.
    package static var libraryVersion: String {
        let number = FcGetVersion()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// The directories that the configuration names, without those below them.
    package var rootDirectories: [String] {
        // Which of the two lists holds what the configuration says depends on fontconfig's version. Either would grow by
        // the directories below only when fonts are loaded, which never happens here.
        var directories: [String] = []
        for list in [FcConfigGetConfigDirs(configuration), FcConfigGetFontDirs(configuration)] {
            for directory in Self.strings(list) where !directories.contains(directory) { directories.append(directory) }
        }
        return directories
    }

    /// Where caches are looked for, and written to the first that can be written.
    package var cacheDirectories: [String] { Self.strings(FcConfigGetCacheDirs(configuration)) }

    /// Whether no file of the configuration has changed since it was loaded.
    ///
    /// fontconfig compares whole seconds, so a change in the second of the load is missed.
    package var isUpToDate: Bool { FcConfigUptoDate(configuration) != 0 }

    /// Scans a directory, but not those in it, and writes its cache whether or not the old one was valid.
    ///
    /// - Parameter directory: An absolute path.
    /// - Returns: The number of patterns; 0 for a directory that has other directories only.
    /// - Throws: ``FontconfigError/unreadable(directory:)`` or ``FontconfigError/cacheNotWritten(directory:)``.
    package func warm(_ directory: String) throws(FontconfigError) -> Int {
        let count = try DirectoryCache(directory, force: true, configuration).patternCount
        // The scan succeeds even where nothing could be written, and then every program would scan again.
        guard DirectoryCache.isValid(directory, configuration) else {
            throw .cacheNotWritten(directory: directory)
        }
        return count
    }

    /// All directories that fontconfig scans, in its order, each once: the configured ones and those below them.
    ///
    /// - Parameter excluded: Directories to leave out together with everything below them.
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
    /// - Throws: ``FontconfigError/unreadable(directory:)``.
    package func faces(in directory: String) throws(FontconfigError) -> DirectoryFaces {
        try DirectoryCache(directory, force: false, configuration).faces()
    }

    private static func strings(_ list: OpaquePointer?) -> [String] {
        guard let list else { return [] }
        defer { FcStrListDone(list) }
        var strings: [String] = []
        // What is not UTF-8 cannot be named on the bus, so it is as if it were not there.
        while let text = FcStrListNext(list) {
            if let string = String(fontconfig: text) { strings.append(string) }
        }
        return strings
    }
}

extension String {
    /// Reads a string of fontconfig's; `nil` where it is not UTF-8.
    init?(fontconfig text: UnsafePointer<UInt8>) {
        let bytes = UnsafeBufferPointer(start: text, count: strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)))
        self.init(validating: bytes, as: UTF8.self)
    }
}
