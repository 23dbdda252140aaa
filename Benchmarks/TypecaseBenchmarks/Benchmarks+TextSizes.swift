internal import BusInterface
// Whose headers declare timespec, too.
internal import CLinux
internal import DBus
internal import EventLoop
internal import Glibc
internal import Synchronization
internal import TestSupport

extension Benchmarks {
    /// How often the text size changes.
    private static var textSizeRounds: Int { 50 }

    /// Measures how long a change of the text size takes to an application that follows it, and beside it the same signal
    /// from one connection to another with no service between.
    func measureTextSizes() async throws {
        report.head("A change of the text size, to an application that follows it")
        let desktop = try await connect(to: empty, "desktop")
        let portal = try await MeasuredPortal(on: desktop)
        let application = try await connect(to: empty, "application")
        let client = DynamicType1Client(application)
        let management = Management1Client(desktop)
        let changes = try await client.categoryChanged()
        let plain = try await application.propertyChanges(
            of: "org.example.Plain", at: "/org/example/Plain", from: desktop.uniqueName)
        var ofClient = changes.makeAsyncIterator()
        var ofPlain = plain.makeAsyncIterator()
        _ = try await client.category()
        // The same in an application that uses the client library, by its own clock.
        var follower = try Application("ClientProgram", environment: empty.environment)
        _ = try await follower.ask("follow-text-size")
        var inLibrary = Samples(.milliseconds)
        func noteFollower(since start: Int64) async throws {
            let answer = try await follower.ask("next-text-size")
            guard let end = answer.split(separator: " ").last.flatMap({ Int64($0) }) else {
                throw BenchmarkFailure("An application that follows the text size: \(answer)")
            }
            inLibrary.append(Double(end - start) / 1e6)
        }
        var byDesktop = Samples(.milliseconds)
        var byUser = Samples(.milliseconds)
        var control = Samples(.milliseconds)
        let clock = ContinuousClock()
        for round in 0..<Self.textSizeRounds {
            let isEven = round % 2 == 0
            var start = clock.now
            try await desktop.emitPropertiesChanged(
                path: "/org/example/Plain", interface: "org.example.Plain", changed: ["A": BusVariant(isEven)])
            guard await ofPlain.next() != nil else { break }
            control.append(start.duration(to: clock.now))
            start = clock.now
            let monotonic = Self.monotonicNanoseconds
            try await portal.set(isEven ? 2 : 1.25)
            guard try await ofClient.next() != nil else { break }
            byDesktop.append(start.duration(to: clock.now))
            try await noteFollower(since: monotonic)
            start = clock.now
            async let set: Void = management.setTextSize(application: "", category: "small", options: [:])
            guard try await ofClient.next() != nil else { break }
            byUser.append(start.duration(to: clock.now))
            try await set
            _ = try await follower.ask("next-text-size")
            _ = try await management.resetTextSize(application: "", options: [:])
            guard try await ofClient.next() != nil else { break }
            _ = try await follower.ask("next-text-size")
        }
        report.add("text-size-control", "a plain property signal between two connections", control)
        report.add("text-size-desktop", "the desktop changes it", byDesktop, aim: .atMost(20))
        report.add(
            "text-size-library", "the desktop changes it, to fonts of the library", inLibrary,
            against: ("the signal alone", byDesktop), inLibrary.median, unit: "ms", aim: .atMost(20))
        report.add("text-size-user", "the user chooses it, durably", byUser, aim: .atMost(20))
        await follower.end()
        for connection in [desktop, application] {
            await connection.close()
            await connection.loop.stop()
        }
    }

    /// The clock that all processes share.
    private static var monotonicNanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func connect(to home: ServedHome, _ name: String) async throws -> BusConnection {
        try await BusConnection.open(.address(home.bus.address), on: EventLoop(name: name))
    }
}

/// A settings portal that knows the text size alone.
private final class MeasuredPortal: Sendable {
    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"

    private let factor = Mutex(1.25)
    private let connection: BusConnection

    init(on connection: BusConnection) async throws {
        self.connection = connection
        let read = ExportedMethod(
            name: "ReadOne", inputSignature: try Signature(validating: "ss"),
            outputSignature: try Signature(validating: "v")
        ) { [self] _ in [.variant(.double(factor.withLock { $0 }))] }
        await connection.export(
            ExportedObject(
                interfaces: [
                    ExportedInterface(
                        name: Self.interface, methods: [read], introspection: "<interface name=\"\(Self.interface)\"/>")
                ]), at: Self.path)
        try await connection.requestName("org.freedesktop.portal.Desktop")
    }

    func set(_ factor: Double) async throws {
        self.factor.withLock { $0 = factor }
        try await connection.emit(
            signal: "SettingChanged", interface: Self.interface, path: Self.path,
            arguments: [
                .string("org.gnome.desktop.interface"), .string("text-scaling-factor"), .variant(.double(factor)),
            ])
    }
}
