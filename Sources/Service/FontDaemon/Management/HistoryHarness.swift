internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// Serves the history of changes.
struct HistoryHarness: Management1HistoryService {
    let operations: CallerOperations
    let queries: FontQueries
    let history: HistoryService

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
        let page = try await history.changes(matching: wanted)
        let changes = await ReplyPage.make(of: page.entries, HistoryDictionary.make)
        let isWhole = changes.count == page.entries.count
        return (changes, isWhole ? page.cursor ?? "" : page.cursor(after: changes.count - 1))
    }

    /// The most items per change in a list, and the most items of a single change that is requested by its number.
    private static let (itemsInList, itemsAlone) = (8, 2000)

    func undo(
        _ call: BusMethodCall, change: UInt64, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], made: UInt64, generation: UInt64) {
        let operation = try await operations.operation(of: call, "undo", [:])
        let undoing = try await history.undo(change == 0 ? nil : Int64(clamping: change), by: operation)
        return (
            CommitReply.fitted(undoing.outcomes.map(HistoryDictionary.make)), UInt64(clamping: undoing.entry ?? 0),
            undoing.generation
        )
    }
}
