/// An object that other connections can call over the bus.
package struct ExportedObject: Sendable {
    /// The object's interfaces, besides those that every object has.
    package let interfaces: [ExportedInterface]
    /// Decides whether a call may continue to its handler or to the properties.
    ///
    /// It runs before them, and an error that it throws is the reply. Introspection and `Peer` are answered without it.
    package let admit: (@Sendable (BusMethodCall) async throws -> Void)?
    /// Decides immediately whether a call may be answered in place; nil admits no call.
    ///
    /// See ``ExportedMethod/answerInPlace``.
    package let admitInPlace: (@Sendable (BusMethodCall) -> Bool)?
    /// Whether handlers run outside the connection's event loop, on which they must not block.
    package let handlesConcurrently: Bool
    /// Whether handlers that run outside the loop begin in the order in which their calls arrived.
    ///
    /// Each handler begins when the previous one has called ``BusMethodCall/letNextBegin()`` or has ended. Handlers on
    /// the loop always begin in order.
    package let beginsInOrder: Bool
    /// The unique name of the only caller for which the object exists, also in introspection; nil for all callers.
    package let owner: String?

    /// Creates the description of an object.
    ///
    /// - Parameters:
    ///   - interfaces: Interfaces with different names.
    ///   - owner: The unique name of the only caller for which the object exists; nil for all callers.
    ///   - admit: Decides whether a call may continue; nil admits every call. If `handlesConcurrently` is false, it
    ///     starts on the loop.
    ///   - admitInPlace: Decides immediately whether a call may be answered in place; nil admits none.
    ///   - handlesConcurrently: Whether handlers run outside the loop; otherwise they start on it.
    ///   - beginsInOrder: Whether handlers that run outside the loop, together with `admit`, begin in the order of the
    ///     calls.
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
