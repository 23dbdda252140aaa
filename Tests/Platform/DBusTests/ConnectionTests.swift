import EventLoop
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import DBus

@Suite struct ConnectionTests {
    @Test func `a connection has the name that the bus gave it`() async throws {
        try await BusFixture.with { fixture in
            #expect(fixture.client.uniqueName.hasPrefix(":"))
            #expect(fixture.client.uniqueName != fixture.server.uniqueName)
            let answer1 = try await fixture.client.hasOwner(fixture.server.uniqueName)
            #expect(answer1)
        }
    }

    @Test(arguments: ["nonsense", "unix:path=/nonexistent/bus", "unix:path=/tmp\0/bus", ""])
    func `an address without a bus is an error`(_ address: String) async throws {
        let loop = try EventLoop(name: "test loop")
        await #expect(throws: BusError.self) { _ = try await BusConnection.open(.address(address), on: loop) }
        await loop.stop()
    }

    @Test func `a server that hangs up during the handshake is an error`() async throws {
        let loop = try EventLoop(name: "test loop")
        let scratch = try ScratchDirectory()
        defer { withExtendedLifetime(scratch) {} }
        let path = scratch["bus"]
        let listener = OwnedFileDescriptor(adopting: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        #expect(listen(listener.rawValue, 1) == 0)
        let threads = BlockingThreads(name: "no bus", maximumCount: 1)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let accepted: Void = threads.run {
            begin.finish()
            close(accept(listener.rawValue, nil, nil))
        }
        // From here on it needs no task's turn, for which the connection would not wait.
        for await _ in begun {}
        await #expect(throws: BusError.disconnected) {
            _ = try await BusConnection.open(.address("unix:path=" + path), on: loop)
        }
        _ = try await accepted
        await loop.stop()
    }

