/// A received signal.
package struct BusSignal: Sendable {
    /// The sender's unique name, set by the bus; `org.freedesktop.DBus` for the bus itself.
    package let sender: String
    /// The object that sent the signal.
    package let path: ObjectPath
    /// The signal's interface.
    package let interface: String
    /// The signal's name.
    package let member: String
    /// The signal's arguments.
    package let arguments: [BusValue]
}
