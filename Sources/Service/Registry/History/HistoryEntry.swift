package import FontModel

/// One change in the history.
package struct HistoryEntry: Sendable, Equatable {
    /// The number of the entry, which increases from change to change.
    package var id: Int64
    /// The time of the change, in seconds since 1970.
    package var time: Int64
    /// The operation that made the change, with its origin.
    package var operation: HistoryOperation
    /// The action of the entry that this one undid; `nil` if it did not undo any, or if that entry is no longer stored.
    package var undoneAction: String?
    /// The entry that undid this one; `nil` if it is in effect.
    package var undoneBy: Int64?
    /// The number of items of the entry.
    package var itemCount: Int
    /// The first items of the entry, in order.
    package var items: [HistoryItem]
}

/// A filter for changes in the history.
package struct HistoryFilter: Sendable, Equatable {
    /// The maximum number of entries on a page.
    package static let maximumLimit = 1000
    /// The maximum number of items of an entry that is read alone.
    package static let maximumItems = 20_000

    /// The only entry to read.
    package var id: Int64?
    /// The cause of the changes; `nil` for all causes.
    package var cause: ChangeLogEntry.Cause?
    /// The id of a registration; only its changes and only its items are read; `nil` for all.
    package var font: String?
    /// The maximum number of entries on the page.
    package var limit: Int
    /// The maximum number of items to read for each entry.
    package var itemLimit: Int
    /// The cursor from the previous page.
    package var cursor: String?

    /// Creates a filter.
    package init(
        id: Int64? = nil, cause: ChangeLogEntry.Cause? = nil, font: String? = nil, limit: Int = 50, itemLimit: Int = 8,
        cursor: String? = nil
    ) {
        self.id = id
        self.cause = cause
        self.font = font
        self.limit = limit
        self.itemLimit = itemLimit
        self.cursor = cursor
    }
}

/// One page of the history, latest change first.
package struct HistoryPage: Sendable, Equatable {
    /// The entries.
    package var entries: [HistoryEntry]
    /// The cursor of the next page; `nil` at the end of the history.
    package var cursor: String?

    /// The cursor that continues after an entry of the page, for a reply that is too small for all entries.
    package func cursor(after position: Int) -> String { cursors[position] }

    let cursors: [String]
}