    @Test func `when the bus goes away everything that waits is told, and the loop rests`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                    start.yield()
                    for await _ in never {}
                    return []
                })
            let signals = try await fixture.client.signals(matching: MatchRule(interface: "org.example.Interface"))
            let calls = (0..<10).map { _ in Task { try await fixture.call("Hang") } }
            var count = 0
            for await _ in started {
                count += 1
                if count == 10 { break }
            }
            fixture.bus.stop()
            #expect(await fixture.client.waitUntilClosed() == .lost)
            #expect(await fixture.server.waitUntilClosed() == .lost)
            for call in calls { await #expect(throws: BusError.disconnected) { try await call.value } }
            for await _ in signals {}
            await #expect(throws: BusError.disconnected) { _ = try await fixture.call("Hang") }
            await #expect(throws: BusError.disconnected) {
                try await fixture.server.emit(signal: "S", interface: "org.example.Interface", path: "/")
            }
            // The handlers still run; what they reply goes nowhere.
            end.finish()
            await fixture.loop.run {}
            try await expectRest(of: fixture.loop)
        }
    }

    @Test func `a connection with nothing to do does not wake its loop`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("s"))
            _ = try await fixture.call("Echo", [.string("x")])
            // The bus answers in order: what it had to say to either before this is there by now.
            for connection in [fixture.client, fixture.server] {
                _ = try await connection.owner(of: fixture.client.uniqueName)
            }
            try await expectRest(of: fixture.loop)
        }
    }

    /// Proves that the loop sleeps: time has to pass for one that polls to show.
    private func expectRest(of loop: EventLoop) async throws {
        // What is on its way to the loop gets there first, on whichever thread.
        for _ in 0..<20 {
            let count = loop.wakeUpCount
            try await Task.sleep(for: .milliseconds(50))
            if count == loop.wakeUpCount { break }
        }
        let before = loop.wakeUpCount
        try await Task.sleep(for: .milliseconds(200))
        #expect(loop.wakeUpCount == before)
    }

    @Test func `closing fails the calls out`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                    start.yield()
                    for await _ in never {}
                    return []
                })
            let call = Task { try await fixture.call("Hang") }
            for await _ in started { break }
            let end1 = Task { await fixture.client.waitUntilClosed() }
            await fixture.client.close()
            await #expect(throws: BusError.disconnected) { try await call.value }
            #expect(await end1.value == .closed)
            end.finish()
        }
    }

    @Test func `closing lets the calls in be answered`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let text = String(repeating: "x", count: 3 << 20)
            await fixture.export(
                ExportedMethod(name: "Slow", inputSignature: "", outputSignature: "s") { _ in
                    start.yield()
                    for await _ in never {}
                    return [.string(text)]
                })
            let call = Task { try await fixture.call("Slow") }
            for await _ in started { break }
            let closing = Task { await fixture.server.close(grace: .seconds(60)) }
            try await eventually("the server is closing") { await fixture.server.isClosing }
            // Nothing new is begun.
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Slow") }
            #expect(error?.code == .disconnected)
            end.finish()
            let answer2 = try await call.value
            #expect(answer2 == [.string(text)])
            await closing.value
        }
    }

    @Test func `while calls are waited for, their handlers may call others, and new ones are served`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                .echo("s"),
                ExportedMethod(name: "Ask", inputSignature: "", outputSignature: "b") { _ in
                    start.yield()
                    for await _ in never {}
                    return [.boolean(try await fixture.server.hasOwner(fixture.client.uniqueName))]
                })
            let call = Task { try await fixture.call("Ask") }
            for await _ in started { break }
            let draining = Task { await fixture.server.drain(within: .seconds(60)) }
            #expect(await !fixture.server.drain(within: .zero))
            let answer = try await fixture.call("Echo", [.string("served")])
            #expect(answer == [.string("served")])
            end.finish()
            let result = try await call.value
            #expect(result == [.boolean(true)])
            #expect(await draining.value)
        }
    }

    @Test func `a call that is given up gets the error, and nothing after it`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                .echo("s"),
                ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                    start.yield()
                    for await _ in never {}
                    return []
                })
            let call = Task { try await fixture.call("Hang") }
            for await _ in started { break }
            await fixture.server.giveUpCalls(with: .limitsExceeded("enough"))
            #expect(await fixture.server.drain(within: .zero), "nobody waits for an answer any more")
            await #expect(throws: BusError.limitsExceeded("enough")) { try await call.value }
            end.finish()
            let answer = try await fixture.call("Echo", [.string("alive")])
            #expect(answer == [.string("alive")])
        }
    }

    @Test func `it is told when calls are being served, and when the last is answered`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let (changes, note) = AsyncStream.makeStream(of: Bool.self)
            await fixture.server.onServing { note.yield($0) }
            await fixture.export(
                .echo("s"),
                ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                    start.yield()
                    for await _ in never {}
                    return []
                })
            let calls = (0..<2).map { _ in Task { try await fixture.call("Hang") } }
            var count = 0
            for await _ in started {
                count += 1
                if count == 2 { break }
            }
            _ = try await fixture.call("Echo", [.string("meanwhile")])
            end.finish()
            for call in calls { _ = try await call.value }
            note.finish()
            var seen: [Bool] = []
            for await change in changes { seen.append(change) }
            #expect(seen == [true, false])
        }
    }

    @Test func `a method answers in place, on the loop and counted as served, and leaves other calls to its handler`()
        async throws
    {
        try await BusFixture.with { fixture in
            let (changes, note) = AsyncStream.makeStream(of: Bool.self)
            await fixture.server.onServing { note.yield($0) }
            let place = ExportedMethod(
                name: "Place", inputSignature: "s", outputSignature: "sb"
            ) { [loop = fixture.loop] call in
                [call.arguments[0], .boolean(loop.isCurrent)]
            }
            let table = ExportedInterface(name: BusFixture.interface, methods: [place], introspection: "")
                .answering("Place") { [loop = fixture.loop] call in
                    switch call.arguments[0] {
                    case .string("here"), .string("unknown"): [call.arguments[0], .boolean(loop.isCurrent)]
                    case .string("wrong"): [call.arguments[0]]
                    default: nil
                    }
                }
            await fixture.server.export(
                ExportedObject(
                    interfaces: [table], admitInPlace: { $0.arguments[0] != .string("unknown") },
                    handlesConcurrently: true), at: BusFixture.path)
            let here = try await fixture.call("Place", [.string("here")])
            #expect(here == [.string("here"), .boolean(true)])
            let there = try await fixture.call("Place", [.string("there")])
            #expect(there == [.string("there"), .boolean(false)])
            let unknown = try await fixture.call("Place", [.string("unknown")])
            #expect(unknown == [.string("unknown"), .boolean(false)], "in place are answered those who are admitted")
            // Results that do not fit are an error of the service, as a handler's are.
            let error = await #expect(throws: BusError.self) { try await fixture.call("Place", [.string("wrong")]) }
            #expect(error?.code == .failed)
            note.finish()
            var seen: [Bool] = []
            for await change in changes { seen.append(change) }
            #expect(seen == [true, false, true, false, true, false, true, false])
        }
    }

    @Test func `closing does not wait for longer than it is given`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                    start.yield()
                    for await _ in never {}
                    return []
                })
            let call = Task { try await fixture.call("Hang") }
            for await _ in started { break }
            await fixture.server.close(grace: .milliseconds(10))
            // The bus answers for who is gone.
            let error = await #expect(throws: BusError.self) { try await call.value }
            #expect(error?.code == .noReply)
            end.finish()
        }
    }

    @Test func `waiting for the end can be cancelled`() async throws {
        try await BusFixture.with { fixture in
            let waiting = Task { await fixture.client.waitUntilClosed() }
            waiting.cancel()
            #expect(await waiting.value == nil)
        }
    }

    @Test func `a connection that nobody closed ends with its last reference`() async throws {
        try await BusFixture.with { fixture in
            let name = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop).uniqueName
            try await fixture.client.waitUntilNameVanishes(name)
        }
    }

    @Test func `connections, calls, signals and descriptors leave no open descriptor behind`() async throws {
        // In a process of its own: other tests open descriptors at the same time.
        await #expect(processExitsWith: .success) {
            try await Task.sleep(for: .milliseconds(1))
            let before = openDescriptors()
            for _ in 0..<3 {
                try await BusFixture.with { fixture in
                    await fixture.export(
                        .echo("ah"),
                        .init(name: "Refuse", inputSignature: "h", outputSignature: "") { _ in
                            throw BusError.accessDenied("no")
                        })
                    let descriptors = try (0..<16).map { _ in try OwnedFileDescriptor(duplicating: 0) }
                    for _ in 0..<20 {
                        _ = try await fixture.call("Echo", [descriptors.busValue])
                        // Wrong types: refused with the descriptors still in the message.
                        _ = try? await fixture.call("Refuse", [descriptors.busValue])
                        _ = try? await fixture.call("Refuse", [descriptors[0].busValue])
                        _ = try? await fixture.call("Echo", [(descriptors + descriptors).busValue])
                    }
                }
            }
            let after = openDescriptors()
            #expect(after == before)
        }
    }

    @Test func `a reply from somebody else than was called is not taken`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                ExportedMethod(name: "Slow", inputSignature: "", outputSignature: "s") { _ in
                    start.yield()
                    for await _ in never {}
                    return [.string("genuine")]
                })
            let call = Task { try await fixture.call("Slow") }
            for await _ in started { break }
            let (address, name) = (fixture.bus.address, fixture.client.uniqueName)
            let threads = BlockingThreads(name: "raw client", maximumCount: 1)
            try await threads.run {
                let client = try RawClient(address)
                for serial in UInt32(1)...50 { client.forgeReply(to: name, serial: serial) }
                // Answered after all of those have arrived.
                _ = try client.call(name, "/", "org.freedesktop.DBus.Peer", "Ping")
            }
            end.finish()
            let answer3 = try await call.value
            #expect(answer3 == [.string("genuine")])
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `of several answers to one call the first counts, and no other call gets the rest`() async throws {
        try await BusFixture.with { fixture in
            let peer = try RawClient(fixture.bus.address)
            let threads = BlockingThreads(name: "raw client", maximumCount: 1)
            let answering = Task {
                try await threads.run { peer.answer(2) { ["first of \($0)", "second of \($0)", "third of \($0)"] } }
            }
            for number in 0..<2 {
                let results = try await fixture.client.call(
                    destination: peer.uniqueName, path: BusFixture.path, interface: BusFixture.interface, member: "Ask")
                #expect(results == [.string("first of \(number)")])
            }
            try await answering.value
        }
    }
}
