internal import BusInterface
internal import DBus
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
        try await threads.run(deadline: .seconds(300)) { [receiver] in
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
                _ = try await threads.run(deadline: .seconds(300)) { [receiver] in
                    while true {
                        let message = receiver.wait()
                        #expect(!message.contains("WATCHDOG=1"))
                        if message.contains("provider") { return }
                    }
                }
            }
        }
    }

    @Test(
        "A daemon with nothing to do sleeps: no thread of it waits with a time limit, but for that of the next ping",
        .enabled("the kernel tells what a thread waits for") { SleepingThread.areToldOf }, arguments: [nil, "7200"])
    func sleep(watchdogSeconds: String?) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            var environment = ["TYPECASE_IDLE_TIME": "never", "NOTIFY_SOCKET": receiver.path]
            if let watchdogSeconds { environment["WATCHDOG_USEC"] = watchdogSeconds + "000000" }
            try await daemon.start(environment: environment)
            try await daemon.waitUntilRecovered()
            _ = try await daemon.register(makeFont("Asleep"))
            // The last threads of pools leave, memory is given back: of all that the kernel tells nobody. Whatever comes
            // again and again would keep this from ever being so.
            var threads: [SleepingThread] = []
            func areAsleep() -> Bool {
                threads = SleepingThread.all(of: daemon.processID)
                return threads.contains { $0.name == "typecase-bus" }
                    && threads.allSatisfy {
                        let isPinging = $0.name == "typecase-bus" && watchdogSeconds != nil
                        return isPinging ? $0.waitsForTheNextPing : $0.waitsWithoutLimit
                    }
            }
            do {
                try await eventually("no thread waits with a time limit", within: .seconds(240)) {
                    // While threads end the kernel may leave some out of the list.
                    guard areAsleep() else { return false }
                    let first = threads.map(\.identifier)
                    return areAsleep() && threads.map(\.identifier) == first
                }
            } catch is NeverHappened {
                Issue.record("Some of these threads of the daemon do not sleep: \(threads)")
            }

            // What others do on the bus is not for it, but that they come: only on a bus that tells no more of them than
            // the numbers of their processes, and once each.
            let other = try await daemon.connect()
            let before = SleepingThread.wakeUps(of: daemon.processID)
            for number in 0..<100 {
                try await other.requestName("org.example.Name\(number)")
                try await other.releaseName("org.example.Name\(number)")
            }
            let afterNames = SleepingThread.wakeUps(of: daemon.processID)
            #expect(afterNames - before <= 10, "for names that another program took and gave back 100 times")
            for _ in 0..<50 {
                let passing = try await daemon.connect()
                await passing.close()
                try await other.waitUntilNameVanishes(passing.uniqueName)
            }
            let afterVisits = SleepingThread.wakeUps(of: daemon.processID)
            #expect(afterVisits - afterNames <= 60, "for 50 programs that came and left")
            await other.close()
        }
    }
}

/// What a thread waits for, as the kernel tells it.
private struct SleepingThread: CustomStringConvertible {
    let identifier: Int32
    let name: String
    /// The number of the system call and its arguments, or what it does instead.
    let call: [String]

    /// The threads of a process.
    static func all(of process: Int32) -> [SleepingThread] {
        threads(of: process).map { thread in
            func text(_ file: String) -> Substring {
                let text = try? readProcessFile("/proc/\(process)/task/\(thread)/\(file)")
                return text?.split(separator: "\n").first ?? "gone"
            }
            return SleepingThread(
                identifier: thread, name: String(text("comm")),
                call: text("syscall").split(separator: " ").map(String.init))
        }
    }

    /// How often the threads of a process have gone to sleep since they began: once more for each time they were woken.
    static func wakeUps(of process: Int32) -> Int {
        threads(of: process).reduce(0) { sum, thread in
            let status = (try? readProcessFile("/proc/\(process)/task/\(thread)/status")) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }

    /// Whether the kernel tells it of processes of the user.
    static var areToldOf: Bool {
        all(of: getpid()).contains { Int($0.call.first ?? "") != nil } && calls != nil
    }

    /// The numbers of the calls that wait for events, for other threads and for signals.
    ///
    /// Source: asm/unistd_64.h of x86-64, and asm-generic/unistd.h of 64-bit ARM, where ppoll waits for signals.
    private static let calls: (events: [Int], futex: Int, signals: Int)? = {
        #if arch(x86_64)
            ([232, 281], 202, 34)
        #elseif arch(arm64)
            ([22], 98, 73)
        #else
            nil
        #endif
    }()

    /// An argument of the call.
    private func argument(_ index: Int) -> UInt64? {
        guard call.count > index + 1, call[index + 1].hasPrefix("0x") else { return nil }
        return UInt64(call[index + 1].dropFirst(2), radix: 16)
    }

    /// The milliseconds that it waits for events at most, of which the kernel looks at 32 bits; `nil` where it does not.
    private var eventTime: UInt32? {
        guard let calls = Self.calls, calls.events.contains(number) else { return nil }
        return argument(3).map { UInt32(truncatingIfNeeded: $0) }
    }

    private var number: Int { Int(call.first ?? "") ?? -1 }

    /// Whether only something from outside, or another thread, can wake it.
    var waitsWithoutLimit: Bool {
        guard let calls = Self.calls else { return false }
        // No limit is -1 milliseconds, and no address of a time.
        if let eventTime { return eventTime == .max }
        if number == calls.futex { return argument(3) == 0 }
        #if arch(arm64)
            return number == calls.signals && argument(1) == 0 && argument(2) == 0
        #else
            return number == calls.signals
        #endif
    }

    /// Whether it waits for events, and for so many milliseconds at most as are left of half the watchdog's time.
    var waitsForTheNextPing: Bool { eventTime.map { (3_000_000...3_600_000).contains($0) } ?? false }

    var description: String { "\(name): \(call.joined(separator: " "))" }
}
