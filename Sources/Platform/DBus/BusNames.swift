internal import CDBus

/// Checks names before they are passed to libdbus, which ends the process if a name is invalid.
enum BusNames {
    /// The name of the bus itself.
    static let bus = "org.freedesktop.DBus"

    /// Throws an error if a name is neither a unique nor a well-known name.
    static func check(busName: String) throws(BusError) {
        try check(busName, dbus_validate_bus_name, "bus name")
    }

    /// Throws an error if a name is not a valid interface name.
    static func check(interface: String) throws(BusError) {
        try check(interface, dbus_validate_interface, "interface name")
    }

    /// Throws an error if a name is not a valid method or signal name.
    static func check(member: String) throws(BusError) {
        try check(member, dbus_validate_member, "member name")
    }

    /// Whether a text is a valid error name.
    static func isErrorName(_ name: String) -> Bool {
        !name.utf8.contains(0) && dbus_validate_error_name(name, nil) != 0
    }

    private static func check(
        _ name: String, _ validate: (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t,
        _ kind: String
    ) throws(BusError) {
        // C would ignore the characters after a NUL.
        guard !name.utf8.contains(0), validate(name, nil) != 0 else {
            throw .invalidArguments("not a D-Bus \(kind)")
        }
    }
}
