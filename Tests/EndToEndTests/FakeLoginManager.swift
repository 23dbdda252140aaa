internal import DBus
internal import EventLoop
internal import Glibc
internal import Synchronization
internal import TestSupport

/// Stands in for logind on a system bus of its own: the sessions of the test's user begin and end as the test says.
final class FakeLoginManager: Sendable {
    private static let manager = "org.freedesktop.login1.Manager"
    private static let path: ObjectPath = "/org/freedesktop/login1"

    private struct Session {
        var kind: String
        var state: String
        let beginning: UInt64
    }

    private let bus: PrivateBus
    private let connection: BusConnection
    private let loop: EventLoop
    private let sessions = Mutex<[String: Session]>([:])
    private let count = Mutex<UInt64>(0)
    private let refusal = Mutex<BusError?>(nil)

    /// The variable that names the bus.
    var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": bus.address] }

    /// Starts it; nobody is logged in.
    init() async throws {
        bus = try PrivateBus()
        loop = try EventLoop(name: "test-login")
        connection = try await BusConnection.open(.address(bus.address), on: loop)
        let list = ExportedMethod(name: "ListSessions", inputSignature: "", outputSignature: "a(susso)") { [self] _ in
            [.array(element: "(susso)", sessions.withLock { $0.keys.sorted() }.map(Self.entry))]
        }
        await connection.export(
            ExportedObject(interfaces: [
                ExportedInterface(
                    name: Self.manager, methods: [list], introspection: "<interface name=\"\(Self.manager)\"/>")
            ]),
            at: Self.path)
        try await connection.requestName("org.freedesktop.login1")
    }

    /// Ends it and its bus.
    func end() async {
        await connection.close()
        await loop.stop()
        bus.stop()
    }

    /// Ends it as a crash would, and leaves the bus without it.
    func crash() async { await connection.close() }

    /// Tells nothing of any session but this error, until it is called with `nil`.
    func refuse(with error: BusError?) { refusal.withLock { $0 = error } }

    /// Begins a session of the user.
    func logIn(_ identifier: String, kind: String = "user") async throws {
        let beginning = count.withLock { count in
            count += 1
            return count
        }
        sessions.withLock { $0[identifier] = Session(kind: kind, state: "active", beginning: beginning) }
        await connection.export(
            ExportedObject(interfaces: [interface(of: identifier)]), at: Self.objectPath(identifier))
        try await emit("SessionNew", identifier)
    }

    /// Ends a session of the user.
    func logOut(_ identifier: String) async throws {
        sessions.withLock { $0[identifier] = nil }
        await connection.unexport(Self.objectPath(identifier))
        try await emit("SessionRemoved", identifier)
    }

    private func emit(_ signal: String, _ identifier: String) async throws {
        try await connection.emit(
            signal: signal, interface: Self.manager, path: Self.path,
            arguments: [.string(identifier), .objectPath(Self.objectPath(identifier))])
    }

    private func interface(of identifier: String) -> ExportedInterface {
        func property(
            _ name: String, _ signature: Signature, _ value: @escaping @Sendable (Session) -> BusValue
        ) -> ExportedProperty {
            ExportedProperty(name: name, signature: signature) { [self] _ in
                if let refusal = refusal.withLock({ $0 }) { throw refusal }
                guard let session = sessions.withLock({ $0[identifier] }) else {
                    throw BusError(.unknownObject, "gone")
                }
                return value(session)
            }
        }
        return ExportedInterface(
            name: "org.freedesktop.login1.Session", methods: [],
            properties: [
                property("Class", "s") { .string($0.kind) }, property("State", "s") { .string($0.state) },
                property("Timestamp", "t") { .uint64($0.beginning) },
            ], introspection: "<interface name=\"org.freedesktop.login1.Session\"/>")
    }

    private static func entry(_ identifier: String) -> BusValue {
        .structure([
            .string(identifier), .uint32(getuid()), .string("test"), .string(""),
            .objectPath(objectPath(identifier)),
        ])
    }

    private static func objectPath(_ identifier: String) -> ObjectPath {
        (try? path.appending("session").appending("_" + identifier)) ?? path
    }
}
