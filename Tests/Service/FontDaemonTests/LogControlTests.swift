internal import DBus
internal import EventLoop
internal import FontService
internal import Logging
internal import TestSupport
internal import Testing

@testable internal import FontDaemon
@testable internal import Systemd

/// `org.freedesktop.LogControl1` over a real bus.
@Suite(.timeLimit(.minutes(10)))
struct LogControlTests {
    private let control = LogControl(
        identifier: "typecased", level: .info,
        destination: LogDestination(
            identifier: "typecased", journalSocket: nil, standardError: -1, marksPriority: false))
    private let work = WorkInProgress()

    @Test func `The level is read and set by the names of syslog`() async throws {
        try await withService { service in
            #expect(await service.get("LogLevel") == .string("info"))
            #expect(await service.set("LogLevel", .string("debug")) == nil)
            #expect(control.level == .debug)
            #expect(await service.get("LogLevel") == .string("debug"))
            for wrong: BusValue in [.string("verbose"), .string(""), .uint32(7)] {
                #expect(await service.set("LogLevel", wrong)?.code == .invalidArguments)
            }
            #expect(control.level == .debug)
        }
    }

    @Test func `The target is read and set, and what there is not is refused`() async throws {
        try await withService { service in
            #expect(await service.get("LogTarget") == .string("console"))
            #expect(await service.set("LogTarget", .string("null")) == nil)
            #expect(control.target == .null)
            #expect(await service.set("LogTarget", .string("kmsg"))?.code == .invalidArguments)
            #expect(control.target == .null)
            #expect(await service.set("LogTarget", .string("auto")) == nil)
            #expect(control.target != .null)
        }
    }

    @Test func `While anything is changed the daemon stays, and no longer`() async throws {
        try await withService { service in
            #expect(await service.set("LogLevel", .string("info")) == nil)
            #expect(work.kinds.isEmpty, "it is the level that it was started with")
            #expect(await service.set("LogLevel", .string("debug")) == nil)
            #expect(await service.set("LogLevel", .string("warning")) == nil)
            #expect(work.kinds == [.changedLog])
            #expect(await service.set("LogTarget", .string("null")) == nil)
            #expect(await service.set("LogLevel", .string("info")) == nil)
            #expect(work.kinds == [.changedLog], "the target is another one")
            #expect(await service.set("LogTarget", .string("console")) == nil)
            #expect(work.kinds.isEmpty)
        }
    }

    @Test func `The identifier is that of the journal, and stays`() async throws {
        try await withService { service in
            #expect(await service.get("SyslogIdentifier") == .string("typecased"))
            #expect(await service.set("SyslogIdentifier", .string("other"))?.code == .propertyReadOnly)
        }
    }

    private struct Service {
        let client: BusConnection
        let name: String

        private func call(_ member: String, _ arguments: [BusValue]) async -> Result<[BusValue], BusError> {
            do throws(BusError) {
                return .success(
                    try await client.call(
                        destination: name, path: LogControlInterface.path,
                        interface: "org.freedesktop.DBus.Properties", member: member,
                        arguments: [.string("org.freedesktop.LogControl1")] + arguments))
            } catch {
                return .failure(error)
            }
        }

        func get(_ property: String) async -> BusValue? {
            guard case .success(let results) = await call("Get", [.string(property)]),
                case .variant(let value)? = results.first
            else { return nil }
            return value
        }

        func set(_ property: String, _ value: BusValue) async -> BusError? {
            guard case .failure(let error) = await call("Set", [.string(property), .variant(value)]) else { return nil }
            return error
        }
    }

    private func withService(_ body: (Service) async throws -> Void) async throws {
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-log")
        let server = try await BusConnection.open(.address(bus.address), on: loop)
        let client = try await BusConnection.open(.address(bus.address), on: loop)
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        await server.export(
            ExportedObject(interfaces: [LogControlInterface(control: control, log: silent, work: work).table]),
            at: LogControlInterface.path)
        try await body(Service(client: client, name: server.uniqueName))
        await client.close()
        await server.close()
        await loop.stop()
    }
}
