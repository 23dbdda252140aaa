internal import DBus

/// The dictionaries of one page of a list: as many as one message should carry.
enum ReplyPage {
    /// The bytes after which a page ends early, a quarter of the longest message: who wants more at once takes a file.
    static let size = BusLimits.standard.messageSize / 4

    /// Makes the dictionaries of a page, away from the thread of the bus.
    ///
    /// - Parameters:
    ///   - items: What the page has at most.
    ///   - make: Makes the dictionary of an item.
    /// - Returns: The dictionaries of the first items; of one at least, if there is any.
    @concurrent static func make<Item: Sendable>(
        of items: [Item], _ make: @Sendable (Item) -> [String: BusVariant]
    ) async -> [[String: BusVariant]] {
        var dictionaries: [[String: BusVariant]] = []
        dictionaries.reserveCapacity(items.count)
        var size = 0
        for item in items {
            let dictionary = make(item)
            size += dictionary.busValue.maximumSize
            if size > Self.size, !dictionaries.isEmpty { break }
            dictionaries.append(dictionary)
        }
        return dictionaries
    }
}
