package import DBus

extension Resources1Client {
    /// Creates a client that calls the service by the name that every sandbox reaches, where the object that has
    /// `org.freedesktop.portal.Typecase` has this interface too.
    ///
    /// - Parameter connection: The connection to call over.
    package init(throughPortalOver connection: BusConnection) {
        proxy = BusProxy(
            connection: connection, busName: TypecasePortalNames.busName, path: TypecasePortalNames.path,
            interface: Resources1Names.interface)
    }
}
