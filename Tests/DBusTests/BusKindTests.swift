import CDBus
import EventLoop
import Glibc
import LinuxSystem
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
            // Neither a name that somebody takes nor one that goes away stays in the list.
            let known = await server.arrivals?.count
            try await late.requestName("org.example.Late")
            await late.close()
            try await server.waitUntilNameVanishes(late.uniqueName)
            #expect(await server.arrivals?.count == known.map { $0 - 1 })
        }
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
