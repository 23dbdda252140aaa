internal import CDBus

/// The checks that names have to pass before libdbus sees them: it ends the process over an invalid one.
enum BusNames {
    /// The bus itself.
    static let bus = "org.freedesktop.DBus"

    /// Refuses what is neither a unique nor a well-known name.
    static func check(busName: String) throws(BusError) {
        try check(busName, dbus_validate_bus_name, "bus name")
    }

    /// Refuses what is not the name of an interface.
    static func check(interface: String) throws(BusError) {
        try check(interface, dbus_validate_interface, "interface name")
    }

    /// Refuses what is not the name of a method or signal.
    static func check(member: String) throws(BusError) {
        try check(member, dbus_validate_member, "member name")
    }

    /// Whether a text is an error name.
    static func isErrorName(_ name: String) -> Bool {
        !name.utf8.contains(0) && dbus_validate_error_name(name, nil) != 0
    }

    private static func check(
        _ name: String, _ validate: (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t,
        _ kind: String
    ) throws(BusError) {
        // C would not see what follows a NUL.
        guard !name.utf8.contains(0), validate(name, nil) != 0 else {
            throw .invalidArguments("not a D-Bus \(kind)")
        }
    }
}
