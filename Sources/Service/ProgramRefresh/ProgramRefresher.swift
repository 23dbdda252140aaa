package import DBus
package import EventLoop
package import LinuxSystem
package import Logging

/// Makes programs reload their fonts shortly after the fonts have changed, if they provide a way to do so.
///
/// A program that is not running is not started. While nothing changes, nothing is done.
package actor ProgramRefresher {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The delay after a change before programs are notified; further changes within the delay share the notification.
    ///
    /// A program with many fonts is blocked while it reloads them.
    private static let delay = Duration.seconds(1)
    /// The time that a program has to answer; after that, the program is called for the next change even without an
    /// answer.
    private static let answerTime = Duration.seconds(30)

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let threads: BlockingThreads
    private let files: RefresherFiles
    private let log: Logger
    private var timer: EventTimer?
    private var round: Task<Void, Never>?
    /// The bus names of programs that have not answered yet, and whether the fonts have changed since the last call.
    private var calls: [String: Bool] = [:]
    /// Whether the fonts have changed since the last round began.
    private var isStale = false
    private var isStopped = false
    /// The faults of files that were already logged, by path.
    private var toldFaults: [String: String] = [:]

    /// Creates a refresher; `nil` if `TYPECASE_ADAPTERS` is `off`.
    ///
    /// - Parameters:
    ///   - loop: The loop of the bus.
    ///   - connection: The connection for calling methods.
    ///   - threads: Threads that may block.
    ///   - variables: The environment, which determines where the refresher files are.
    ///   - log: Receives errors.
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

    /// Records that the fonts have changed.
    package func noteChange() {
        guard !isStopped else { return }
        isStale = true
        guard timer == nil, round == nil else { return }
        timer = loop.addTimer(after: Self.delay) { [weak self] in
            self?.assumeIsolated { $0.begin() }
        }
    }

    /// Stops notifying programs; the next daemon announces the last change again if programs may have missed it.
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
                // A program that hangs does not delay other programs, and gets the next call after it has answered.
                if calls.updateValue(true, forKey: method.busName) == nil {
                    Task { [weak self] in await self?.call(method) }
                }
            }
        }
    }

    /// Calls a program, and calls it again if the fonts have changed before it answered.
    private func call(_ method: Refresher.Method) async {
        while calls[method.busName] == true, !isStopped {
            calls[method.busName] = false
            do throws(BusError) {
                // The call uses the unique name, because the bus does not start any program for it.
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
