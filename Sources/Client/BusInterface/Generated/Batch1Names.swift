// Generated from dbus/org.typecase.Batch1.xml by Tools/BusInterfaceGenerator; do not edit.

/// The names that go with `org.typecase.Batch1`.
package enum Batch1Names {
    /// The interface.
    package static let interface = "org.typecase.Batch1"
}
