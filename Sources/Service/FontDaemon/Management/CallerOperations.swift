internal import BusInterface
internal import CallerIdentity
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// Records in the history who makes the changes of calls.
struct CallerOperations: Sendable {
    let callers: CallerDirectory

    /// The identifier of this run of the service, which distinguishes its operations from those of other runs.
    private static let run = FontIdentifier.random().rawValue
    /// The longest name in bytes that a caller may give to several of its calls.
    private static let maximumOperationLength = 128

    /// Records in the history who makes the changes of a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - action: What the call does.
    ///   - options: The options of the call, which may declare several calls to be one change.
    ///   - undone: The change that the call undoes; `nil` for a new change.
    ///   - body: Makes the changes.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or an error if the options are invalid.
    func changing<Success: Sendable>(
        _ call: BusMethodCall, _ action: String, _ options: [String: BusVariant], undoing undone: Int64? = nil,
        _ body: () async throws -> Success
    ) async throws -> Success {
        var operation = try await operation(of: call, action, options)
        operation.undoes = undone
        return try await HistoryOperation.$current.withValue(operation) { try await body() }
    }

    /// Returns the history operation for the changes of a call.
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
