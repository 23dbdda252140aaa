internal import DBus

/// The dictionaries of one page of a list: as many as should fit into one message.
enum ReplyPage {
    /// The size in bytes after which a page ends early, a quarter of the longest message.
    ///
    /// A caller that wants more at once can request a file.
    static let size = BusLimits.standard.messageSize / 4

    /// Creates the dictionaries of a page, outside the thread of the bus.
    ///
    /// - Parameters:
    ///   - items: The items that the page has at most.
    ///   - make: Creates the dictionary of an item.
    /// - Returns: The dictionaries of the first items; at least one, if there is any.
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
