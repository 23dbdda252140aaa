internal import BusInterface
internal import CallerIdentity
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// Tells the history who makes the changes of calls.
struct CallerOperations: Sendable {
    let callers: CallerDirectory

    /// Names this run of the service among the operations of all.
    private static let run = FontIdentifier.random().rawValue
    /// The most bytes of the name that a caller gives to several of its calls.
    private static let maximumOperationLength = 128

    /// Tells the history who makes the changes of a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - action: What it does.
    ///   - options: The options of the call, which may say that several calls are one change.
    ///   - undone: The change that they take back; `nil` for a change of its own.
    ///   - body: Makes the changes.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and what is wrong with the options.
    func changing<Success: Sendable>(
        _ call: BusMethodCall, _ action: String, _ options: [String: BusVariant], undoing undone: Int64? = nil,
        _ body: () async throws -> Success
    ) async throws -> Success {
        var operation = try await operation(of: call, action, options)
        operation.undoes = undone
        return try await HistoryOperation.$current.withValue(operation) { try await body() }
    }

    /// What the changes of a call are in the history.
    func operation(
        of call: BusMethodCall, _ action: String, _ options: [String: BusVariant]
    ) async throws(BusError) -> HistoryOperation {
        let name = try FontFilters.text(
            BusDictionary(options), "operation", maximumLength: Self.maximumOperationLength)
        let identity = try await callers.identity(of: call.sender)
        return HistoryOperation(
            key: "\(Self.run)/\(call.sender)/\(name ?? "#" + FontIdentifier.random().rawValue)", cause: .user,
            action: action, caller: identity.provider.rawValue, program: identity.displayName,
            command: CallerCommand.text(of: identity.processID))
    }
}
