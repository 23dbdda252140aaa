import CDBus
import EventLoop
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import DBus

/// What has to hold on each implementation of the bus, since sessions have one or the other.
@Suite struct BusKindTests {
    @Test(arguments: PrivateBus.Kind.available)
    func `calls, errors and descriptors pass`(_ kind: PrivateBus.Kind) async throws {
        try await BusFixture.with(kind) { fixture in
            await fixture.export(
                .echo("sah"),
                ExportedMethod(name: "Fail", inputSignature: "", outputSignature: "") { _ in
                    throw BusError(name: "org.example.Error.Nope", message: "not today")
                })
            let descriptors = try (0..<16).map { _ in try OwnedFileDescriptor(duplicating: 0) }
            let results = try await fixture.call("Echo", [.string("x"), descriptors.busValue])
            #expect(results.first == .string("x"))
            let received = try [OwnedFileDescriptor](busValue: results[1])
            #expect(received.count == 16)
            await #expect(throws: BusError(name: "org.example.Error.Nope", message: "not today")) {
                _ = try await fixture.call("Fail")
            }
            let error = await #expect(throws: BusError.self) {
                _ = try await fixture.client.call(
                    destination: "org.example.Missing", path: "/", interface: "a.b", member: "M")
            }
            #expect(error?.code == .serviceUnknown)
        }
    }

    @Test(arguments: PrivateBus.Kind.available)
    func `names change hands, and signals follow them`(_ kind: PrivateBus.Kind) async throws {
        try await BusFixture.with(kind) { fixture in
            let name = "org.example.Service"
            let signals = try await fixture.client.signals(matching: MatchRule(sender: name, member: "Changed"))
            let changes = try await fixture.client.ownerChanges(of: name)
            try await fixture.server.requestName(name)
            let error = await #expect(throws: BusError.self) { try await fixture.client.requestName(name) }
            #expect(error?.code == .nameTaken)
            try await fixture.server.emit(signal: "Changed", interface: "a.b", path: "/", arguments: [.uint64(1)])
            var signalIterator = signals.makeAsyncIterator()
            #expect(await signalIterator.next()?.arguments == [.uint64(1)])
            var changeIterator = changes.makeAsyncIterator()
            #expect(await changeIterator.next()?.newOwner == fixture.server.uniqueName)
            let server = fixture.server.uniqueName
            await fixture.server.close()
            #expect(await changeIterator.next()?.newOwner == nil)
            try await fixture.client.waitUntilNameVanishes(server)
        }
    }

    @Test(arguments: PrivateBus.Kind.available)
    func `the process behind a connection is known`(_ kind: PrivateBus.Kind) async throws {
        try await BusFixture.with(kind) { fixture in
            let credentials = try await fixture.server.credentials(of: fixture.client.uniqueName)
            #expect(credentials.processID == getpid())
            #expect(credentials.userID == getuid())
        }
    }

    @Test(arguments: PrivateBus.Kind.available)
    func `connections are known to be as old as they were seen to be`(_ kind: PrivateBus.Kind) async throws {
        try await BusFixture.with(kind) { fixture in
            let (server, client) = (fixture.server, fixture.client.uniqueName)
            let unwatched = try await server.credentials(of: client)
            #expect(try await server.credentials(of: client).wasConnectedAt > unwatched.wasConnectedAt)
            let before = BootClock.now
            try await server.noteArrivalsWhereNeeded()
            let began = BootClock.now
            guard unwatched.processDescriptor == nil else {
                #expect(await server.arrivals == nil, "a bus that hands out processes needs no watching")
                return
            }
            let early = try await server.credentials(of: client).wasConnectedAt
            #expect(early > before && early <= began)
            let late = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop)
            _ = try await server.owner(of: late.uniqueName)
            let seen = BootClock.now
            let time = try await server.credentials(of: late.uniqueName).wasConnectedAt
            #expect(time > began && time <= seen)
            #expect(try await server.credentials(of: late.uniqueName).wasConnectedAt == time)
            #expect(try await server.credentials(of: client).wasConnectedAt == early)
            await late.close()
        }
    }

    @Test(arguments: PrivateBus.Kind.available)
    func `whoever notes arrivals hears neither of departures nor of names`(_ kind: PrivateBus.Kind) async throws {
        try await BusFixture.with(kind) { fixture in
            let server = fixture.server
            try await server.noteArrivalsWhereNeeded()
            let isNoting = await server.arrivals != nil
            let count = Mutex(0)
            await server.watchReceivedSignals { count.withLock { $0 += 1 } }
            // The answer to a call comes after everything that the bus has said before.
            func received() async throws -> Int {
                _ = try await server.owner(of: fixture.client.uniqueName)
                return count.withLock { $0 }
            }
            let before = try await received()
            for number in 0..<20 {
                try await fixture.client.requestName("org.example.Name\(number)")
                try await fixture.client.releaseName("org.example.Name\(number)")
            }
            #expect(try await received() == before)
            for _ in 0..<20 {
                let other = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop)
                await other.close()
                try await fixture.client.waitUntilNameVanishes(other.uniqueName)
            }
            #expect(try await received() == before + (isNoting ? 20 : 0))
        }
    }

    @Test func `a connection was there before any later one was seen`() {
        var arrivals = ConnectionArrivals()
        #expect(arrivals.time(of: ":1.7") == nil)
        arrivals.note(present: ["org.example.Name", ":1.3", ":1.7", ":1.5"], at: .seconds(1))
        #expect(arrivals.time(of: ":1.3") == .seconds(1))
        #expect(arrivals.time(of: ":1.7") == .seconds(1))
        #expect(arrivals.time(of: ":1.8") == nil)
        arrivals.note(present: [":1.12"], at: .seconds(2))
        arrivals.note(present: [":1.9"], at: .seconds(3))
        #expect(arrivals.time(of: ":1.7") == .seconds(1))
        #expect(arrivals.time(of: ":1.9") == .seconds(2), "it came before the one that was seen then")
        #expect(arrivals.time(of: ":1.12") == .seconds(2))
        for name in ["org.example.Name", ":2.5", ":1.x", ":1.", ""] { #expect(arrivals.time(of: name) == nil) }
        // However many there are, the times of the last ones are known, and a bound for all others.
        for number in 13...3 * ConnectionArrivals.limit {
            arrivals.note(present: [":1.\(number)"], at: .seconds(number))
        }
        let last = 3 * ConnectionArrivals.limit
        #expect(arrivals.time(of: ":1.\(last)") == .seconds(last))
        #expect(arrivals.time(of: ":1.\(last - 1_000)") == .seconds(last - 1_000))
        let bound = arrivals.time(of: ":1.3") ?? .zero
        #expect(bound > .seconds(1) && bound <= .seconds(last - ConnectionArrivals.limit / 2 + 1))
    }

    @Test(arguments: PrivateBus.Kind.available)
    func `a bus that goes away is noticed`(_ kind: PrivateBus.Kind) async throws {
        try await BusFixture.with(kind) { fixture in
            fixture.bus.stop()
            #expect(await fixture.client.waitUntilClosed() == .lost)
            #expect(await fixture.server.waitUntilClosed() == .lost)
        }
    }

    @Test(.enabled(if: PrivateBus.Kind.available.contains(.broker)))
    func `a peer that sends more descriptors than ours may be does not end the connection`() async throws {
        // This bus passes as many as the kernel does, whatever the receiver is prepared for.
        try await BusFixture.with(.broker) { fixture in
            await fixture.export(
                .echo("s"), .init(name: "Descriptors", inputSignature: "ah", outputSignature: "") { _ in [] })
            let (address, name) = (fixture.bus.address, fixture.server.uniqueName)
            let threads = BlockingThreads(name: "raw client", maximumCount: 1)
            let reply = try await threads.run {
                try RawClient(address).call(name, BusFixture.path.text, BusFixture.interface, "Descriptors") {
                    append(descriptors: 200, to: &$0)
                }
            }
            #expect(reply == .error(name: BusError.Code.limitsExceeded.rawValue))
            let results = try await fixture.call("Echo", [.string("alive")])
            #expect(results == [.string("alive")])
        }
    }
}

extension BusConnection {
    /// Tells of each signal that the bus sends, without asking the bus for any.
    fileprivate func watchReceivedSignals(_ tell: @escaping @Sendable () -> Void) {
        subscriptions[nextIdentifier()] = SignalSubscription(
            rule: MatchRule(), deliver: { _ in tell() }, finish: {})
    }
}
