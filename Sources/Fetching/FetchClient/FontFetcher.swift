package import FetchProtocol
package import FontModel
package import InspectionClient
package import InspectionProtocol
package import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The daemon's side of the downloader: has each file fetched by a process of its own, and holds it to the limits.
package final class FontFetcher: Sendable {
    /// How many files are fetched at a time, over all callers: each is a process, and memory of the size of a font.
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

    private let access: InspectionPoolConfiguration.Access
    private let environment: [String: String]
    private let threads: BlockingThreads
    /// Apart, so that nobody who asks how things are waits for slow servers.
    private let testThreads: BlockingThreads
    private let state = Mutex(State())

    private struct State {
        var isShutDown = false
        var active: [ObjectIdentifier: WorkerConnection] = [:]
        /// What the self-test found, once it was made.
        var attempts: [SandboxReport.Attempt]?
    }

    /// How long the fetcher may take to be told what to fetch.
    private static let requestTime = Duration.seconds(60)
    /// How much longer than it is allowed the fetcher may take: it is the one who knows what was late.
    private static let margin = Duration.seconds(15)

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - access: How to reach the process that fetches.
    ///   - environment: The daemon's environment, of which a process that is started gets ``reducedEnvironment(_:)``.
    package init(access: InspectionPoolConfiguration.Access, environment: [String: String]) {
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

    /// Fetches a file.
    ///
    /// - Parameters:
    ///   - request: What to fetch, and how much may be spent on it.
    ///   - onProgress: Takes how far it has come, a few times a second.
    /// - Returns: The file, which nobody can change any more.
    /// - Throws: Why there is none.
    package func fetch(
        _ request: FetchRequest, onProgress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(Failure) -> SealedMemory {
        try await converse(on: threads) { connection throws(Failure) in
            try Self.fetch(request, over: connection, onProgress: onProgress)
        }
    }

    /// Has the process that fetches try what it must not be able to do; once, as each of them is as the other.
    ///
    /// - Returns: What came of it.
    /// - Throws: Why it could not be asked.
    package func selfTest() async throws(Failure) -> [SandboxReport.Attempt] {
        if let known = state.withLock({ $0.attempts }) { return known }
        let attempts = try await converse(on: testThreads) { connection throws(Failure) in
            let memory = try Self.memory()
            let end = SuspendingClock.now.advanced(by: Self.requestTime)
            return try Self.understanding {
                try connection.send(FetchWire.encode(.selfTest), with: memory, until: end)
                switch try FetchWire.decodeReport(connection.receive(until: end, limit: FetchWire.limit)) {
                case .selfTest(let attempts): return attempts
                case .failed(let failure): throw Failure.fetch(failure)
                case .progress, .done: throw Self.strange("it fetches, and was not asked to")
                }
            }
        }
        state.withLock { $0.attempts = attempts }
        return attempts
    }

    /// Talks to a process of its own, on a thread that may block.
    private func converse<Value: Sendable>(
        on threads: BlockingThreads, _ body: @escaping @Sendable (WorkerConnection) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure>
        do {
            try Task.checkCancellation()
            let connection = try await threads.run { [access, environment] in
                Result { () throws(FontError) in
                    try WorkerConnection.open(
                        access, arguments: ["--connected"], unit: "typecase-fetch.socket", environment: environment)
                }
            }.get()
            result = try await withTaskCancellationHandler {
                try await threads.run { [self] in
                    note(connection)
                    defer { end(connection) }
                    return Result { () throws(Failure) in try body(connection) }
                }
            } onCancel: {
                connection.interrupt()
            }
        } catch let error as FontError {
            throw .service(error)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .service(FontError(.busy, "Too much is being fetched. Try again later."))
        }
        if Task.isCancelled { throw .cancelled }
        if case .failure = result, state.withLock({ $0.isShutDown }) {
            throw .service(FontError(.downloadFailed, "The service has ended meanwhile. Ask again."))
        }
        return try result.get()
    }

    /// Breaks off what is being fetched, and fetches nothing any more.
    package func shutdown() {
        let active = state.withLock { state in
            state.isShutDown = true
            return state.active.values
        }
        for connection in active { connection.interrupt() }
    }

    private func note(_ connection: WorkerConnection) {
        let isShutDown = state.withLock { state in
            state.active[ObjectIdentifier(connection)] = connection
            return state.isShutDown
        }
        if isShutDown { connection.interrupt() }
    }

    private func end(_ connection: WorkerConnection) {
        state.withLock { _ = $0.active.removeValue(forKey: ObjectIdentifier(connection)) }
        connection.end(immediately: true)
    }

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
            throw .service(
                FontError(
                    .downloadFailed,
                    "The process that fetches fonts ended too early; journalctl --user -t typecase-fetch says why."
                ))
        } catch {
            throw strange("\(error)")
        }
    }

    private static func strange(_ what: String) -> Failure {
        .service(FontError(.downloadFailed, "The process that fetches fonts does not answer as it should: \(what)."))
    }
}

extension FontError {
    /// What a file that is not to be had means to whoever wanted the font.
    package init(_ failure: FetchFailure) {
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
            case .unreachable: NetworkRoutes.areThere ? nil : .noNetwork
            default: nil
            }
        self.init(code, failure.message, obstacle: obstacle)
    }
}
