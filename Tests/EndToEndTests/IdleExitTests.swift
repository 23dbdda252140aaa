internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The daemon leaves when nobody needs it, and whoever calls does not notice.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct IdleExitTests {
    @Test("A daemon that nobody needs says that it stops, frees its names, and leaves with success")
    func order() async throws {
        let receiver = try DatagramReceiver()
        let bus = try PrivateBus(starting: Self.programs)
        try await RunningDaemon.run(bus: bus, isStarted: false) { daemon in
            let names = [FontManager1Names.busName, Management1Names.busName]
            var owners = try await Self.iterators(of: names, daemon.connection)
            try await daemon.start(environment: ["TYPECASE_IDLE_TIME": "0.2", "NOTIFY_SOCKET": receiver.path])
            var said: [String] = []
            for index in owners.indices {
                #expect(await owners[index].next()?.newOwner != nil)
                #expect(await owners[index].next()?.newOwner == nil)
                // What was said before the name was free is here by now.
                while let message = receiver.next() { said += message.split(separator: "\n").map(String.init) }
                #expect(
                    said.contains("STOPPING=1"), "\(names[index]) was free before the service manager knew: \(said)")
            }
            #expect(said.contains("READY=1"))
            let outcome = try #require(await daemon.waitForEnd())
            #expect(outcome.succeeded, "\(outcome.standardError)")
        }
    }

    @Test("What is published is told to polling programs to the end before the daemon leaves")
    func notices() async throws {
        let bus = try PrivateBus(starting: Self.programs)
        try await RunningDaemon.run(bus: bus, isStarted: false) { daemon in
            try await daemon.start(environment: ["TYPECASE_IDLE_TIME": "1"])
            let first = daemon.processID
            _ = try await daemon.register(makeFont("Noticed"))
            let sentinel = try #require(daemon.sentinelTime)
            let lateness = Task { await Self.greatestLateness() }
            let outcome = try #require(await daemon.waitForEnd())
            lateness.cancel()
            #expect(outcome.succeeded, "\(outcome.standardError)")
            // The first notice comes more than a second after the change, the second some seconds later.
            let notices = try #require(daemon.sentinelTime) - sentinel
            #expect(notices > 3_000_000_000, "\(notices) ns between the change and the last notice")
            // Whoever looks at fontconfig's directories several times a second has hardly looked in this one before.
            let inSecond = try #require(daemon.sentinelTime) % 1_000_000_000
            // On a machine where this process as well comes late, the daemon may not have been in time at any attempt.
            if await lateness.value < .milliseconds(10) {
                #expect(inSecond < 120_000_000, "the last notice came \(inSecond) ns into its second")
            }
            // Nothing is due any more: the next daemon leaves without another.
            let before = try #require(daemon.sentinelTime)
            try await daemon.start(environment: ["TYPECASE_IDLE_TIME": "0.05"])
            #expect(daemon.processID != first)
            #expect(try await #require(daemon.waitForEnd()).succeeded)
            #expect(daemon.sentinelTime == before)
        }
    }

    /// Wakes up often, until it is cancelled.
    ///
    /// - Returns: How late that was at most.
    private static func greatestLateness() async -> Duration {
        var greatest = Duration.zero
        let interval = Duration.milliseconds(10)
        while true {
            let start = ContinuousClock.now
            guard (try? await Task.sleep(for: interval)) != nil else { return greatest }
            greatest = max(greatest, .now - start - interval)
        }
    }

    @Test("Over many idle exits no call is lost, whichever name it is for")
    func noLostCall() async throws {
        let bus = try PrivateBus(starting: Self.programs)
        try await RunningDaemon.run(bus: bus, isStarted: false) { daemon in
            try await daemon.letBusStart(environment: ["TYPECASE_IDLE_TIME": "0.01"])
            let other = try await daemon.connect()
            let id = try await daemon.register(makeFont("Steady"))
            var processes: Set<UInt32> = []
            var generator = SeededGenerator(seed: 7)
            // Calls before, while and after the daemon leaves: how long that takes differs from machine to machine.
            var rounds = 0
            while processes.count < 25 {
                rounds += 1
                try #require(rounds < 3000, "the daemon leaves between the calls")
                try await Task.sleep(for: .microseconds(Int.random(in: 0..<40_000, using: &generator)))
                async let status = daemon.management.status()
                async let fonts = daemon.manager.listRegistered(filter: [:]).fonts
                async let who = FontManager1Client(other).whoAmI()
                #expect(try await fonts.map { $0.text("id") } == [id])
                #expect(try await who.text("provider") != "")
                processes.insert(try await status["process_id"]?.converted(to: UInt32.self) ?? 0)
            }
            await other.close()
        }
    }

    @Test("A daemon that finds another still busy with the home waits for its turn, and then serves")
    func turn() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            // What a daemon that is leaving holds last.
            let leaving = try await daemon.connect()
            try await leaving.requestName("org.typecase.Daemon1")
            let monitor = try ChildProcess(
                "/usr/bin/dbus-monitor", ["--address", daemon.bus.address, "member=RequestName"], environment: [:])
            try await monitor.waitForOutput("NameLost")
            let starting = Task { try await daemon.start() }
            try await monitor.waitForOutput("org.typecase.Daemon1")
            monitor.send(signal: SIGTERM)
            #expect(try await !daemon.connection.hasOwner(FontManager1Names.busName))
            await leaving.close()
            try await starting.value
            _ = try await daemon.register(makeFont("Inherited"))
        }
    }

    static let programs = Dictionary(
        uniqueKeysWithValues: [FontManager1Names.busName, Management1Names.busName, TypecasePortalNames.busName].map {
            ($0, BuildProducts.executable("typecased"))
        })

    private static func iterators(
        of names: [String], _ connection: BusConnection
    ) async throws -> [AsyncStream<NameOwnerChange>.Iterator] {
        var iterators: [AsyncStream<NameOwnerChange>.Iterator] = []
        for name in names { iterators.append(try await connection.ownerChanges(of: name).makeAsyncIterator()) }
        return iterators
    }
}

extension RunningDaemon {
    /// Has the bus start daemons from now on, one whenever there is none.
    ///
    /// - Parameter changes: Variables to add to the daemons' environment.
    /// - Throws: What the bus said against it.
    func letBusStart(environment changes: [String: String]) async throws {
        _ = try await connection.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "UpdateActivationEnvironment", arguments: [environment.merging(changes) { $1 }.busValue])
    }

    /// When the directory that polling programs are told with has changed last, in nanoseconds.
    fileprivate var sentinelTime: Int64? {
        let directory = try? openDescriptor(publishedDirectory + "/changes", O_RDONLY)
        return directory.flatMap { try? FileStatus(of: $0) }?.stamp.modificationNanoseconds
    }
}
