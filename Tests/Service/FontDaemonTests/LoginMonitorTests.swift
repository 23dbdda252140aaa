internal import DBus
internal import EventLoop
internal import FontService
internal import LinuxSystem
internal import Logging
internal import TestSupport
internal import Testing

@testable internal import FontDaemon

/// Logins and logouts as logind tells of them on a system bus that may go away.
@Suite(.timeLimit(.minutes(10)))
struct LoginMonitorTests {
    private static let logind = "org.freedesktop.login1"

    private struct Place {
        let scratch: ScratchDirectory
        let loop: EventLoop
        let bus: PrivateBus
        let session: BusConnection
        let monitor: LoginMonitor

        var address: String { "unix:path=\(scratch["system"])" }
    }

    private func withMonitor(_ body: (Place) async throws -> Void) async throws {
        let scratch = try ScratchDirectory()
        let loop = try EventLoop(name: "test-logins")
        let bus = try PrivateBus()
        let session = try await BusConnection.open(.address(bus.address), on: loop)
        let monitor = LoginMonitor(
            loop: loop, systemBus: .address("unix:path=\(scratch["system"])"), sessionBus: session,
            at: .address(bus.address), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await body(Place(scratch: scratch, loop: loop, bus: bus, session: session, monitor: monitor))
        await monitor.stop()
        await session.close()
        await loop.stop()
    }

    /// Tells of a login again and again until somebody hears of it.
    private func announce(
        _ member: String, on connection: BusConnection, until events: AsyncStream<Void>
    ) async throws {
        let telling = Task {
            while !Task.isCancelled {
                try await connection.emit(
                    signal: member, interface: "org.freedesktop.login1.Manager", path: "/org/freedesktop/login1",
                    arguments: [.string("1"), .objectPath("/org/freedesktop/login1/session/_31")])
                // The bus has passed it on when it answers.
                _ = try await connection.hasOwner(Self.logind)
            }
        }
        for await _ in events { break }
        telling.cancel()
        _ = await telling.result
    }

    @Test func `Are told of again when the system bus is back`() async throws {
        try await withMonitor { place in
            let (events, note) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            var system = try PrivateBus(at: place.scratch["system"])
            var logind = try await BusConnection.open(.address(system.address), on: place.loop)
            try await logind.requestName(Self.logind)
            let watching = Task { await place.monitor.watch { note.yield() } }
            try await announce("SessionNew", on: logind, until: events)
            for _ in 0..<2 {
                system.stop()
                _ = await logind.waitUntilClosed()
                system = try PrivateBus(at: place.scratch["system"])
                logind = try await BusConnection.open(.address(system.address), on: place.loop)
                try await logind.requestName(Self.logind)
                // Whoever logged out meanwhile did so unheard, so this is told of by itself.
                for await _ in events { break }
                try await announce("SessionRemoved", on: logind, until: events)
            }
            await place.monitor.stop()
            await watching.value
            await logind.close()
        }
    }

    @Test func `Are not waited for where there never was a system bus`() async throws {
        try await withMonitor { place in
            await place.monitor.watch { Issue.record("nobody can have told") }
        }
    }

    @Test func `Find the buses of before where these still are, and no other in their place`() async throws {
        try await withMonitor { place in
            let other = try PrivateBus(at: place.scratch["other"])
            let connection = try await BusConnection.open(.address(other.address), on: place.loop)
            let bus = SessionBus(try await connection.busIdentifier(), address: other.address)
            let own = SessionBus(try await place.session.busIdentifier(), address: place.bus.address)
            await connection.close()
            let boot = Machine.current().bootIdentifier
            func found(
                _ buses: Set<SessionBus>, boot: String = boot, logins: Set<String>? = nil
            ) async -> Set<SessionBus> {
                await place.monitor.evidence(
                    after: SessionEvidence(boot: boot, manager: nil, buses: buses, logins: logins)
                ).buses
            }
            #expect(await place.monitor.evidence(after: nil).buses == [own])
            #expect(await found([bus]) == [own, bus])
            #expect(await found([bus, own]) == [own, bus])
            #expect(await found([bus], boot: "another") == [own])
            #expect(await found([bus], logins: ["1@100"]) == [own], "logind knows better")
            #expect(await found([SessionBus(bus.identifier)]) == [own])
            // What was there before has ended.
            #expect(await found([SessionBus("before", address: other.address)]) == [own])
            #expect(await found([SessionBus("before", address: place.bus.address)]) == [own])
            other.stop()
            #expect(await found([bus]) == [own])
            let next = try PrivateBus(at: place.scratch["other"])
            #expect(await found([bus]) == [own])
            next.stop()

            // A connection may be lost though the bus is there.
            await place.session.close()
            #expect(await found([own]) == [own])
            place.bus.stop()
            #expect(await found([own]) == [])
        }
    }
}
