internal import ApplicationFonts
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A directory of links to the launch fonts of an application.
///
/// Because of this directory, fontconfig caches its scan of the fonts.
///
/// Scanning a font takes about 3 ms, mostly to find the characters that it covers. fontconfig has caches for
/// directories, but not for single files. The directory is in the user's cache, and its name depends on its content:
/// fonts with other bytes, or another configuration of fontconfig, have their own directory. All methods block.
struct LaunchFontDirectory {
    /// The maximum number of directories of an application.
    ///
    /// An application needs one for each configuration of fontconfig that it alternates between.
    private static let mostDirectories = 4
    /// The prefix of the name of a directory that is not complete yet.
    private static let draftPrefix = "."

    /// The path of the parent directory of the application's directories.
    private let folder: String

    /// Creates a reference to the directories of an application, without making them.
    ///
    /// - Parameters:
    ///   - id: The id of the application.
    ///   - cache: The absolute path of the user's cache directory; `nil` if there is none.
    init?(of id: String, in cache: String? = Self.usualCache) {
        guard let cache else { return nil }
        folder = "\(cache)/typecase/launch-fonts/\(id)"
    }

    /// `$XDG_CACHE_HOME`, else `~/.cache`.
    private static var usualCache: String? {
        func directory(_ name: String) -> String? {
            BaseDirectories.directory(getenv(name).map { String(cString: $0) })
        }
        return directory("XDG_CACHE_HOME") ?? directory("HOME").map { "\($0)/.cache" }
    }

    /// Scans fonts, or loads fontconfig's cached scan of the same bytes.
    ///
    /// - Parameter files: The fonts, with their hashes.
    /// - Returns: The scan of each font, by its path. The result is empty if the directory cannot be made, or a file
    ///   has changed since it was hashed; each file is then scanned by itself.
    func scan(_ files: [ProcessScope.KnownFile]) -> [String: ScannedFont] {
        guard !files.isEmpty, let name = Self.name(for: files) else { return [:] }
        let directory = "\(folder)/\(name)"
        let isNew = (try? FileStatus(path: directory))?.kind != .directory
        do throws(Errno) {
            if isNew { try make(name, of: files) }
        } catch {
            return [:]
        }
        let paths = Dictionary(
            files.enumerated().map { (Self.link($0.offset), $0.element.path) }, uniquingKeysWith: { $1 })
        let scanned = ApplicationFonts.scan(directory: directory, standingFor: paths)
        // The cached scan must be a scan of the bytes that the name stands for.
        guard files.allSatisfy({ (try? FileStatus(path: $0.path).stamp) == $0.stamp }) else {
            Self.remove(directory)
            return [:]
        }
        if isNew { removeStale() }
        return scanned
    }

    /// The directory name for an ordered list of fonts: the SHA-256 of everything that decides the result of a scan.
    private static func name(for files: [ProcessScope.KnownFile]) -> String? {
        guard let configuration = ApplicationFonts.configurationFiles() else { return nil }
        var lines = ["\(configuration.version)"]
        for path in configuration.files {
            let stamp = (try? FileStatus(path: path, followsLinks: true))?.stamp
            lines.append("\(path) \(stamp?.size ?? 0) \(stamp?.modificationNanoseconds ?? 0)")
        }
        for file in files { lines.append("\(file.digest) \(file.path)") }
        return FileDigest.of(Array(lines.joined(separator: "\0").utf8)).hexadecimal
    }

    private static func link(_ index: Int) -> String { "\(index)" }

    /// Makes a directory atomically: no process scans it before it has all links.
    private func make(_ name: String, of files: [ProcessScope.KnownFile]) throws(Errno) {
        try FileSystem.makeDirectories(folder, mode: 0o700)
        let draft = "\(folder)/\(Self.draftPrefix)\(FontIdentifier.random().rawValue)"
        try retryingInterrupts { mkdir(draft.fileSystemRepresentation, 0o700) }
        do throws(Errno) {
            for (index, file) in files.enumerated() {
                let link = "\(draft)/\(Self.link(index))".fileSystemRepresentation
                try retryingInterrupts { symlink(file.path.fileSystemRepresentation, link) }
            }
            try retryingInterrupts {
                rename(draft.fileSystemRepresentation, "\(folder)/\(name)".fileSystemRepresentation)
            }
        } catch {
            Self.remove(draft)
            // Another process of the application may have made the directory first.
            guard error == .directoryNotEmpty || error == .fileExists else { throw error }
        }
    }

    /// Removes the oldest directories if there are too many, and drafts left by processes that have ended.
    private func removeStale() {
        var directories: [(path: String, made: Int64)] = []
        for name in (try? FileSystem.names(in: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            guard let made = (try? FileStatus(path: path))?.stamp.modificationNanoseconds else { continue }
            let age = Int64(time(nil)) - made / 1_000_000_000
            if name.hasPrefix(Self.draftPrefix) {
                if age > 3600 { Self.remove(path) }
            } else {
                directories.append((path, made))
            }
        }
        for directory in directories.sorted(by: { $0.made > $1.made }).dropFirst(Self.mostDirectories) {
            Self.remove(directory.path)
        }
    }

    /// Removes a directory of links and its fontconfig cache.
    private static func remove(_ directory: String) {
        ApplicationFonts.removeCache(of: directory)
        for name in (try? FileSystem.names(in: directory)) ?? [] {
            unlink("\(directory)/\(name)".fileSystemRepresentation)
        }
        rmdir(directory.fileSystemRepresentation)
    }
}
