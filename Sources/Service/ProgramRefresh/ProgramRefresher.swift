package import DBus
package import EventLoop
package import LinuxSystem
package import Logging

/// Has programs look at the fonts again that have a way in of their own, a little after the fonts have changed.
///
/// A program that does not run is not started for it, and while nothing changes nothing is done.
package actor ProgramRefresher {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// How long after a change programs are told; changes meanwhile share it.
    ///
    /// A program with many fonts stands still while it looks at them.
    private static let delay = Duration.seconds(1)
    /// How long a program may take for its answer before it is called for the next change all the same.
    private static let answerTime = Duration.seconds(30)

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let threads: BlockingThreads
    private let files: RefresherFiles
    private let log: Logger
    private var timer: EventTimer?
    private var round: Task<Void, Never>?
    /// The names whose programs have not answered yet, and whether the fonts have changed since they were called.
    private var calls: [String: Bool] = [:]
    /// Whether the fonts have changed since the last round began.
    private var isStale = false
    private var isStopped = false
    /// The files that were told to be wrong.
    private var toldFaults: [String: String] = [:]

    /// Creates a refresher; `nil` where `TYPECASE_ADAPTERS` is `off`.
    ///
    /// - Parameters:
    ///   - loop: The loop of the bus.
    ///   - connection: The connection that methods are called over.
    ///   - threads: Threads that may block.
    ///   - variables: The environment, which says where the ways in are.
    ///   - log: Takes what went wrong.
    package init?(
        on loop: EventLoop, over connection: BusConnection, threads: BlockingThreads,
        environment variables: [String: String], log: Logger
    ) {
        guard variables["TYPECASE_ADAPTERS"] != "off" else { return nil }
        self.loop = loop
        self.connection = connection
        self.threads = threads
        files = RefresherFiles(environment: variables)
        self.log = log
    }

    /// Takes note that the fonts have changed.
    package func noteChange() {
        guard !isStopped else { return }
        isStale = true
        guard timer == nil, round == nil else { return }
        timer = loop.addTimer(after: Self.delay) { [weak self] in
            self?.assumeIsolated { $0.begin() }
        }
    }

    /// Ends telling; the next daemon announces the last change again where programs may have missed it.
    package func stop() {
        isStopped = true
        timer?.cancel()
        timer = nil
        round?.cancel()
    }

    private func begin() {
        timer = nil
        isStale = false
        round = Task { [weak self] in await self?.tellPrograms() }
    }

    private func tellPrograms() async {
        defer {
            round = nil
            if isStale { noteChange() }
        }
        guard let (refreshers, faults) = try? await threads.run({ [files] in files.all() }) else { return }
        for (path, fault) in faults where toldFaults[path] != fault {
            log.warning("A refresher is passed over", metadata: ["file": "\(path)", "reason": "\(fault)"])
        }
        toldFaults = faults
        for refresher in refreshers {
            switch refresher.way {
            case .signal(let signal, let process):
                _ = try? await threads.run { SignalTakers().send(signal, toProcessesCalled: process) }
            case .method(let method):
                // A program that hangs delays no other, and gets the next call once it has answered.
                if calls.updateValue(true, forKey: method.busName) == nil {
                    Task { [weak self] in await self?.call(method) }
                }
            }
        }
    }

    /// Calls a program, and once more where the fonts have changed before it has answered.
    private func call(_ method: Refresher.Method) async {
        while calls[method.busName] == true, !isStopped {
            calls[method.busName] = false
            do throws(BusError) {
                // By its unique name, which the bus starts nothing for.
                guard let owner = try await connection.owner(of: method.busName) else { break }
                _ = try await connection.call(
                    destination: owner, path: try ObjectPath(validating: method.path), interface: method.interface,
                    member: method.member, arguments: method.arguments.map { .string($0) }, timeout: Self.answerTime)
            } catch {
                if error.code == .cancelled || error.code == .disconnected { break }
                log.info(
                    "A program was not told of new fonts",
                    metadata: ["program": "\(method.busName)", "error": "\(error)"])
            }
        }
        calls[method.busName] = nil
    }
}
