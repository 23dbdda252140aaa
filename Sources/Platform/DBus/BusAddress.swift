internal import CDBus
internal import Glibc
internal import LinuxSystem

/// The address of a message bus.
package enum BusAddress: Sendable, Hashable {
    /// The user's session bus.
    ///
    /// Its address is `DBUS_SESSION_BUS_ADDRESS` or, if that is not set, the socket `bus` in `XDG_RUNTIME_DIR`.
    case session
    /// The system bus.
    ///
    /// Its address is `DBUS_SYSTEM_BUS_ADDRESS` or, if that is not set, the default in the D-Bus specification.
    case system
    /// The bus at a D-Bus address, such as `unix:path=/run/user/1000/bus`.
    case address(String)
}

extension BusAddress {
    /// The address in the form that libdbus accepts.
    ///
    /// - Throws: `noServer` if the environment names no bus.
    package func resolved() throws(BusError) -> String {
        switch self {
        case .address(let text):
            return text
        case .system:
            return Self.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/var/run/dbus/system_bus_socket"
        case .session:
            if let address = Self.environment("DBUS_SESSION_BUS_ADDRESS") { return address }
            guard let directory = BaseDirectories.directory(Self.environment("XDG_RUNTIME_DIR")) else {
                throw BusError(
                    .noServer,
                    "DBUS_SESSION_BUS_ADDRESS is not set, and XDG_RUNTIME_DIR is not set to an absolute path.")
            }
            guard let path = dbus_address_escape_value(directory + "/bus") else { throw .noMemory }
            defer { dbus_free(path) }
            return "unix:path=" + String(cString: path)
        }
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
