internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The fonts from the web that are on this machine: files in the user's cache, named by the SHA-256 of their contents.
///
/// A note beside the fonts records which font an address stands for, so that a font is not fetched twice. The contents
/// of the directory are not trusted: a file whose contents do not match its name is treated as missing. If the fonts
/// take more room than allowed, the least recently used ones are removed, except those that a program is using.
///
/// All methods block.
final class FetchedFonts: Sendable {
    /// The key of a fetched font: its address, and the SHA-256 that it must have.
    struct Key: Sendable, Hashable {
        var url: String
        var sha256: String?
    }

    /// The maximum number of bytes that the fonts may take in a directory.
    static let usualCapacity = 256 << 20

    /// The age in seconds from which a draft, or the lock file of a turn, can no longer be in use.
    private static let draftAge: Int64 = 3600

    private static let noteSuffix = ".address"
    private static let turnSuffix = ".turn"

    private let directories: [String]
    private let capacity: Int
    /// The files that this process uses, by their paths.
    ///
    /// A shared lock on each file shows other processes that it is in use, until this process ends.
    private let used = Mutex<[String: OwnedFileDescriptor]>([:])

    /// Creates a store of fetched fonts.
    ///
    /// - Parameters:
    ///   - directories: Absolute paths. Fonts are kept in the first directory that can be written to.
    ///   - capacity: The maximum number of bytes that the fonts may take in each directory.
    init(directories: [String] = FetchedFonts.usualDirectories, capacity: Int = FetchedFonts.usualCapacity) {
        self.directories = directories
        self.capacity = capacity
    }

    /// The default directories for fonts from the web.
    ///
    /// They are `typecase/fonts` in the user's cache and, in case the cache is read-only, a directory that is removed
    /// when the user logs out.
    static var usualDirectories: [String] {
        func directory(_ name: String, _ suffix: String) -> String? {
            BaseDirectories.directory(getenv(name).map { String(cString: $0) }).map { $0 + suffix }
        }
        let cache = directory("XDG_CACHE_HOME", "/typecase/fonts") ?? directory("HOME", "/.cache/typecase/fonts")
        return [cache, directory("XDG_RUNTIME_DIR", "/typecase-fonts")].compactMap(\.self)
    }

    // MARK: Finding

    /// Returns the path of a font that is on this machine; the font stays there for as long as this process runs.
    ///
    /// - Parameter key: The font.
    /// - Returns: The path; `nil` if the font must be fetched.
    func path(of key: Key) -> String? {
        for directory in directories {
            if let path = path(of: key, in: directory) { return path }
        }
        return nil
    }

    private func path(of key: Key, in directory: String) -> String? {
        let note = Self.note(of: key.url, in: directory)
        guard let name = key.sha256?.lowercased() ?? note.flatMap(Self.digest) else { return nil }
        let path = "\(directory)/\(name)"
        guard let file = try? OwnedFileDescriptor.openingFont(path), Self.lock(file, LOCK_SH),
            // Another process may have removed the file before it was locked.
            let stamp = try? FileStatus(of: file).stamp, stamp == (try? FileStatus(path: path).stamp),
            (try? FileDigest.of(file))?.hexadecimal == name
        else { return nil }
        used.withLock { $0[path] = file }
        // The times of the notes show which fonts were used last. Those of a font file must not change while programs
        // use it.
        if let note { utimensat(AT_FDCWD, note.path, nil, AT_SYMLINK_NOFOLLOW) }
        return path
    }

    /// Returns the note that records which font an address stood for.
    private static func note(of url: String, in directory: String) -> SmallFile? {
        (try? SealedMemory(bytes: Array(url.utf8))).map { address in
            SmallFile(
                path: "\(directory)/\(address.digest.hexadecimal)\(noteSuffix)",
                writer: FontIdentifier.random().rawValue)
        }
    }

    /// Returns the SHA-256 in a note, if it is valid: the author of a note must not decide which file is opened.
    private static func digest(in note: SmallFile) -> String? {
        guard let name = try? note.read(), FontDigest(hexadecimal: name) != nil else { return nil }
        return name
    }

    /// Locks a file without waiting.
    ///
    /// If the file system does not support locks, the file is treated as locked.
    private static func lock(_ file: OwnedFileDescriptor, _ kind: Int32) -> Bool {
        do throws(Errno) {
            try retryingInterrupts { flock(file.rawValue, kind | LOCK_NB) }
            return true
        } catch {
            return error != .wouldBlock
        }
    }

    // MARK: Fetching

    /// The turn to fetch a font, which one process of the user has at a time.
    ///
    /// The turn is a file lock, which is released with the last reference to it.
    struct Turn: Sendable {
        /// The lock file; `nil` if no file can be locked, so that every process gets a turn.
        fileprivate let file: OwnedFileDescriptor?
    }

