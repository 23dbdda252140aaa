/// An object that others can call over the bus.
package struct ExportedObject: Sendable {
    /// The interfaces it has besides those that every object has.
    package let interfaces: [ExportedInterface]
    /// Decides whether a call may go on to its handler, or to the properties.
    ///
    /// It runs before either, and what it throws is the reply. Introspection and `Peer` are answered without it.
    package let admit: (@Sendable (BusMethodCall) async throws -> Void)?
    /// Decides at once whether a call may be answered in place, see ``ExportedMethod/answerInPlace``; nil where none may.
    package let admitInPlace: (@Sendable (BusMethodCall) -> Bool)?
    /// Whether handlers run off the connection's event loop, on which they must not block.
    package let handlesConcurrently: Bool
    /// Whether handlers that run off the loop begin in the order in which their calls came.
    ///
    /// Each begins when the one before it has called ``BusMethodCall/letNextBegin()`` or has ended. Those that run on
    /// the loop begin in order in any case.
    package let beginsInOrder: Bool
    /// The unique name of the only caller that the object exists for, introspection included; nil for everybody.
    package let owner: String?

    /// Describes an object.
    ///
    /// - Parameters:
    ///   - interfaces: Interfaces of different names.
    ///   - owner: The unique name of the only caller that the object exists for; nil for everybody.
    ///   - admit: Decides whether a call may go on; nil lets every call pass. It starts on the loop in any case.
    ///   - admitInPlace: Decides at once whether a call may be answered in place; nil lets none.
    ///   - handlesConcurrently: Whether handlers run off the loop; otherwise they start on it.
    ///   - beginsInOrder: Whether handlers that run off the loop begin in the order of the calls, and `admit` with them.
    package init(
        interfaces: [ExportedInterface], owner: String? = nil,
        admit: (@Sendable (BusMethodCall) async throws -> Void)? = nil,
        admitInPlace: (@Sendable (BusMethodCall) -> Bool)? = nil, handlesConcurrently: Bool = false,
        beginsInOrder: Bool = false
    ) {
        self.admitInPlace = admitInPlace
        self.handlesConcurrently = handlesConcurrently
        self.beginsInOrder = beginsInOrder
        self.interfaces = interfaces
        self.owner = owner
        self.admit = admit
    }
}
