// Generated from dbus/org.typecase.AlternateIcons1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// The receiver's icon has changed, because the application or the user changed it.
    ///
    /// The service sends the signal to every program that has read AlternateIconName or called SetAlternateIconName,
    /// for as long as the program is on the bus.
    ///
    /// - Parameters:
    ///   - owner: The unique name of whom alone it is for.
    ///   - name: The name from now on; empty for the primary icon.
    /// - Throws: What kept the signal from being sent.
    package func emitAlternateIconNameChanged(to owner: String, name: String) throws(BusError) {
        try emit(
            signal: "AlternateIconNameChanged", interface: AlternateIcons1Names.interface, path: AlternateIcons1Names.path,
            arguments: [name.busValue], destination: owner)
    }
}
