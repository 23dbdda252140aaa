// Generated from dbus/org.typecase.Resources1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The names that go with `org.typecase.Resources1`.
package enum Resources1Names {
    /// The interface.
    package static let interface = "org.typecase.Resources1"
    /// The bus name of the service.
    package static let busName = "org.typecase.FontManager1"
    /// The path of the object.
    package static let path: ObjectPath = "/org/typecase/Resources1"
}
