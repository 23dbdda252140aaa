internal import BusInterface
internal import DBus
internal import EventLoop
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage
internal import TestSupport
internal import Testing

/// The real daemon as a process of its own, in a scratch home and on a private bus.
final class RunningDaemon: Sendable {
    /// The daemon ended before it served.
    struct NotServing: Error, CustomStringConvertible {
        let outcome: ChildProcess.Outcome

        var description: String { "the daemon ended (\(outcome.termination)): \(outcome.standardError)" }
    }

    /// The daemon could not bring the tree to the registry.
    struct NotRecovered: Error {
        let reason: String
    }

    /// Whether the running task has a turn, which is for all daemons that it starts.
    @TaskLocal private static var hasTurn = false

    /// The standard error of the daemons of the running test, for the comments of its issues.
    @TaskLocal static var log: (@Sendable () -> String)?

    let home: ScratchHome
    let bus: PrivateBus
    /// The connection of the test itself, which is an ordinary process to the daemon.
    let connection: BusConnection
    private let loop: EventLoop
    private let processes = Mutex<[ChildProcess]>([])

    /// Prepares a daemon that does not run yet.
    ///
    /// - Parameters:
    ///   - home: Where it is to live.
    ///   - bus: The bus it is to be on.
    /// - Throws: What kept the bus from being reached.
    private init(home: ScratchHome, bus: PrivateBus) async throws {
        self.home = home
        self.bus = bus
        loop = try EventLoop(name: "test-bus")
        connection = try await BusConnection.open(.address(bus.address), on: loop)
    }

    /// Runs a body that starts daemons, one after the other or all together, without waiting for a turn for each.
    static func inOneTurn<Result>(_ body: () async throws -> Result) async throws -> Result {
        if hasTurn { return try await body() }
        await DaemonTurns.shared.take()
        defer { DaemonTurns.shared.giveBack() }
        return try await $hasTurn.withValue(true) { try await body() }
    }

    /// Runs a body with a daemon, and ends the daemon after it.
    ///
    /// An error that somebody on the bus got from the daemon's interfaces, and that these do not document, is an issue
    /// of the test.
    ///
    /// - Parameters:
    ///   - home: The daemon's home; `nil` makes one.
    ///   - bus: The daemon's bus; `nil` makes one.
    ///   - isStarted: Whether the daemon serves when the body begins.
    ///   - body: The test.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, and ``NotServing``.
    static func run<Result>(
        home: ScratchHome? = nil, bus: PrivateBus? = nil, isStarted: Bool = true,
        _ body: (RunningDaemon) async throws -> Result
    ) async throws -> Result {
        // One within another counts as one.
        try await inOneTurn { try await runInTurn(home: home, bus: bus, isStarted: isStarted, body) }
    }

    private static func runInTurn<Result>(
        home: ScratchHome?, bus: PrivateBus?, isStarted: Bool, _ body: (RunningDaemon) async throws -> Result
    ) async throws -> Result {
        let daemon = try await RunningDaemon(home: home ?? ScratchHome(), bus: bus ?? PrivateBus())
        let watch = try await BusWatch(daemon.bus, daemon.connection)
        let outer = log
        return try await $log.withValue({ (outer?() ?? "") + daemon.standardError }) {
            do {
                if isStarted { try await daemon.start() }
                let result = try await body(daemon)
                BusWatch.expectDocumented(await watch.end())
                await daemon.end()
                return result
            } catch {
                BusWatch.expectDocumented(await watch.end())
                await daemon.end()
                throw error
            }
        }
    }

    // MARK: The process

    /// What all processes of this daemon wrote to their standard error.
    var standardError: String { processes.withLock { $0 }.map(\.standardError).joined(separator: "-- restarted --\n") }

    /// The process id of the daemon that runs, or ran last.
    var processID: Int32 { processes.withLock { $0.last?.processID ?? 0 } }

    /// The environment of programs in the daemon's session.
    var environment: [String: String] {
        home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
    }

    /// Starts the daemon and waits until it has its public name.
    ///
    /// - Parameters:
    ///   - wrapper: A program, with its arguments, that is to run the daemon.
    ///   - changes: Variables to add to the daemon's environment; an empty one is taken away.
    /// - Throws: ``NotServing`` where it ends instead.
    func start(wrapper: [String] = [], environment changes: [String: String] = [:]) async throws {
        let changesOfOwner = try await connection.ownerChanges(of: FontManager1Names.busName)
        let process = try spawn(wrapper: wrapper, environment: changes)
        let (events, continuation) = AsyncStream.makeStream(of: ChildProcess.Outcome?.self)
        let waiting = Task {
            for await change in changesOfOwner where change.newOwner != nil {
                continuation.yield(nil)
                return
            }
        }
        // Not cancelled ever: a cancelled wait would kill the process.
        Task { continuation.yield(await process.wait()) }
        defer { waiting.cancel() }
        for await outcome in events {
            guard let outcome else { return }
            throw NotServing(outcome: outcome)
        }
    }

