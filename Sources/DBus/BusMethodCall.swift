/// A method call that came in over the bus, its arguments checked against the method's signature.
package struct BusMethodCall: Sendable {
    /// The caller's unique name, given by the bus: it cannot be forged.
    package let sender: String
    /// The object called.
    package let path: ObjectPath
    /// The interface called: that of the method, also where the caller left it out.
    package let interface: String
    /// The method called.
    ///
    /// For properties it is `Get`, `GetAll` or `Set`.
    package let member: String
    /// The arguments.
    package let arguments: [BusValue]

    /// Describes a call, which tests of handlers do without a bus.
    package init(sender: String, path: ObjectPath, interface: String, member: String, arguments: [BusValue]) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}
