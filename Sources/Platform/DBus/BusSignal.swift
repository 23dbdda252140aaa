/// A signal that came in over the bus.
package struct BusSignal: Sendable {
    /// The sender's unique name, given by the bus; `org.freedesktop.DBus` for the bus itself.
    package let sender: String
    /// The object it comes from.
    package let path: ObjectPath
    /// The interface it belongs to.
    package let interface: String
    /// Its name.
    package let member: String
    /// Its arguments.
    package let arguments: [BusValue]
}
