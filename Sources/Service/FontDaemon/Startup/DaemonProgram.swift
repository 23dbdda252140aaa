internal import CLinux
internal import DBus
internal import EventLoop
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Logging
internal import Systemd

/// The program `typecased`: starts the daemon, waits for the end of the session or a signal, stops it.
package enum DaemonProgram {
    /// Has the program tell, by the exit status 0, that a login finds all as the last daemon has left it.
    private static let atRestArgument = "--at-rest"
    /// How many seconds that may take.
    private static let atRestTime = 3

    /// How long a daemon that cannot use its home stays to say why.
    private static let unavailableTime = Duration.seconds(30)

    /// Runs until it is told to end or the bus goes away; the exit status is 0 after a clean end, 1 where the daemon
    /// could not serve.
    ///
    /// With the argument ``atRestArgument`` it does nothing but tell whether there would be anything to do: see
    /// ``RestNote``.
    package static func start() -> Never {
        if CommandLine.arguments.dropFirst().elementsEqual([atRestArgument]) {
            // A directory that does not answer is not waited for.
            alarm(UInt32(atRestTime))
            exit(RestNote.holds(for: .ofProcess()) ? 0 : 1)
        }
        if let exit = DaemonArguments.answer(Array(CommandLine.arguments.dropFirst())) { Glibc.exit(exit) }
        // Before there is a second thread: a batch keeps a dozen busy, and their heaps would stay as large as it made
        // them.
        typecase_share_heaps()
        SchedulerSlice.requestShort()
        DescriptorLimit.raise()
        let logControl = LoggingSetup.bootstrap(identifier: "typecased")
        let threads = BlockingThreads(name: "typecase-work", maximumCount: TypecaseDaemon.workThreads)
        MainThread.run(blocking: [SIGTERM, SIGINT], on: threads) { await serve(threads, logControl) }
    }

    /// Serves, and returns the exit status.
    private static func serve(_ threads: BlockingThreads, _ logControl: LogControl) async -> Int32 {
        let log = Logger(label: "typecased")
        let notifier = ServiceNotifier()
        do {
            let loop = try EventLoop(name: "typecase-bus")
            let signals = try await SignalSource([SIGTERM, SIGINT], on: loop)
            let daemon = TypecaseDaemon(
                configuration: .ofProcess(), loop: loop, threads: threads, notifier: notifier,
                logControl: logControl, log: log)
            try await PassingTask.run { () async throws(any Error) in try await daemon.start() }
            let obstacle = await daemon.obstacle
            notifier.ready(status: obstacle.map { "Serving no fonts: \($0.message)" } ?? "Serving fonts")
            let watchdog = notifier.watchdogInterval.map { limit in
                Watchdog(on: loop, notifier: notifier, limit: limit) { await daemon.proveAlive() }
            }
            await watchdog?.start()
            await waitForEnd(of: daemon, signals)
            // Before the names are free: a start that somebody asks for waits for the end of this process from now on,
            // where otherwise the service manager would take it for running.
            notifier.stopping(status: "Ending")
            await daemon.stop()
            await watchdog?.stop()
            await loop.stop()
            return 0
        } catch let error as BusError where error.code == .nameTaken {
            log.report(
                .otherDaemon, .error, "Another daemon serves this session", metadata: ["error": "\(error)"])
            return 1
        } catch {
            log.error("The daemon cannot serve", metadata: ["error": "\(error)"])
            return 1
        }
    }

    /// Waits for a reason to end.
    private static func waitForEnd(of daemon: TypecaseDaemon, _ signals: SignalSource) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals.signals { return } }
            group.addTask { await daemon.waitUntilDisconnected() }
            if daemon.leavesWhenIdle { group.addTask { await daemon.waitUntilIdle() } }
            if await daemon.obstacle != nil {
                // What was in the way may be gone when the next call starts the daemon anew.
                group.addTask { try? await AlarmClock.shared.sleep(for: unavailableTime) }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
