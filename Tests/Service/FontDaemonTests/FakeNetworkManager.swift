internal import DBus
internal import EventLoop
internal import Synchronization
internal import TestSupport

/// Stands in for NetworkManager on a system bus of its own, as far as it tells what the network costs.
final class FakeNetworkManager: Sendable {
    private static let name = "org.freedesktop.NetworkManager"
    private static let path: ObjectPath = "/org/freedesktop/NetworkManager"

    let bus: PrivateBus
    private let loop: EventLoop
    private let connection: BusConnection
    /// The value of `NMMetered` and how often it was asked for.
    private let state: Mutex<(metered: UInt32, questions: Int)>

    /// Starts it.
    ///
    /// - Parameter metered: The value of `NMMetered`.
    /// - Throws: Why there is no bus.
    init(metered: UInt32) async throws {
        state = Mutex((metered, 0))
        bus = try PrivateBus()
        loop = try EventLoop(name: "test-network")
        connection = try await BusConnection.open(.address(bus.address), on: loop)
        let property = ExportedProperty(name: "Metered", signature: "u") { [self] _ in
            state.withLock { state in
                state.questions += 1
                return .uint32(state.metered)
            }
        }
        await connection.export(
            ExportedObject(interfaces: [
                ExportedInterface(
                    name: Self.name, methods: [], properties: [property],
                    introspection: "<interface name=\"\(Self.name)\"/>")
            ]), at: Self.path)
        try await connection.requestName(Self.name)
    }

    /// How often it was asked what the network costs.
    var questions: Int { state.withLock { $0.questions } }

    /// Changes what the network costs, and tells of it.
    func set(metered: UInt32) async throws {
        state.withLock { $0.metered = metered }
        try await connection.emitPropertiesChanged(
            path: Self.path, interface: Self.name, changed: ["Metered": BusVariant(metered)])
    }

    func stop() async {
        await connection.close()
        await loop.stop()
    }
}