    /// Starts the daemon and waits until it ends by itself.
    func runToEnd(wrapper: [String] = []) async throws -> ChildProcess.Outcome {
        try await spawn(wrapper: wrapper, environment: [:]).wait()
    }

    private func spawn(wrapper: [String], environment changes: [String: String]) throws -> ChildProcess {
        let command = wrapper + [BuildProducts.executable("typecased")]
        let environment = environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        let process = try ChildProcess(
            command[0], Array(command.dropFirst()), environment: environment, directory: home.path)
        processes.withLock { $0.append(process) }
        return process
    }

    /// Ends the daemon with a signal and waits until it is gone.
    @discardableResult
    func stop(signal: Int32 = SIGTERM) async -> ChildProcess.Outcome? {
        guard let process = processes.withLock({ $0.last }) else { return nil }
        process.send(signal: signal)
        return await process.wait()
    }

    /// Ends the daemon with a signal and starts it again.
    func restart(signal: Int32 = SIGTERM) async throws {
        await stop(signal: signal)
        try await start()
    }

    /// Stops the daemon, which answers nobody any more when this returns.
    func suspend() throws {
        kill(processID, SIGSTOP)
        var info = siginfo_t()
        try retryingInterrupts { waitid(P_PID, id_t(processID), &info, WSTOPPED) }
    }

    /// Lets the daemon that was stopped go on.
    func resume() { kill(processID, SIGCONT) }

    /// Waits until the daemon has ended.
    func waitForEnd() async -> ChildProcess.Outcome? { await processes.withLock { $0.last }?.wait() }

    /// Waits until a daemon has ended of which a call's error says that it is gone.
    ///
    /// - Parameter error: What the call failed with.
    /// - Returns: How the daemon ended.
    /// - Throws: The error, where the daemon itself answered with it, or is there and has not answered.
    @discardableResult
    func waitForEnd(toldBy error: BusError) async throws -> ChildProcess.Outcome? {
        guard error.isUnreachable else { throw error }
        // Its connections end one after the other, and the bus answers for one that has. Who is there answers itself.
        if try await connection.hasOwner(FontManager1Names.busName) { _ = try? await manager.generation() }
        guard try await !connection.hasOwner(FontManager1Names.busName) else { throw error }
        return await waitForEnd()
    }

    private func end() async {
        for process in processes.withLock({ $0 }) {
            process.send(signal: SIGKILL)
            _ = await process.wait()
        }
        await connection.close()
        await loop.stop()
    }

    // MARK: Clients

    /// The public interface, as the test's process calls it.
    var manager: FontManager1Client { FontManager1Client(connection) }

    /// The management interface, as the test's process calls it.
    var management: Management1Client { Management1Client(connection) }

    /// Opens a connection of its own, which the caller closes.
    func connect(limits: BusLimits = .standard) async throws -> BusConnection {
        try await BusConnection.open(.address(bus.address), on: loop, limits: limits)
    }

    /// Runs a program of the session to its end.
    func run(_ executable: String, _ arguments: String..., input: String? = nil) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(executable, arguments, environment: environment, input: input)
    }

    /// Runs the command line program to its end.
    func typecase(_ arguments: String...) async throws -> ChildProcess.Outcome {
        try await typecase(arguments)
    }

    func typecase(_ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(BuildProducts.executable("typecase"), arguments, environment: environment)
    }

    /// Waits until the state of the service is as wanted: it is asked whenever the service tells that it has changed.
    func waitForStatus(_ isWanted: (_ status: [String: BusVariant]) throws -> Bool) async throws {
        // Listens before it asks where things stand, so that nothing falls between.
        let changes = try await management.statusChanged()
        if try isWanted(await management.status()) { return }
        for await _ in changes {
            if try isWanted(await management.status()) { return }
        }
        throw BusError.disconnected
    }

    /// Waits until the daemon says that fonts can be changed, or cannot.
    func waitUntil(isReadOnly: Bool) async throws {
        try await waitForStatus { $0.boolean("read_only") == isReadOnly }
    }

    /// Waits until the tree has been brought to the registry.
    ///
    /// A change waits for the first part of it, so that the questions after that are few.
    func waitUntilRecovered() async throws {
        _ = try await unregister([String(repeating: "0", count: 32)], by: .user)
        try await waitForStatus { status in
            if status.boolean("ready") == true { return true }
            if let failure = status["read_only_reason"] { throw NotRecovered(reason: "\(failure)") }
            return false
        }
    }
}

/// Puts what the daemon wrote to its standard error beside each issue of the test.
struct DaemonLog {
    static let trait = IssueHandlingTrait.compactMapIssues { issue in
        guard let log = RunningDaemon.log?(), !log.isEmpty else { return issue }
        var issue = issue
        issue.comments.append(Comment(rawValue: "The daemon wrote:\n\(log)"))
        return issue
    }
}
