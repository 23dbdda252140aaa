// Generated from dbus/org.typecase.DynamicType1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// The receiver's category has changed.
    ///
    /// The service sends the signal to each program separately; *Following changes* describes which programs receive
    /// it.
    ///
    /// - Parameters:
    ///   - owner: The unique name of whom alone it is for.
    ///   - category: The category from now on.
    /// - Throws: What kept the signal from being sent.
    package func emitCategoryChanged(to owner: String, category: String) throws(BusError) {
        try emit(
            signal: "CategoryChanged", interface: DynamicType1Names.interface, path: DynamicType1Names.path,
            arguments: [category.busValue], destination: owner)
    }
}
