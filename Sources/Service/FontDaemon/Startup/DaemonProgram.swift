internal import CLinux
internal import DBus
internal import EventLoop
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Logging
internal import Systemd

/// The program `typecased`: starts the daemon, waits for the end of the session or a signal, and stops the daemon.
package enum DaemonProgram {
    /// The argument that makes the program check whether the state is as the last daemon left it.
    ///
    /// If so, the exit status is 0.
    private static let atRestArgument = "--at-rest"
    /// The timeout for this check in seconds.
    private static let atRestTime = 3

    /// How long a daemon that cannot use its home keeps running, to report the reason.
    private static let unavailableTime = Duration.seconds(30)

    /// Runs until the program is told to end or the bus disappears.
    ///
    /// The exit status is 0 after a clean end, and 1 if the daemon could not serve. With the argument
    /// ``atRestArgument``, the program only checks whether there is work to do: see ``RestNote``.
    package static func start() -> Never {
        if CommandLine.arguments.dropFirst().elementsEqual([atRestArgument]) {
            // Do not wait for a directory that does not respond.
            alarm(UInt32(atRestTime))
            exit(RestNote.holds(for: .ofProcess()) ? 0 : 1)
        }
        if let exit = DaemonArguments.answer(Array(CommandLine.arguments.dropFirst())) { Glibc.exit(exit) }
        // This must precede the second thread. A batch uses a dozen threads, and otherwise each of their heaps would
        // keep its largest size.
        typecase_share_heaps()
        SchedulerSlice.requestShort()
        DescriptorLimit.raise()
        let logControl = LoggingSetup.bootstrap(identifier: "typecased")
        let threads = BlockingThreads(name: "typecase-work", maximumCount: TypecaseDaemon.workThreads)
        MainThread.run(blocking: [SIGTERM, SIGINT], on: threads) { await serve(threads, logControl) }
    }

    /// Runs the daemon, and returns the exit status.
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
            // This must precede the release of the names. From now on, a requested start waits for the end of this
            // process; otherwise, the service manager would consider the daemon to be running.
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
                // The obstacle may be gone when the next call starts the daemon again.
                group.addTask { try? await AlarmClock.shared.sleep(for: unavailableTime) }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
