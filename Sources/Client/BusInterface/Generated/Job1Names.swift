// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

/// The names that go with `org.typecase.Job1`.
package enum Job1Names {
    /// The interface.
    package static let interface = "org.typecase.Job1"
}
