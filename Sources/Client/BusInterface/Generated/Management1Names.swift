// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The names that go with `org.typecase.Management1`.
package enum Management1Names {
    /// The interface.
    package static let interface = "org.typecase.Management1"
    /// The bus name of the service.
    package static let busName = "org.typecase.Management1"
    /// The path of the object.
    package static let path: ObjectPath = "/org/typecase/Management1"
}
