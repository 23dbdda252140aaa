// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// The fonts of the session have changed, and fontconfig's caches are up to date with the change.
    ///
    /// Several changes may share one signal; the method Changes reports what happened.
    ///
    /// The service ends when no program needs it, and the next call starts it again. A program that waits for this
    /// signal misses nothing, because every change by a program or the user is made by a call. If the published files
    /// are changed by hand while the service is not running, the service detects and reports this at its next start.
    ///
    /// - Parameter generation: The generation after the change.
    /// - Throws: What kept the signal from being sent.
    package func emitFontsChanged(generation: UInt64) throws(BusError) {
        try emit(
            signal: "FontsChanged", interface: FontManager1Names.interface, path: FontManager1Names.path,
            arguments: [generation.busValue])
    }
}
