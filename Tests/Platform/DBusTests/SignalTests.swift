import EventLoop
import Glibc
import TestSupport
import Testing

@testable import DBus

@Suite struct SignalTests {
    private static let interface = "org.example.Interface"

    @Test func `a signal reaches whoever asked for it, with its arguments`() async throws {
        try await BusFixture.with { fixture in
            let signals = try await fixture.client.signals(
                matching: MatchRule(sender: fixture.server.uniqueName, interface: Self.interface, member: "Changed"))
            try await fixture.server.emit(signal: "Other", interface: Self.interface, path: "/a")
            try await fixture.server.emit(
                signal: "Changed", interface: Self.interface, path: "/a", arguments: [.uint64(7)])
            var iterator = signals.makeAsyncIterator()
            let signal = await iterator.next()
            #expect(signal?.member == "Changed")
            #expect(signal?.sender == fixture.server.uniqueName)
            #expect(signal?.path == "/a")
            #expect(signal?.arguments == [.uint64(7)])
        }
    }

    @Test func `each part of a rule narrows what passes`() async throws {
        try await BusFixture.with { fixture in
            let rules = [
                MatchRule(path: "/a/b"), MatchRule(pathNamespace: "/a"), MatchRule(firstArgument: "x"),
                MatchRule(interface: Self.interface, member: "Last"),
            ]
            var streams: [AsyncStream<BusSignal>] = []
            for rule in rules { streams.append(try await fixture.client.signals(matching: rule)) }
            func emit(_ path: ObjectPath, _ argument: BusValue, _ member: String = "S") async throws {
                try await fixture.server.emit(
                    signal: member, interface: Self.interface, path: path, arguments: [argument])
            }
            try await emit("/a/b", .string("y"))
            try await emit("/a", .string("x"))
            try await emit("/ab", .string("z"))
            try await emit("/b", .uint32(1))
            try await emit("/a/b", .string("x"), "Last")
            let expected: [[String]] = [
                ["/a/b S", "/a/b Last"], ["/a/b S", "/a S", "/a/b Last"], ["/a S", "/a/b Last"], ["/a/b Last"],
            ]
            for (stream, expected) in zip(streams, expected) {
                var seen: [String] = []
                for await signal in stream where signal.interface == Self.interface {
                    seen.append("\(signal.path) \(signal.member)")
                    if signal.member == "Last" { break }
                }
                #expect(seen == expected)
            }
        }
    }

    @Test func `a signal for one alone reaches nobody else`() async throws {
        try await BusFixture.with { fixture in
            let other = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop)
            let rule = MatchRule(interface: Self.interface)
            let (mine, theirs) = (
                try await fixture.client.signals(matching: rule), try await other.signals(matching: rule)
            )
            try await fixture.server.emit(
                signal: "Private", interface: Self.interface, path: "/", destination: fixture.client.uniqueName)
            try await fixture.server.emit(signal: "Public", interface: Self.interface, path: "/")
            var (first, second) = (mine.makeAsyncIterator(), theirs.makeAsyncIterator())
            #expect(await first.next()?.member == "Private")
            #expect(await second.next()?.member == "Public")
            await other.close()
        }
    }

    @Test func `signals under a well-known name pass only from its owner, also when it changes hands`() async throws {
        try await BusFixture.with { fixture in
            let name = "org.example.Service"
            let signals = try await fixture.client.signals(
                matching: MatchRule(sender: name, interface: Self.interface))
            var iterator = signals.makeAsyncIterator()
            let impostor = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop)
            func emit(_ member: String, from connection: BusConnection) async throws {
                try await connection.emit(
                    signal: member, interface: Self.interface, path: "/", destination: fixture.client.uniqueName)
            }
            try await emit("Nobody", from: impostor)
            try await fixture.server.requestName(name)
            try await emit("Forged", from: impostor)
            try await emit("Genuine", from: fixture.server)
            #expect(await iterator.next()?.member == "Genuine")

            try await fixture.server.releaseName(name)
            try await impostor.requestName(name)
            try await emit("Former", from: fixture.server)
            try await emit("Heir", from: impostor)
            #expect(await iterator.next()?.member == "Heir")
            await impostor.close()
        }
    }

    @Test func `letting go of a stream ends its subscription`() async throws {
        try await BusFixture.with { fixture in
            var signals: AsyncStream<BusSignal>? = try await fixture.client.signals(
                matching: MatchRule(sender: "org.example.Service", interface: Self.interface))
            #expect(await fixture.client.subscriptions.count == 1)
            let reading = Task { [signals] in
                guard let signals else { return }
                for await _ in signals {}
            }
            signals = nil
            reading.cancel()
            await reading.value
            while await fixture.client.subscriptions.count > 0 { await Task.yield() }
        }
    }

    @Test func `a rule that the bus refuses is an error and leaves nothing behind`() async throws {
        try await BusFixture.with(busLimits: ["max_match_rules_per_connection": 0]) { fixture in
            let error = await #expect(throws: BusError.self) {
                _ = try await fixture.client.signals(matching: MatchRule(interface: Self.interface))
            }
            #expect(error?.code == .limitsExceeded)
            #expect(await fixture.client.subscriptions.isEmpty)
        }
    }

    @Test func `a reader that falls behind keeps the newest signals`() async throws {
        try await BusFixture.with { fixture in
            var limits = BusLimits.standard
            limits.signalsPerStream = 3
            let reader = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop, limits: limits)
            let signals = try await reader.signals(matching: MatchRule(interface: Self.interface))
            for number in UInt32(1)...10 {
                try await fixture.server.emit(
                    signal: "S", interface: Self.interface, path: "/", arguments: [.uint32(number)])
            }
            // Answered after the signals have arrived.
            _ = try await fixture.server.call(
                destination: reader.uniqueName, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
            await reader.close()
            var seen: [[BusValue]] = []
            for await signal in signals { seen.append(signal.arguments) }
            #expect(seen == [[.uint32(8)], [.uint32(9)], [.uint32(10)]])
        }
    }
}

