/// Which bus to connect to.
package enum BusAddress: Sendable, Hashable {
    /// The user's session bus, as `DBUS_SESSION_BUS_ADDRESS` names it, else the socket `bus` in `XDG_RUNTIME_DIR`.
    case session
    /// The bus at a D-Bus address, such as `unix:path=/run/user/1000/bus`.
    case address(String)
}
