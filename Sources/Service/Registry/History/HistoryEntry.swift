package import FontModel

/// One change of the history.
package struct HistoryEntry: Sendable, Equatable {
    /// Its number, which grows from change to change.
    package var id: Int64
    /// When it was made, in seconds since 1970.
    package var time: Int64
    /// Who made it and how.
    package var operation: HistoryOperation
    /// The action of the entry that it took back; `nil` where it took none back, and where that is not kept any more.
    package var undoneAction: String?
    /// The entry that took it back; `nil` where it is in effect.
    package var undoneBy: Int64?
    /// How many items it has.
    package var itemCount: Int
    /// The first of its items, in order.
    package var items: [HistoryItem]
}

/// Which changes of the history to read.
package struct HistoryFilter: Sendable, Equatable {
    /// The most entries of a page.
    package static let maximumLimit = 1000
    /// The most items of an entry that is read alone.
    package static let maximumItems = 20_000

    /// Only this entry.
    package var id: Int64?
    /// Only what was done for one of these causes; `nil` for all.
    package var cause: ChangeLogEntry.Cause?
    /// Only what was done to the registration of this id, with the items alone that are about it; `nil` for all.
    package var font: String?
    /// The most entries of the page.
    package var limit: Int
    /// The most items that are read of each entry.
    package var itemLimit: Int
    /// Where the page before ended.
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

/// One page of the history, the last change first.
package struct HistoryPage: Sendable, Equatable {
    /// The entries.
    package var entries: [HistoryEntry]
    /// Where the next page goes on; `nil` after the last.
    package var cursor: String?

    /// The cursor that goes on after an entry of the page, for a reply that has no room for all.
    package func cursor(after position: Int) -> String { cursors[position] }

    let cursors: [String]
}