@Suite struct NameTests {
    @Test func `a name has one owner until it is released`() async throws {
        try await BusFixture.with { fixture in
            let name = "org.example.Service"
            try await fixture.server.requestName(name)
            try await fixture.server.requestName(name)
            var owner = try await fixture.client.owner(of: name)
            #expect(owner == fixture.server.uniqueName)
            let error = await #expect(throws: BusError.self) { try await fixture.client.requestName(name) }
            #expect(error?.code == .nameTaken)
            try await fixture.server.releaseName(name)
            owner = try await fixture.client.owner(of: name)
            #expect(owner == nil)
            try await fixture.client.requestName(name)
        }
    }

    @Test func `the bus tells whom it can start`() async throws {
        let bus = try PrivateBus(starting: ["org.example.Started": "/bin/true"])
        let loop = try EventLoop(name: "test")
        let connection = try await BusConnection.open(.address(bus.address), on: loop)
        let names = try await connection.activatableNames()
        #expect(names.contains("org.example.Started"))
        #expect(!names.contains("org.example.Other"))
        await connection.close()
        await loop.stop()
    }

    @Test func `the changes of a name's owner are told`() async throws {
        try await BusFixture.with { fixture in
            let name = "org.example.Service"
            let changes = try await fixture.client.ownerChanges(of: name)
            try await fixture.server.requestName("org.example.Other")
            try await fixture.server.requestName(name)
            try await fixture.server.releaseName(name)
            var iterator = changes.makeAsyncIterator()
            let server = fixture.server.uniqueName
            let (first, second) = (await iterator.next(), await iterator.next())
            #expect(first?.name == name && first?.oldOwner == nil && first?.newOwner == server)
            #expect(second?.name == name && second?.oldOwner == server && second?.newOwner == nil)
        }
    }

    @Test func `waiting for a connection's end returns when it ends, and at once where it has`() async throws {
        try await BusFixture.with { fixture in
            let caller = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop)
            let name = caller.uniqueName
            let waiting = Task { try await fixture.server.waitUntilNameVanishes(name) }
            while await fixture.server.subscriptions.isEmpty { await Task.yield() }
            await caller.close()
            try await waiting.value
            try await fixture.server.waitUntilNameVanishes(name)
        }
    }

    @Test func `the bus tells who is behind a connection`() async throws {
        try await BusFixture.with { fixture in
            let credentials = try await fixture.server.credentials(of: fixture.client.uniqueName)
            #expect(credentials.processID == getpid())
            #expect(credentials.userID == getuid())
            let error = await #expect(throws: BusError.self) {
                _ = try await fixture.server.credentials(of: ":1.999")
            }
            #expect(error?.code == .nameHasNoOwner)
        }
    }
}
