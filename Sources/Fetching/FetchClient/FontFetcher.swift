package import FetchProtocol
package import FontModel
package import LinuxSystem
internal import Synchronization
internal import SystemPackage
package import WorkerClient
package import WorkerProtocol

/// The daemon's side of the downloader: has files fetched by processes, and holds each to the limits.
package final class FontFetcher: Sendable {
    /// How many files are fetched at a time, over all callers: each takes a process, and memory of the size of a font.
    package static let filesAtOnce = 8

    /// Why there is no file.
    package enum Failure: Error, Sendable, Equatable {
        /// It is not to be had.
        case fetch(FetchFailure)
        /// The fetcher cannot be reached, or does not answer as it should.
        case service(FontError)
        /// The task was cancelled.
        case cancelled
    }

    private let access: WorkerAccess
    private let environment: [String: String]
    private let threads: BlockingThreads
    /// Apart, so that nobody who asks how things are waits for slow servers.
    private let testThreads: BlockingThreads
    private let processes = FetchProcesses(limit: FontFetcher.filesAtOnce)
    /// What the self-test found, once it was made.
    private let attempts = Mutex<[SandboxAttempt]?>(nil)

    /// How long the fetcher may take to be told what to fetch.
    private static let requestTime = Duration.seconds(60)
    /// How much longer than it is allowed the fetcher may take: it is the one who knows what was late.
    private static let margin = Duration.seconds(15)

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - access: How to reach the process that fetches.
    ///   - environment: The daemon's environment, of which a process that is started gets ``reducedEnvironment(_:)``.
    package init(access: WorkerAccess, environment: [String: String]) {
        self.access = access
        self.environment = Self.reducedEnvironment(environment)
        threads = BlockingThreads(name: "typecase-fetch", maximumCount: Self.filesAtOnce)
        testThreads = BlockingThreads(name: "typecase-fetch", maximumCount: 1)
    }

    /// The part of an environment that says by which proxies the web is reached, and nothing else.
    ///
    /// - Parameter environment: The daemon's environment.
    /// - Returns: What the process is started with.
    package static func reducedEnvironment(_ environment: [String: String]) -> [String: String] {
        var reduced = environment.filter { name, _ in
            switch name {
            // Not HTTP_PROXY, which curl does not heed either: a header of a request to a CGI program sets it.
            case "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY": true
            case "PATH", "LANG": true
            default: false
            }
        }
        reduced["SWIFT_BACKTRACE"] = "enable=no"
        return reduced
    }

    /// Keeps a process for a file that is to be fetched within a call, once others of its series are here.
    ///
    /// - Parameters:
    ///   - series: The series of the file; `nil` for one that has a process of its own.
    ///   - body: Waits until the file may be fetched, and fetches it.
    /// - Returns: What the call returns.
    package func expecting<Value>(_ series: FetchSeries?, _ body: () async -> Value) async -> Value {
        guard let series else { return await body() }
        processes.want(series)
        defer { processes.forget(series) }
        return await body()
    }

    /// Fetches a file.
    ///
    /// - Parameters:
    ///   - request: What to fetch, and how much may be spent on it.
    ///   - series: The series of the file, of which a process fetches one after the other for as long as more are expected;
    ///     `nil` for a process of its own.
    ///   - onProgress: Takes how far it has come, a few times a second.
    /// - Returns: The file, which nobody can change any more.
    /// - Throws: Why there is none.
    package func fetch(
        _ request: FetchRequest, of series: FetchSeries? = nil,
        onProgress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(Failure) -> SealedMemory {
        let isUnderWay = Atomic(false)
        let fetch: @Sendable (inout FetchProcess) throws(Failure) -> SealedMemory = { process throws(Failure) in
            let file = try Self.fetch(request, over: process.connection) { progress in
                isUnderWay.store(true, ordering: .relaxed)
                onProgress(progress)
            }
            process.size += file.size
            return file
        }
        if let series, let process = processes.take(for: series) {
            do throws(Failure) {
                return try await converse(with: process, of: series, on: threads, fetch)
            } catch {
                // It may have ended while it waited, but what ends it later is another matter.
                guard error == Self.endedEarly, !isUnderWay.load(ordering: .relaxed) else { throw error }
            }
        }
        processes.makeRoom()
        return try await converse(with: start(on: threads), of: series, on: threads, fetch)
    }

    /// Has the process that fetches try what it must not be able to do; once, as each of them is as the other.
    ///
    /// - Returns: What came of it.
    /// - Throws: Why it could not be asked.
    package func selfTest() async throws(Failure) -> [SandboxAttempt] {
        if let known = attempts.withLock({ $0 }) { return known }
        let process = try await start(on: testThreads)
        let found = try await converse(with: process, of: nil, on: testThreads) { process throws(Failure) in
            let memory = try Self.memory()
            let end = SuspendingClock.now.advanced(by: Self.requestTime)
            return try Self.understanding {
                try process.connection.send(FetchWire.encode(.selfTest), with: memory, until: end)
                switch try FetchWire.decodeReport(process.connection.receive(until: end, limit: FetchWire.limit)) {
                case .selfTest(let attempts): return attempts
                case .failed(let failure): throw Failure.fetch(failure)
                case .progress, .done: throw Self.strange("it fetches, and was not asked to")
                }
            }
        }
        attempts.withLock { $0 = found }
        return found
    }

    /// Starts a process, on a thread that may block.
    private func start(on threads: BlockingThreads) async throws(Failure) -> FetchProcess {
        try await run(on: threads) { [access, environment] in
            Result { () throws(FontError) in
                FetchProcess(
                    try WorkerConnection.open(
                        access, arguments: ["--connected"], unit: "typecase-fetch.socket", environment: environment))
            }.mapError { .service(FontError(.downloadFailed, $0.message)) }
        }
    }

    /// Talks to a process, on a thread that may block; then the process waits for more of its series, or ends.
    private func converse<Value: Sendable>(
        with process: FetchProcess, of series: FetchSeries?, on threads: BlockingThreads,
        _ body: @escaping @Sendable (inout FetchProcess) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withTaskCancellationHandler {
            await Result { () async throws(Failure) in
                try await run(on: threads) { [processes] in
                    processes.begin(process)
                    var process = process
                    let result = Result { () throws(Failure) in try body(&process) }
                    if case .success = result { processes.end(process, of: series) } else { processes.end(process) }
                    return result
                }
            }
        } onCancel: {
            process.connection.interrupt()
        }
        if Task.isCancelled { throw .cancelled }
        if case .failure = result, processes.isShutDown {
            throw .service(FontError(.downloadFailed, "The service has ended meanwhile. Ask again."))
        }
        return try result.get()
    }

    private func run<Value: Sendable>(
        on threads: BlockingThreads, _ body: @escaping @Sendable () -> Result<Value, Failure>
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure>
        do {
            try Task.checkCancellation()
            result = try await threads.run(body)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .service(FontError(.busy, "Too much is being fetched. Try again later."))
        }
        return try result.get()
    }

    /// Breaks off what is being fetched, and fetches nothing any more.
    package func shutdown() { processes.shutdown() }

    /// Has the file fetched; blocks.
    private static func fetch(
        _ request: FetchRequest, over connection: WorkerConnection, onProgress: (FetchProgress) -> Void
    ) throws(Failure) -> SealedMemory {
        let memory = try memory()
        let size = try receive(request, into: memory, over: connection, onProgress: onProgress)
        let file = try keeping { () throws(SealedMemory.Failure) in
            try SealedMemory(sealing: memory, limit: request.limits.size)
        }
        guard file.size == size else {
            throw strange("it says that it wrote \(size) bytes, and there are \(file.size)")
        }
        return file
    }

    private static func memory() throws(Failure) -> OwnedFileDescriptor {
        try keeping { () throws(SealedMemory.Failure) in try SealedMemory.unsealed() }
    }

    private static func keeping<Value>(_ body: () throws(SealedMemory.Failure) -> Value) throws(Failure) -> Value {
        do throws(SealedMemory.Failure) {
            return try body()
        } catch {
            throw .fetch(FetchFailure(.system, "There is no memory for the file: \(error)."))
        }
    }

    /// Tells what to fetch, and listens until it is done.
    private static func receive(
        _ request: FetchRequest, into memory: OwnedFileDescriptor, over connection: WorkerConnection,
        onProgress: (FetchProgress) -> Void
    ) throws(Failure) -> Int {
        try understanding {
            try connection.send(
                FetchWire.encode(.fetch(request)), with: memory, until: SuspendingClock.now.advanced(by: requestTime))
            let end = SuspendingClock.now.advanced(by: request.limits.wholeTime + margin)
            while true {
                switch try FetchWire.decodeReport(connection.receive(until: end, limit: FetchWire.limit)) {
                case .progress(let progress): onProgress(progress)
                case .done(let size): return size
                case .failed(let failure): throw Failure.fetch(failure)
                case .selfTest: throw strange("it tells of itself, and was not asked to")
                }
            }
        }
    }

    /// Says what it means that a conversation failed.
    private static func understanding<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch let failure as Failure {
            throw failure
        } catch ConversationFailure.closed {
            throw endedEarly
        } catch {
            throw strange("\(error)")
        }
    }

    private static let endedEarly = Failure.service(
        FontError(
            .downloadFailed,
            "The process that fetches fonts ended too early; journalctl --user -t typecase-fetch says why."))

    private static func strange(_ what: String) -> Failure {
        .service(FontError(.downloadFailed, "The process that downloads fonts sent an invalid reply: \(what)."))
    }
}

extension FontError {
    /// What a file that is not to be had means to whoever wanted the font.
    ///
    /// - Parameters:
    ///   - failure: Why it is not to be had.
    ///   - hasNetwork: Whether this machine is in any network.
    package init(_ failure: FetchFailure, hasNetwork: @autoclosure () -> Bool = NetworkRoutes.areThere) {
        let code: Code =
            switch failure.kind {
            case .invalidAddress, .forbiddenAddress: .invalidFilePath
            case .localAddress: .missingEntitlement
            case .notFound: .fileNotFound
            case .tooLarge: .exceededResourceLimit
            case .denied, .refused, .unreachable, .timedOut, .brokenOff, .tooManyRedirects, .system: .downloadFailed
            }
        let obstacle: DownloadObstacle? =
            switch failure.kind {
            case .denied: .refusal
            case .notFound: .absence
            case .unreachable: hasNetwork() ? nil : .noNetwork
            default: nil
            }
        self.init(code, failure.message, obstacle: obstacle)
    }
}
