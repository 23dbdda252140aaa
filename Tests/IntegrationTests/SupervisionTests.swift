internal import BusInterface
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The real daemon and what it tells its service manager.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct SupervisionTests {
    private let receiver: DatagramReceiver
    /// Waiting for a message blocks.
    private let threads = BlockingThreads(name: "receiver", maximumCount: 1)

    init() throws { receiver = try DatagramReceiver() }

    /// Waits for a message of which one line is as wanted.
    private func waitFor(_ isWanted: @escaping @Sendable (Substring) -> Bool) async throws -> String {
        try await threads.run(deadline: .seconds(20)) { [receiver] in
            while true {
                let message = receiver.wait()
                if message.split(separator: "\n").contains(where: isWanted) { return message }
            }
        }
    }

    @Test("It says when it is ready, how many fonts there are, and that it ends")
    func life() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: ["NOTIFY_SOCKET": receiver.path])
            _ = try await waitFor { $0 == "READY=1" }
            _ = try await daemon.register(makeFont("Counted"))
            _ = try await waitFor { $0 == "STATUS=1 font of 1 provider" }
            let outcome = try #require(await daemon.stop())
            #expect(outcome.succeeded)
            _ = try await waitFor { $0 == "STOPPING=1" }
        }
    }

    @Test("It says why it serves no fonts")
    func obstacle() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: [
                "NOTIFY_SOCKET": receiver.path, "HOME": "", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "",
            ])
            #expect(try await waitFor { $0 == "READY=1" }.contains("STATUS=Serving no fonts: "))
        }
    }

    @Test("It pings the watchdog that it has, and no other", arguments: [true, false])
    func watchdog(isWatched: Bool) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            var environment = ["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "200000"]
            if !isWatched { environment["WATCHDOG_PID"] = "1" }
            try await daemon.start(environment: environment)
            if isWatched {
                for _ in 0..<3 { _ = try await waitFor { $0 == "WATCHDOG=1" } }
                _ = try await daemon.register(makeFont("Watched"))
                _ = try await waitFor { $0 == "WATCHDOG=1" }
            } else {
                // Comes a second after the start, by which time there would have been several pings.
                _ = try await threads.run(deadline: .seconds(20)) { [receiver] in
                    while true {
                        let message = receiver.wait()
                        #expect(!message.contains("WATCHDOG=1"))
                        if message.contains("provider") { return }
                    }
                }
            }
        }
    }

    @Test("A daemon with nothing to do sleeps: nothing wakes the thread of the bus")
    func sleep() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: ["TYPECASE_IDLE_TIME": "never", "NOTIFY_SOCKET": receiver.path])
            try await daemon.waitUntilRecovered()
            var before = try #require(daemon.busThreadSwitches)
            // Until it has settled. A timer that ticks would end this at the time limit.
            while true {
                try await Task.sleep(for: .seconds(2))
                let now = try #require(daemon.busThreadSwitches)
                if now == before { break }
                before = now
            }
        }
    }
}

extension RunningDaemon {
    /// How often the thread of the bus has gone to sleep.
    fileprivate var busThreadSwitches: Int? {
        for thread in threads(of: processID) {
            guard let status = try? readProcessFile("/proc/\(processID)/task/\(thread)/status"),
                status.contains("Name:\ttypecase-bus\n"),
                let line = status.split(separator: "\n").first(where: { $0.hasPrefix("voluntary_ctxt_switches:") })
            else { continue }
            return line.split(separator: "\t").last.flatMap { Int($0) }
        }
        return nil
    }
}