    /// Takes the turn to fetch a font.
    ///
    /// - Parameter key: The font.
    /// - Returns: The turn; `nil` while another process has it.
    func turn(toFetch key: Key) -> Turn? {
        guard let address = try? SealedMemory(bytes: Array(key.url.utf8)) else { return Turn(file: nil) }
        for directory in directories {
            guard (try? Self.makeDirectories(directory)) != nil else { continue }
            let path = "\(directory)/\(address.digest.hexadecimal)\(Self.turnSuffix)"
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
            let descriptor = typecase_openat(AT_FDCWD, path, flags, 0o600)
            guard descriptor >= 0 else { continue }
            let file = OwnedFileDescriptor(adopting: descriptor)
            guard Self.lock(file, LOCK_EX) else { return nil }
            // The file gets a new time, because old files are removed.
            futimens(descriptor, nil)
            return Turn(file: file)
        }
        return Turn(file: nil)
    }

    // MARK: Keeping

    /// Stores a font.
    ///
    /// - Parameters:
    ///   - font: The font, which the service has examined.
    ///   - key: The key that the font was fetched with.
    /// - Returns: The path of the font.
    /// - Throws: `readOnly`, `insufficientPermissions`, `storageFull` or another `FontManagerError` if no directory can
    ///   be written to.
    func keep(_ font: OwnedFileDescriptor, as key: Key) throws(FontManagerError) -> String {
        guard let first = directories.first else {
            throw FontManagerError(
                .readOnly, "There is no directory for what is fetched: set HOME or XDG_CACHE_HOME.",
                item: .address(key.url))
        }
        var failure: Errno?
        for directory in directories {
            do throws(Errno) {
                let path = try keep(font, as: key, in: directory)
                tidy(directory)
                return path
            } catch {
                failure = failure ?? error
            }
        }
        throw FontManagerError(
            FontError(failure ?? .ioError, while: "keep the font in \(first), or in any other place for it"),
            about: .address(key.url))
    }

    private func keep(
        _ font: OwnedFileDescriptor, as key: Key, in directory: String
    ) throws(Errno) -> String {
        let digest = try FileDigest.of(font).hexadecimal
        try Self.makeDirectories(directory)
        try Self.write(font, to: "\(directory)/\(digest)")
        try Self.note(of: key.url, in: directory)?.replace(with: digest)
        // The file is read back, because programs will draw with it.
        guard let path = path(of: Key(url: key.url, sha256: digest), in: directory) else { throw .ioError }
        return path
    }

    private static func makeDirectories(_ path: String) throws(Errno) {
        var current = ""
        for part in path.split(separator: "/") {
            current += "/\(part)"
            do throws(Errno) {
                try retryingInterrupts { mkdir(current, 0o700) }
            } catch {
                // A directory may exist although it cannot be created, such as the root of a read-only disk.
                if error != .fileExists, access(current, X_OK) != 0 { throw error }
            }
        }
    }

    /// Writes a file so that it appears in one step for other processes.
    private static func write(_ font: OwnedFileDescriptor, to path: String) throws(Errno) {
        let draft = "\(path).\(FontIdentifier.random().rawValue)"
        let file = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            })
        do throws(Errno) {
            _ = try FileCopy.copy(font, to: file, atMost: FontLimits.fileSize)
            try retryingInterrupts { rename(draft, path) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    // MARK: Clearing up

    /// Removes drafts that their programs did not finish, and fonts that exceed the capacity.
    ///
    /// The least recently used fonts are removed first.
    private func tidy(_ directory: String) {
        let names = (try? ConfinedDirectory(path: directory).names()) ?? []
        let now = WallClock.secondsSince1970
        var fonts: [(path: String, digest: String, size: Int64)] = []
        var notes: [(file: SmallFile, digest: String)] = []
        var uses: [String: Int64] = [:]
        // The names of all files of this store begin with a SHA-256; other files do not belong to it.
        for name in names where FontDigest(hexadecimal: String(name.prefix(64))) != nil {
            let path = "\(directory)/\(name)"
            guard let stamp = try? FileStatus(path: path).stamp else { continue }
            switch name.dropFirst(64) {
            case "":
                fonts.append((path, name, stamp.size))
            case Self.noteSuffix:
                let note = SmallFile(path: path)
                guard let digest = Self.digest(in: note) else { continue }
                notes.append((note, digest))
                uses[digest] = max(uses[digest] ?? 0, stamp.modificationNanoseconds)
            default:
                if stamp.modificationNanoseconds / 1_000_000_000 < now - Self.draftAge { unlink(path) }
            }
        }
        var total = fonts.reduce(0) { $0 + $1.size }
        for font in fonts.sorted(by: { uses[$0.digest] ?? 0 < uses[$1.digest] ?? 0 }) where total > capacity {
            if Self.remove(font.path) { total -= font.size }
        }
        for note in notes where access("\(directory)/\(note.digest)", F_OK) != 0 { try? note.file.remove() }
    }

    /// Removes a font, unless a program uses it.
    private static func remove(_ path: String) -> Bool {
        // Opened for writing, because network file systems require that for an exclusive lock.
        let descriptor = typecase_openat(AT_FDCWD, path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return false }
        let file = OwnedFileDescriptor(adopting: descriptor)
        return withExtendedLifetime(file) { lock(file, LOCK_EX) && unlink(path) == 0 }
    }
}
