package import DBus

extension FontManager1Client {
    /// Creates a client that calls the service by the name that every sandbox reaches.
    ///
    /// What `org.freedesktop.portal.Typecase` has are methods of this interface, under the same names and with the same
    /// arguments; every other one is answered with `unknownMethod`, and a property with `unknownProperty`.
    ///
    /// - Parameter connection: The connection to call over.
    package init(throughPortalOver connection: BusConnection) {
        proxy = BusProxy(
            connection: connection, busName: TypecasePortalNames.busName, path: TypecasePortalNames.path,
            interface: TypecasePortalNames.interface)
    }
}
