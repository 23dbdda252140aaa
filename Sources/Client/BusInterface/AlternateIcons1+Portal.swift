package import DBus

extension AlternateIcons1Client {
    /// Creates a client that calls the service by the name that every sandbox reaches, where the object that has
    /// `org.freedesktop.portal.Typecase` has this interface too.
    ///
    /// - Parameter connection: The connection to call over.
    package init(throughPortalOver connection: BusConnection) {
        proxy = BusProxy(
            connection: connection, busName: TypecasePortalNames.busName, path: TypecasePortalNames.path,
            interface: AlternateIcons1Names.interface)
    }
}

extension BusConnection {
    /// The icon of a receiver has changed that has asked by the name that every sandbox reaches.
    ///
    /// - Parameters:
    ///   - owner: The unique name of whom alone it is for.
    ///   - name: The name from now on.
    /// - Throws: What kept the signal from being sent.
    package func emitAlternateIconNameChanged(throughPortalTo owner: String, name: String) throws(BusError) {
        try emit(
            signal: "AlternateIconNameChanged", interface: AlternateIcons1Names.interface,
            path: TypecasePortalNames.path, arguments: [name.busValue], destination: owner)
    }
}
