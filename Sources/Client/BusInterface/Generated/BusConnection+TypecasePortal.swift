// Generated from dbus/org.freedesktop.portal.Typecase.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// The fonts of the session have changed, and fontconfig's caches are up to date with the change.
    ///
    /// - Parameter generation: The generation after the change.
    /// - Throws: What kept the signal from being sent.
    package func emitChanged(generation: UInt64) throws(BusError) {
        try emit(
            signal: "Changed", interface: TypecasePortalNames.interface, path: TypecasePortalNames.path,
            arguments: [generation.busValue])
    }
}
