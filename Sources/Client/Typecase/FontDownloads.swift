internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Synchronization

/// Downloads missing fonts from the web, each once for all callers that request it at the same time.
final class FontDownloads: Sendable {
    typealias Key = FetchedFonts.Key

    private struct Waiter {
        var continuation: CheckedContinuation<String, any Error>
        var progress: ProgressTeller
    }

    private struct Entry {
        /// A number that distinguishes the entry from a later one for the same address.
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

    /// The longest time to wait for another process that fetches the same font.
    private static let patience = Duration.seconds(60)

    /// The interval at which to check whether the other process is still fetching the font.
    private static let lookTime = Duration.milliseconds(100)

    private let service: ServiceConnection
    private let files: BlockingThreads
    /// The threads that run handlers.
    private let handlers: BlockingThreads
    private let fonts: FetchedFonts
    private let active = Mutex(State())

    init(
        service: ServiceConnection, files: BlockingThreads, handlers: BlockingThreads,
        fonts: FetchedFonts = FetchedFonts()
    ) {
        self.service = service
        self.files = files
        self.handlers = handlers
        self.fonts = fonts
    }

    /// Returns the path of a font, and downloads the font if it is not on this machine.
    ///
    /// If several callers ask for a font at the same time, it is fetched once. A cancelled caller stops waiting. When
    /// the last caller is cancelled, the download is abandoned.
    ///
    /// - Parameters:
    ///   - key: What to fetch.
    ///   - onProgress: Receives the progress several times a second.
    /// - Returns: The path of its file.
    /// - Throws: `FontManagerError`, `CancellationError`.
    func path(
        of key: Key, onProgress: @escaping @Sendable (FontDownloadProgress) -> Void
    ) async throws -> String {
        let number = active.withLock { $0.nextNumber() }
        let progress = ProgressTeller(on: handlers, onProgress)
        return try await progress.run {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    wait(for: key, as: number, Waiter(continuation: continuation, progress: progress))
                    // A cancellation before this point did not find the waiter.
                    if Task.isCancelled { giveUp(key, number) }
                }
            } onCancel: {
                giveUp(key, number)
            }
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

    /// Waits for the turn to fetch a font.
    ///
    /// If the processes of an application start at the same time, the font is fetched once.
    private func turn(toFetch key: Key) async throws -> FetchedFonts.Turn? {
        let start = ContinuousClock.now
        while start.duration(to: .now) < Self.patience {
            if let turn = try await files.run({ [fonts] in fonts.turn(toFetch: key) }) { return turn }
            await service.pause(Self.lookTime)
            try Task.checkCancellation()
        }
        // A stopped process must not keep the font from others.
        return nil
    }

    private func finish(_ key: Key, _ number: UInt64, with result: Result<String, any Error>) {
        let entry = active.withLock { active in
            active.entries[key]?.number == number ? active.entries.removeValue(forKey: key) : nil
        }
        for waiter in entry?.waiters.values ?? [:].values { waiter.continuation.resume(with: result) }
    }

    /// Removes a waiter, and cancels the download if no other waiter is left.
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
        if let path = try await files.run({ [fonts] in fonts.path(of: key) }) { return path }
        let turn = try await turn(toFetch: key)
        defer { withExtendedLifetime(turn) {} }
        // The process that had the turn before has stored the font there, unless its download was abandoned.
        if let path = try await files.run({ [fonts] in fonts.path(of: key) }) { return path }
        var options: [String: BusVariant] = [:]
        if let digest = key.sha256 { options["sha256"] = BusVariant(digest) }
        let job = DownloadJob(
            service: service, url: key.url, scope: .process, isEnabled: true, options: options
        ) { [self] progress in
            let waiters = active.withLock { $0.entries[key]?.waiters ?? [:] }
            for waiter in waiters.values { waiter.progress.tell(progress) }
        }
        let record = try await job.run()
        guard let font = record.value("font", as: OwnedFileDescriptor.self) else {
            throw FontManagerError(
                .unsupported, "The service did not hand the font over.", item: .address(key.url))
        }
        return try await files.run { [fonts] in
            // The service has checked this too. A font that programs will draw with is also checked here.
            guard try key.sha256.map({ try $0.lowercased() == FileDigest.of(font).hexadecimal }) ?? true else {
                throw FontManagerError(
                    .invalidFontData, "The service handed over another font than was asked for.",
                    item: .address(key.url))
            }
            return try fonts.keep(font, as: key)
        }
    }
}
