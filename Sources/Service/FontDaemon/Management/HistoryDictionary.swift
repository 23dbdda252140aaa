internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// Converts changes of the history to the dictionaries that `ListHistory` documents.
enum HistoryDictionary {
    /// Returns the dictionary of a change.
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

    /// Returns the dictionary of an item for which an undo was attempted.
    static func make(_ item: HistoryItem, _ result: Result<Void, FontError>) -> [String: BusVariant] {
        guard case .failure(let error) = result else { return make(item) }
        return make(item).merging(error.itemDictionary()) { first, _ in first }
    }

    /// Returns the dictionary of an item of a change.
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
