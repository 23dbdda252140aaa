package import FetchProtocol
package import FontModel
package import LinuxSystem
internal import Synchronization
internal import SystemPackage
package import WorkerClient
package import WorkerProtocol

/// The daemon's side of the downloader: starts processes that fetch files, and enforces their limits.
package final class FontFetcher: Sendable {
    /// The maximum number of simultaneous downloads of all callers; each needs a process, and memory for a font.
    package static let filesAtOnce = 8

    /// The reason why there is no file.
    package enum Failure: Error, Sendable, Equatable {
        /// The file is not available.
        case fetch(FetchFailure)
        /// The fetcher cannot be reached, or its reply is invalid.
        case service(FontError)
        /// The task was cancelled.
        case cancelled
    }

    private let access: WorkerAccess
    private let environment: [String: String]
    private let threads: BlockingThreads
    /// Separate threads, so that a request for the state does not wait for slow servers.
    private let testThreads: BlockingThreads
    private let processes = FetchProcesses(limit: FontFetcher.filesAtOnce)
    /// The result of the self-test, once it has run.
    private let attempts = Mutex<[SandboxAttempt]?>(nil)

    /// The maximum time to send a job to the fetcher.
    private static let requestTime = Duration.seconds(60)
    /// The time beyond its limits that the fetcher gets, because only the fetcher knows what was late.
    private static let margin = Duration.seconds(15)

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - access: How to reach the fetching process.
    ///   - environment: The daemon's environment; a started process gets ``reducedEnvironment(_:)`` of it.
    package init(access: WorkerAccess, environment: [String: String]) {
        self.access = access
        self.environment = Self.reducedEnvironment(environment)
        threads = BlockingThreads(name: "typecase-fetch", maximumCount: Self.filesAtOnce)
        testThreads = BlockingThreads(name: "typecase-fetch", maximumCount: 1)
    }

    /// Returns only the variables of an environment that configure proxies.
    ///
    /// - Parameter environment: The daemon's environment.
    /// - Returns: The environment of the fetching process.
    package static func reducedEnvironment(_ environment: [String: String]) -> [String: String] {
        var reduced = environment.filter { name, _ in
            switch name {
            // Without HTTP_PROXY, which curl ignores as well, because a request header can set it in a CGI program.
            case "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY": true
            case "PATH", "LANG": true
            default: false
            }
        }
        reduced["SWIFT_BACKTRACE"] = "enable=no"
        return reduced
    }

    /// Keeps a process waiting for a file while a function runs.
    ///
    /// - Parameters:
    ///   - series: The series of the file; `nil` for a file that gets a process of its own.
    ///   - body: The function, which waits until the file may be fetched, and fetches it.
    /// - Returns: The result of the function.
    package func expecting<Value>(_ series: FetchSeries?, _ body: () async -> Value) async -> Value {
        guard let series else { return await body() }
        processes.want(series)
        defer { processes.forget(series) }
        return await body()
    }

    /// Fetches a file.
    ///
    /// - Parameters:
    ///   - request: The file to fetch, with the limits for it.
    ///   - series: The series of the file. A process fetches the files of a series one after the other while more are
    ///     expected. `nil` for a process of its own.
    ///   - onProgress: Receives the progress a few times a second.
    /// - Returns: The file, which can no longer be changed.
    /// - Throws: The reason why there is no file.
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
                // The process may have ended while it waited; a process that ends later is an error.
                guard error == Self.endedEarly, !isUnderWay.load(ordering: .relaxed) else { throw error }
            }
        }
        processes.makeRoom()
        return try await converse(with: start(on: threads), of: series, on: threads, fetch)
    }

    /// Lets a fetching process attempt what it must not be able to do.
    ///
    /// This runs once, because all fetching processes are alike.
    ///
    /// - Returns: The results.
    /// - Throws: The reason why the self-test did not run.
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

    /// Starts a process on a thread that may block.
    private func start(on threads: BlockingThreads) async throws(Failure) -> FetchProcess {
        try await run(on: threads) { [access, environment] in
            Result { () throws(FontError) in
                FetchProcess(
                    try WorkerConnection.open(
                        access, arguments: ["--connected"], unit: "typecase-fetch.socket", environment: environment))
            }.mapError { .service(FontError(.downloadFailed, $0.message)) }
        }
    }

    /// Gives a job to a process, on a thread that may block; then the process waits for more of its series, or ends.
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
            throw .service(FontError(.downloadFailed, "The service stopped in the meantime. Try again."))
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
            throw .service(FontError(.busy, "Too many downloads are in progress. Try again later."))
        }
        return try result.get()
    }

    /// Aborts all downloads, and starts no more.
    package func shutdown() { processes.shutdown() }

    /// Fetches the file; blocks the thread.
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

    /// Sends the job, and receives reports until it is done.
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

    /// Returns the meaning of a failed exchange with the process.
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
            "The process that fetches fonts ended too early; to see why, run 'journalctl --user -t typecase-fetch'."))

    private static func strange(_ what: String) -> Failure {
        .service(FontError(.downloadFailed, "The process that downloads fonts sent an invalid reply: \(what)."))
    }
}

extension FontError {
    /// Returns the error that a requester of a font gets if the file is not available.
    ///
    /// - Parameters:
    ///   - failure: The reason.
    ///   - hasNetwork: Whether this machine is connected to any network.
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
