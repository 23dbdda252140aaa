// Generated from dbus/org.typecase.ConsentAgent1.xml by Tools/BusInterfaceGenerator; do not edit.

/// The names that go with `org.typecase.ConsentAgent1`.
package enum ConsentAgent1Names {
    /// The interface.
    package static let interface = "org.typecase.ConsentAgent1"
}
