internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The fonts of the web that are on this machine: files in the user's cache, by the SHA-256 of what is in them.
///
/// What an address stands for is noted beside them, so that what was fetched once is not fetched again. Nothing that is
/// there is believed: a file that is not what its name says is as good as none. Where the fonts take more room than
/// they may, those go that were not used for the longest time, but for those that a program has in use.
///
/// All that is done here blocks.
final class FetchedFonts: Sendable {
    /// What is fetched: the address, and the SHA-256 that it must have.
    struct Key: Sendable, Hashable {
        var url: String
        var sha256: String?
    }

    /// How many bytes the fonts may take in a directory.
    static let usualCapacity = 256 << 20

    /// How old a draft is, in seconds, that nobody can be writing any more, or the file of a turn that nobody has.
    private static let draftAge: Int64 = 3600

    private static let noteSuffix = ".address"
    private static let turnSuffix = ".turn"

    private let directories: [String]
    private let capacity: Int
    /// The files that this process uses, by their paths: a shared lock on each tells others so until the process ends.
    private let used = Mutex<[String: OwnedFileDescriptor]>([:])

    /// Says where the fonts are.
    ///
    /// - Parameters:
    ///   - directories: Absolute paths. Fonts are kept in the first that can be written to.
    ///   - capacity: How many bytes they may take in each.
    init(directories: [String] = FetchedFonts.usualDirectories, capacity: Int = FetchedFonts.usualCapacity) {
        self.directories = directories
        self.capacity = capacity
    }

    /// `typecase/fonts` in the user's cache, and for a cache that is read-only a directory that goes when the user logs
    /// out.
    static var usualDirectories: [String] {
        func directory(_ name: String, _ suffix: String) -> String? {
            BaseDirectories.directory(getenv(name).map { String(cString: $0) }).map { $0 + suffix }
        }
        let cache = directory("XDG_CACHE_HOME", "/typecase/fonts") ?? directory("HOME", "/.cache/typecase/fonts")
        return [cache, directory("XDG_RUNTIME_DIR", "/typecase-fonts")].compactMap(\.self)
    }

    // MARK: Finding

    /// The path of a font that is here; it stays as long as this process runs.
    ///
    /// - Parameter key: The font.
    /// - Returns: The path; `nil` where it has to be fetched.
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
            // Somebody may have removed it before it was locked.
            let stamp = try? FileStatus(of: file).stamp, stamp == (try? FileStatus(path: path).stamp),
            (try? FileDigest.of(file))?.hexadecimal == name
        else { return nil }
        used.withLock { $0[path] = file }
        // The times of the notes tell what was used last; those of the file must not change while programs have it.
        if let note { utimensat(AT_FDCWD, note.path, nil, AT_SYMLINK_NOFOLLOW) }
        return path
    }

    /// The file that says which font an address stood for.
    private static func note(of url: String, in directory: String) -> SmallFile? {
        (try? SealedMemory(bytes: Array(url.utf8))).map { address in
            SmallFile(
                path: "\(directory)/\(address.digest.hexadecimal)\(noteSuffix)",
                writer: FontIdentifier.random().rawValue)
        }
    }

    /// The SHA-256 that a note holds: whoever wrote it does not say where we look.
    private static func digest(in note: SmallFile) -> String? {
        guard let name = try? note.read(), FontDigest(hexadecimal: name) != nil else { return nil }
        return name
    }

    /// Locks a file without waiting; where the file system has no locks, it is as good as locked.
    private static func lock(_ file: OwnedFileDescriptor, _ kind: Int32) -> Bool {
        do throws(Errno) {
            try retryingInterrupts { flock(file.rawValue, kind | LOCK_NB) }
            return true
        } catch {
            return error != .wouldBlock
        }
    }

    // MARK: Fetching

    /// The turn to fetch a font, which one process of the user has at a time; given back with its last reference.
    struct Turn: Sendable {
        /// `nil` where nothing can be locked, so that everybody has a turn.
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
            // What is old is cleared up.
            futimens(descriptor, nil)
            return Turn(file: file)
        }
        return Turn(file: nil)
    }

    // MARK: Keeping

    /// Writes a font down.
    ///
    /// - Parameters:
    ///   - font: The font, which the service has examined.
    ///   - key: What it was fetched as.
    /// - Returns: The path.
    /// - Throws: `readOnly`, `insufficientPermissions`, `storageFull` or another `FontManagerError` where it can be
    ///   written nowhere.
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
        // Read back: this is what programs will draw with.
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
                // One that cannot be made where it is there already, as the root of a disk that is read-only.
                if error != .fileExists, access(current, X_OK) != 0 { throw error }
            }
        }
    }

    /// Writes a file in one step for whoever looks.
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

    /// Removes drafts of programs that have ended in the middle, and the fonts that were used least lately where all
    /// take more room than they may.
    private func tidy(_ directory: String) {
        let names = (try? ConfinedDirectory(path: directory).names()) ?? []
        let now = WallClock.secondsSince1970
        var fonts: [(path: String, digest: String, size: Int64)] = []
        var notes: [(file: SmallFile, digest: String)] = []
        var uses: [String: Int64] = [:]
        // Everything here begins with a SHA-256, and what does not is none of ours.
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
        // For writing, as network file systems want it for a lock that excludes others.
        let descriptor = typecase_openat(AT_FDCWD, path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return false }
        let file = OwnedFileDescriptor(adopting: descriptor)
        return withExtendedLifetime(file) { lock(file, LOCK_EX) && unlink(path) == 0 }
    }
}
