// Generated from dbus/org.typecase.Rendering1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The names that go with `org.typecase.Rendering1`.
package enum Rendering1Names {
    /// The interface.
    package static let interface = "org.typecase.Rendering1"
    /// The bus name of the service.
    package static let busName = "org.typecase.FontManager1"
    /// The path of the object.
    package static let path: ObjectPath = "/org/typecase/Rendering1"
}
