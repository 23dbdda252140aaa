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
    /// Its place among the calls of an object whose handlers begin in order.
    private let turn: CallTurn?

    /// Describes a call, which tests of handlers do without a bus.
    package init(sender: String, path: ObjectPath, interface: String, member: String, arguments: [BusValue]) {
        self.init(sender: sender, path: path, interface: interface, member: member, arguments: arguments, turn: nil)
    }

    /// Describes a call that came in.
    init(
        sender: String, path: ObjectPath, interface: String, member: String, arguments: [BusValue], turn: CallTurn?
    ) {
        self.turn = turn
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// Lets the handler of the object's next call begin before this one's has ended.
    ///
    /// It is for handlers that begin in order, see ``ExportedObject/beginsInOrder``, and have done what later calls are
    /// to find done.
    package func letNextBegin() { turn?.end() }

    /// Returns when the handlers of all earlier calls have let this one's begin, or have ended.
    func waitForTurn() async { await turn?.wait() }
}
