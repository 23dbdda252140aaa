import CDBus
import EventLoop
import LinuxSystem
import TestSupport
import Testing

@testable import DBus

@Suite struct LimitTests {
    @Test func `a sender with too much in flight is told to come back, and others are served`() async throws {
        var limits = BusLimits.standard
        limits.callsInFlightPerSender = 4
        try await BusFixture.with(limits: limits) { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                    start.yield()
                    for await _ in never {}
                    return []
                }, .echo("s"))
            let calls = (0..<4).map { _ in Task { try await fixture.call("Hang") } }
            var count = 0
            for await _ in started {
                count += 1
                if count == 4 { break }
            }
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Echo", [.string("x")]) }
            #expect(error?.name == limits.busyErrorName)

            let other = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop)
            let results = try await other.call(
                destination: fixture.server.uniqueName, path: BusFixture.path, interface: BusFixture.interface,
                member: "Echo", arguments: [.string("x")])
            #expect(results == [.string("x")])
            await other.close()

            end.finish()
            for call in calls { _ = try await call.value }
            let answer1 = try await fixture.call("Echo", [.string("x")])
            #expect(answer1 == [.string("x")])
        }
    }

    @Test func `the memory of one sender's calls in flight is bounded`() async throws {
        var limits = BusLimits.standard
        limits.decodedSizePerSender = 100_000
        try await BusFixture.with(limits: limits) { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                ExportedMethod(name: "Keep", inputSignature: "s", outputSignature: "") { _ in
                    start.yield()
                    for await _ in never {}
                    return []
                })
            let text = String(repeating: "x", count: 60_000)
            let first = Task { try await fixture.call("Keep", [.string(text)]) }
            for await _ in started { break }
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Keep", [.string(text)]) }
            #expect(error?.name == limits.busyErrorName)
            end.finish()
            _ = try await first.value
            let answer2 = try await fixture.call("Keep", [.string(text)])
            #expect(answer2 == [])
        }
    }

    @Test func `the memory of one owner's calls in flight is bounded, however they come`() async throws {
        var limits = BusLimits.standard
        limits.decodedSizePerOwner = 100_000
        try await BusFixture.with(limits: limits) { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            await fixture.export(
                ExportedMethod(name: "Keep", inputSignature: "s", outputSignature: "") { _ in
                    start.yield()
                    for await _ in never {}
                    return []
                }, .echo("s"))
            let stranger = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop)
            let second = try await BusConnection.open(.address(fixture.bus.address), on: fixture.loop)
            let strangerName = stranger.uniqueName
            await fixture.server.groupSenders { $0 == strangerName ? "stranger" : "greedy" }
            let text = String(repeating: "x", count: 60_000)
            func echo(on connection: BusConnection) async throws -> [BusValue] {
                try await connection.call(
                    destination: fixture.server.uniqueName, path: BusFixture.path, interface: BusFixture.interface,
                    member: "Echo", arguments: [.string(text)])
            }
            let first = Task { try await fixture.call("Keep", [.string(text)]) }
            for await _ in started { break }
            let error = await #expect(throws: BusError.self) { _ = try await echo(on: second) }
            #expect(error?.name == limits.busyErrorName)
            let answer = try await echo(on: stranger)
            #expect(answer == [.string(text)])
            end.finish()
            _ = try await first.value
            let again = try await echo(on: second)
            #expect(again == [.string(text)], "what was answered counts no more")
            for connection in [stranger, second] { await connection.close() }
        }
    }

    @Test func `results too large to send become an error, and the connection lives on`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(
                ExportedMethod(name: "Flood", inputSignature: "", outputSignature: "as") { _ in
                    let text = BusValue.string(String(repeating: "x", count: 1 << 20))
                    return [.array(element: "s", [text, text, text, text])]
                }, .echo("s"))
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Flood") }
            #expect(error?.code == .limitsExceeded)
            let answer3 = try await fixture.call("Echo", [.string("alive")])
            #expect(answer3 == [.string("alive")])
        }
    }

    @Test func `arguments too large to send are refused before they are sent`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("s"))
            let error = await #expect(throws: BusError.self) {
                _ = try await fixture.call("Echo", [.string(String(repeating: "x", count: 4 << 20))])
            }
            #expect(error?.code == .limitsExceeded)
            let text = String(repeating: "x", count: (4 << 20) - 8192)
            let answer4 = try await fixture.call("Echo", [.string(text)])
            #expect(answer4 == [.string(text)])
        }
    }

    @Test func `a message larger than ours may be is answered with an error, not with a lost connection`() async throws
    {
        var limits = BusLimits.standard
        limits.decodedSize = 1 << 20
        try await BusFixture.with(limits: limits) { fixture in
            await fixture.export(
                .echo("s"), .init(name: "Bytes", inputSignature: "ay", outputSignature: "") { _ in [] })
            let (address, name) = (fixture.bus.address, fixture.server.uniqueName)
            let threads = BlockingThreads(name: "raw client", maximumCount: 1)
            let replies = try await threads.run {
                let client = try RawClient(address)
                return [
                    try client.call(name, BusFixture.path.text, BusFixture.interface, "Echo") {
                        append(String(repeating: "x", count: 6 << 20), to: &$0)
                    },
                    // Small on the wire, large when taken apart.
                    try client.call(name, BusFixture.path.text, BusFixture.interface, "Bytes") { iterator in
                        var array = DBusMessageIter()
                        dbus_message_iter_open_container(&iterator, typecase_DBUS_TYPE_ARRAY, "y", &array)
                        for var byte in [UInt8](repeating: 1, count: 100_000) {
                            dbus_message_iter_append_basic(&array, typecase_DBUS_TYPE_BYTE, &byte)
                        }
                        dbus_message_iter_close_container(&iterator, &array)
                    },
                ]
            }
            #expect(replies == Array(repeating: .error(name: BusError.Code.limitsExceeded.rawValue), count: 2))
            let answer5 = try await fixture.call("Echo", [.string("alive")])
            #expect(answer5 == [.string("alive")])
        }
    }

    @Test func `more descriptors than ours may be are answered with an error, not with a lost connection`() async throws
    {
        try await BusFixture.with(busLimits: ["max_message_unix_fds": 253, "max_incoming_unix_fds": 1000]) { fixture in
            await fixture.export(
                .echo("s"), .init(name: "Descriptors", inputSignature: "ah", outputSignature: "") { _ in [] })
            let (address, name) = (fixture.bus.address, fixture.server.uniqueName)
            let threads = BlockingThreads(name: "raw client", maximumCount: 1)
            let reply = try await threads.run {
                try RawClient(address).call(name, BusFixture.path.text, BusFixture.interface, "Descriptors") {
                    append(descriptors: 64, to: &$0)
                }
            }
            #expect(reply == .error(name: BusError.Code.limitsExceeded.rawValue))
            let answer6 = try await fixture.call("Echo", [.string("alive")])
            #expect(answer6 == [.string("alive")])
        }
    }

    @Test func `a value that nests too deep is refused on either side`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("v"))
            func nested(_ depth: Int) -> BusValue {
                (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) }
            }
            let answer7 = try await fixture.call("Echo", [nested(32)])
            #expect(answer7 == [nested(32)])
            let error = await #expect(throws: BusError.self) { _ = try await fixture.call("Echo", [nested(33)]) }
            #expect(error?.code == .invalidArguments)

            let (address, name) = (fixture.bus.address, fixture.server.uniqueName)
            let threads = BlockingThreads(name: "raw client", maximumCount: 1)
            let reply = try await threads.run {
                func open(_ iterator: inout DBusMessageIter, _ depth: Int) {
                    var inner = DBusMessageIter()
                    let signature = depth == 1 ? "y" : "v"
                    dbus_message_iter_open_container(&iterator, typecase_DBUS_TYPE_VARIANT, signature, &inner)
                    var byte: UInt8 = 1
                    if depth == 1 {
                        dbus_message_iter_append_basic(&inner, typecase_DBUS_TYPE_BYTE, &byte)
                    } else {
                        open(&inner, depth - 1)
                    }
                    dbus_message_iter_close_container(&iterator, &inner)
                }
                return try RawClient(address).call(name, BusFixture.path.text, BusFixture.interface, "Echo") {
                    open(&$0, 60)
                }
            }
            #expect(reply == .error(name: BusError.Code.invalidArguments.rawValue))
        }
    }

    @Test func `signals are refused while the bus does not take them`() async throws {
        var limits = BusLimits.standard
        limits.outgoingSize = -1
        try await BusFixture.with(limits: limits) { fixture in
            let error = await #expect(throws: BusError.self) {
                try await fixture.server.emit(signal: "Changed", interface: "org.example.Interface", path: "/")
            }
            #expect(error?.code == .limitsExceeded)
        }
    }
}
