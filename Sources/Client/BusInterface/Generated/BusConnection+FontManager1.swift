// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// The fonts of the session have changed, and fontconfig's caches are up to date with the change.
    ///
    /// Several changes may share one signal; the method Changes tells what happened.
    ///
    /// The service ends when nobody needs it, and the next call starts it again. Whoever waits for this signal misses
    /// nothing by that, as every change that a program or the user makes is a call. What is done to the published files
    /// by hand while the service is not there is noticed, and told, at its next start.
    ///
    /// - Parameter generation: The generation after the change.
    /// - Throws: What kept the signal from being sent.
    package func emitFontsChanged(generation: UInt64) throws(BusError) {
        try emit(
            signal: "FontsChanged", interface: FontManager1Names.interface, path: FontManager1Names.path,
            arguments: [generation.busValue])
    }
}
