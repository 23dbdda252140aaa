internal import BusInterface
internal import DBus
internal import Synchronization

/// The part of a back end of xdg-desktop-portal that asks whether an application may do something.
final class TestDialog: Sendable {
    /// A dialog that was shown.
    struct Shown: Sendable {
        let handle: ObjectPath
        let application: String
        let title: String
        let body: String
    }

    private let dialogs = Mutex<[Shown]>([])
    private let response: UInt32

    /// Answers every dialog the same.
    init(response: UInt32) { self.response = response }

    /// What was shown so far.
    var shown: [Shown] { dialogs.withLock { $0 } }

    /// `org.freedesktop.impl.portal.Access` with the signatures of xdg-desktop-portal 1.16.
    var table: ExportedInterface {
        get throws {
            ExportedInterface(
                name: "org.freedesktop.impl.portal.Access",
                methods: [
                    ExportedMethod(
                        name: "AccessDialog", inputSignature: try Signature(validating: "osssssa{sv}"),
                        outputSignature: try Signature(validating: "ua{sv}")
                    ) { [self] call in
                        let arguments = BusReply(call.arguments, of: "AccessDialog")
                        let shown = Shown(
                            handle: try arguments.value(0, "handle"), application: try arguments.value(1, "app_id"),
                            title: try arguments.value(3, "title"), body: try arguments.value(5, "body"))
                        dialogs.withLock { $0.append(shown) }
                        return [response.busValue, [String: BusVariant]().busValue]
                    }
                ],
                introspection: "<interface name=\"org.freedesktop.impl.portal.Access\"/>")
        }
    }
}
