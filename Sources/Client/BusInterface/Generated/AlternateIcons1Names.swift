// Generated from dbus/org.typecase.AlternateIcons1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The names that go with `org.typecase.AlternateIcons1`.
package enum AlternateIcons1Names {
    /// The interface.
    package static let interface = "org.typecase.AlternateIcons1"
    /// The bus name of the service.
    package static let busName = "org.typecase.FontManager1"
    /// The path of the object.
    package static let path: ObjectPath = "/org/typecase/AlternateIcons1"
}
