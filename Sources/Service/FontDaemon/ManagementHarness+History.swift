internal import BusInterface
internal import CallerIdentity
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// The history of changes, and who makes them.
extension ManagementHarness {
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

    /// The change of a number, where it adopted files and is in effect: its caller moves them back, and the rest is here.
    func adoption(_ id: UInt64?) async throws(FontError) -> Int64? {
        guard let id else { return nil }
        let filter = HistoryFilter(id: Int64(clamping: id), limit: 1)
        guard let entry = try await history.changes(matching: filter).entries.first,
            entry.operation.action == HistoryService.adoption, entry.undoneBy == nil
        else { return nil }
        return entry.id
    }

    private func operation(
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

    func listHistory(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (changes: [[String: BusVariant]], cursor: String) {
        let dictionary = BusDictionary(filter, "filter")
        let id = try dictionary.uint64("id")
        let wanted = HistoryFilter(
            id: id.map { Int64(clamping: $0) }, cause: try dictionary.choice("cause"),
            font: try FontFilters.text(dictionary, "font"),
            limit: try FontFilters.limit(dictionary, maximum: HistoryFilter.maximumLimit),
            itemLimit: id == nil ? Self.itemsInList : Self.itemsAlone,
            cursor: try FontFilters.text(dictionary, "cursor"))
        if let unreadable = queries.unreadable { throw BusError(unreadable) }
        let page = try await FontError.replying { () throws(FontError) in try await history.changes(matching: wanted) }
        let changes = await ReplyPage.make(of: page.entries, HistoryDictionary.make)
        let isWhole = changes.count == page.entries.count
        return (changes, isWhole ? page.cursor ?? "" : page.cursor(after: changes.count - 1))
    }

    /// How many items a list tells of each change, and how many are told of one that is asked for by its number.
    private static let (itemsInList, itemsAlone) = (8, 2000)

    func undo(
        _ call: BusMethodCall, change: UInt64, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], made: UInt64, generation: UInt64) {
        let operation = try await operation(of: call, "undo", [:])
        let undoing = try await FontError.replying { () throws(FontError) in
            try await history.undo(change == 0 ? nil : Int64(clamping: change), by: operation)
        }
        return (
            CommitReply.fitted(undoing.outcomes.map(HistoryDictionary.make)), UInt64(clamping: undoing.entry ?? 0),
            undoing.generation
        )
    }
}

/// Changes of the history as the dictionaries that `ListHistory` documents.
enum HistoryDictionary {
    /// The dictionary of a change.
    static func make(_ entry: HistoryEntry) -> [String: BusVariant] {
        let operation = entry.operation
        let refusal = HistoryService.refusal(of: entry)
        var dictionary = [
            "id": BusVariant(UInt64(clamping: entry.id)), "time": BusVariant(UInt64(clamping: entry.time)),
            "cause": BusVariant(operation.cause.rawValue), "action": BusVariant(operation.action ?? ""),
            "count": BusVariant(UInt32(clamping: entry.itemCount)), "items": BusVariant(entry.items.map(make)),
            "undoable": BusVariant(refusal == nil),
        ]
        if let refusal { dictionary["why_not"] = BusVariant(refusal.message) }
        if !operation.caller.isEmpty { dictionary["caller"] = BusVariant(operation.caller) }
        if !operation.program.isEmpty { dictionary["program"] = BusVariant(operation.program) }
        if !operation.command.isEmpty { dictionary["command"] = BusVariant(operation.command) }
        if let undoes = operation.undoes { dictionary["undoes"] = BusVariant(UInt64(clamping: undoes)) }
        if let undoneBy = entry.undoneBy { dictionary["undone_by"] = BusVariant(UInt64(clamping: undoneBy)) }
        return dictionary
    }

    /// The dictionary of an item that was to be taken back.
    static func make(_ item: HistoryItem, _ result: Result<Void, FontError>) -> [String: BusVariant] {
        guard case .failure(let error) = result else { return make(item) }
        return make(item).merging(error.itemDictionary()) { first, _ in first }
    }

    /// The dictionary of an item of a change.
    static func make(_ item: HistoryItem) -> [String: BusVariant] {
        var dictionary = ["kind": BusVariant(item.kind.rawValue), "provider": BusVariant(item.provider.rawValue)]
        if item.kind.isCollection {
            dictionary["collection"] = BusVariant(item.subject)
            if !item.postscriptName.isEmpty { dictionary["postscript_name"] = BusVariant(item.postscriptName) }
            return dictionary
        }
        if let digest = item.digest { dictionary["sha256"] = BusVariant(digest.hexadecimal) }
        if item.kind.isGrant {
            dictionary["right"] = BusVariant(item.subject)
            if let before = item.before { dictionary["before"] = BusVariant(before) }
        } else if item.kind == .hidden || item.kind == .shown {
            dictionary["family"] = BusVariant(item.family)
        } else {
            dictionary["id"] = BusVariant(item.subject)
            dictionary["family"] = BusVariant(item.family)
            dictionary["style"] = BusVariant(item.style)
            dictionary["postscript_name"] = BusVariant(item.postscriptName)
            dictionary["version"] = BusVariant(item.version)
        }
        return dictionary
    }
}
