// Generated from dbus/org.freedesktop.portal.Typecase.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The names that go with `org.freedesktop.portal.Typecase`.
package enum TypecasePortalNames {
    /// The interface.
    package static let interface = "org.freedesktop.portal.Typecase"
    /// The bus name of the service.
    package static let busName = "org.freedesktop.portal.Typecase"
    /// The path of the object.
    package static let path: ObjectPath = "/org/freedesktop/portal/desktop/typecase"
}
