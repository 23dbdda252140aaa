internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The fonts of the web that are here: files in the user's cache, by the SHA-256 of what is in them.
///
/// What an address stands for is noted beside them, so that what was fetched once is not fetched again. Nothing that is
/// there is believed: a file that is not what its name says is as good as none.
final class FontDownloads: Sendable {
    /// What is fetched: the address, and the SHA-256 that it must have.
    struct Key: Sendable, Hashable {
        var url: String
        var sha256: String?
    }

    private struct Waiter {
        var continuation: CheckedContinuation<String, any Error>
        var onProgress: @Sendable (FontDownloadProgress) -> Void
    }

    private struct Entry {
        /// Tells it from a later one of the same address.
        var number: UInt64
        var task: Task<Void, Never>
        var waiters: [UInt64: Waiter] = [:]
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var lastNumber: UInt64 = 0

        mutating func nextNumber() -> UInt64 {
            lastNumber += 1
            return lastNumber
        }
    }

    private let service: ServiceConnection
    private let files: BlockingThreads
    private let active = Mutex(State())

    init(service: ServiceConnection, files: BlockingThreads) {
        self.service = service
        self.files = files
    }

    /// `typecase/fonts` in `$XDG_CACHE_HOME`, else in `~/.cache`; `nil` where neither is known.
    private static var directory: String? {
        for (name, suffix) in [("XDG_CACHE_HOME", ""), ("HOME", "/.cache")] {
            // As the specification has it, a relative one is ignored.
            if let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") {
                return "\(value)\(suffix)/typecase/fonts"
            }
        }
        return nil
    }

    /// The path of a font, which is fetched where it is not here.
    ///
    /// However many ask for it at once, it is fetched once. Who is cancelled waits no longer, and with the last
    /// of them it is given up.
    ///
    /// - Parameters:
    ///   - key: What to fetch.
    ///   - onProgress: Takes how far it has come, some times a second.
    /// - Returns: The path of its file.
    /// - Throws: `FontManagerError`, `CancellationError`.
    func path(
        of key: Key, onProgress: @escaping @Sendable (FontDownloadProgress) -> Void
    ) async throws -> String {
        let number = active.withLock { $0.nextNumber() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(for: key, as: number, Waiter(continuation: continuation, onProgress: onProgress))
                // Who was cancelled before could not be found.
                if Task.isCancelled { giveUp(key, number) }
            }
        } onCancel: {
            giveUp(key, number)
        }
    }

    private func wait(for key: Key, as number: UInt64, _ waiter: Waiter) {
        active.withLock { active in
            if active.entries[key] == nil {
                let entry = active.nextNumber()
                let task = Task.detached {
                    let result: Result<String, any Error>
                    do { result = .success(try await self.find(key)) } catch { result = .failure(error) }
                    self.finish(key, entry, with: result)
                }
                active.entries[key] = Entry(number: entry, task: task)
            }
            active.entries[key]?.waiters[number] = waiter
        }
    }

    private func finish(_ key: Key, _ number: UInt64, with result: Result<String, any Error>) {
        let entry = active.withLock { active in
            active.entries[key]?.number == number ? active.entries.removeValue(forKey: key) : nil
        }
        for waiter in entry?.waiters.values ?? [:].values { waiter.continuation.resume(with: result) }
    }

    /// Lets one go who waits, and with the last of them what they wait for.
    private func giveUp(_ key: Key, _ number: UInt64) {
        let (waiter, task) = active.withLock { active -> (Waiter?, Task<Void, Never>?) in
            let waiter = active.entries[key]?.waiters.removeValue(forKey: number)
            guard waiter != nil, active.entries[key]?.waiters.isEmpty == true else { return (waiter, nil) }
            return (waiter, active.entries.removeValue(forKey: key)?.task)
        }
        waiter?.continuation.resume(throwing: CancellationError())
        task?.cancel()
    }

    private func find(_ key: Key) async throws -> String {
        guard let directory = Self.directory else {
            throw FontManagerError(
                .readOnly, "There is no directory for what is fetched: set HOME or XDG_CACHE_HOME.",
                item: .file(key.url))
        }
        if let path = try await files.run({ Self.path(of: key, in: directory) }) { return path }
        var options: [String: BusVariant] = [:]
        if let digest = key.sha256 { options["sha256"] = BusVariant(digest) }
        let job = DownloadJob(
            service: service, url: key.url, scope: .process, isEnabled: true, options: options
        ) { [self] progress in
            let waiters = active.withLock { $0.entries[key]?.waiters ?? [:] }
            for waiter in waiters.values { waiter.onProgress(progress) }
        }
        let record = try await job.run()
        guard let font = record.value("font", as: OwnedFileDescriptor.self) else {
            throw FontManagerError(
                .unsupported, "The service did not hand the font over.", item: .file(key.url))
        }
        return try await files.run { try Self.keep(font, as: key, in: directory) }
    }

    // MARK: Files

    /// The name of the file that says which font an address stood for.
    private static func noteName(of url: String) -> String? {
        (try? SealedMemory(bytes: Array(url.utf8))).map { "\($0.digest.hexadecimal).address" }
    }

    /// The path of a font that is here, and is what it is said to be; blocks.
    private static func path(of key: Key, in directory: String) -> String? {
        var name = key.sha256?.lowercased()
        if name == nil, let note = noteName(of: key.url) {
            let bytes = (try? OwnedFileDescriptor.openingFont("\(directory)/\(note)")).flatMap { file in
                try? SealedMemory(copying: file, limit: 64)
            }
            name = bytes.flatMap { memory in
                let text = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
                    count = max(0, pread(memory.descriptor.rawValue, buffer.baseAddress, 64, 0))
                }
                return String(validating: text, as: UTF8.self)
            }
        }
        // Whoever wrote the note does not say where we look.
        guard let name, FontDigest(hexadecimal: name) != nil else { return nil }
        let path = "\(directory)/\(name)"
        guard let file = try? OwnedFileDescriptor.openingFont(path),
            (try? FileDigest.of(file))?.hexadecimal == name
        else { return nil }
        return path
    }

    /// Writes a font down; blocks.
    private static func keep(_ font: OwnedFileDescriptor, as key: Key, in directory: String) throws -> String {
        do throws(Errno) {
            let digest = try FileDigest.of(font).hexadecimal
            guard key.sha256.map({ $0.lowercased() == digest }) ?? true else {
                throw Errno.badMessage
            }
            try makeDirectories(directory)
            try write("\(directory)/\(digest)") { target throws(Errno) in
                _ = try FileCopy.copy(font, to: target, atMost: FontLimits.fileSize)
            }
            if let note = noteName(of: key.url) {
                let text = try sealed(Array(digest.utf8))
                try write("\(directory)/\(note)") { target throws(Errno) in
                    _ = try FileCopy.copy(text, to: target, atMost: digest.utf8.count)
                }
            }
            return "\(directory)/\(digest)"
        } catch {
            throw FontManagerError(FontError(error, while: "keep the font in \(directory)"), about: .file(key.url))
        }
    }

    private static func sealed(_ bytes: [UInt8]) throws(Errno) -> OwnedFileDescriptor {
        do throws(SealedMemory.Failure) {
            return try SealedMemory(bytes: bytes).descriptor
        } catch {
            throw .noMemory
        }
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
    private static func write(
        _ path: String, _ content: (OwnedFileDescriptor) throws(Errno) -> Void
    ) throws(Errno) {
        let temporary = "\(path).\(FontIdentifier.random().rawValue)"
        let file = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            })
        do throws(Errno) {
            try content(file)
            try retryingInterrupts { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }
}
