/// An incoming method call, whose arguments match the method's signature.
package struct BusMethodCall: Sendable {
    /// The caller's unique name; the bus sets it, so it cannot be forged.
    package let sender: String
    /// The called object.
    package let path: ObjectPath
    /// The called interface; if the caller omitted it, the method's interface.
    package let interface: String
    /// The called method.
    ///
    /// For properties, this is `Get`, `GetAll` or `Set`.
    package let member: String
    /// The arguments.
    package let arguments: [BusValue]
    /// The call's position among the calls of an object whose handlers begin in order.
    private let turn: CallTurn?

    /// Creates a call without a bus, for tests of handlers.
    package init(sender: String, path: ObjectPath, interface: String, member: String, arguments: [BusValue]) {
        self.init(sender: sender, path: path, interface: interface, member: member, arguments: arguments, turn: nil)
    }

    /// Creates an incoming call.
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

    /// Allows the handler of the object's next call to begin before this call's handler has ended.
    ///
    /// This is for handlers that begin in order, see ``ExportedObject/beginsInOrder``. They call it after they have
    /// finished the work that later calls depend on.
    package func letNextBegin() { turn?.end() }

    /// Returns when the handlers of all earlier calls have ended or have allowed this call's handler to begin.
    func waitForTurn() async { await turn?.wait() }
}
