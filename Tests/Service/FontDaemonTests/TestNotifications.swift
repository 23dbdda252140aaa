internal import BusInterface
internal import DBus
internal import Synchronization

/// What shows notifications, as far as icons need it.
final class TestNotifications: Sendable {
    /// The arguments of each call of `Notify`.
    var shown: [[BusValue]] { calls.withLock { $0 } }
    private let calls = Mutex<[[BusValue]]>([])
    let connection: BusConnection

    init(on connection: BusConnection) async throws {
        self.connection = connection
        let notify = ExportedMethod(
            name: "Notify", inputSignature: try Signature(validating: "susssasa{sv}i"),
            outputSignature: try Signature(validating: "u")
        ) { [self] call in
            calls.withLock { $0.append(call.arguments) }
            return [.uint32(7)]
        }
        await connection.export(
            ExportedObject(interfaces: [
                ExportedInterface(
                    name: "org.freedesktop.Notifications", methods: [notify],
                    introspection: "<interface name=\"org.freedesktop.Notifications\"/>")
            ]), at: "/org/freedesktop/Notifications")
        try await connection.requestName("org.freedesktop.Notifications")
    }

    func press(_ key: String) async throws {
        try await connection.emit(
            signal: "ActionInvoked", interface: "org.freedesktop.Notifications",
            path: "/org/freedesktop/Notifications", arguments: [.uint32(7), .string(key)])
    }
}
