package import DBus

/// Lists that the service hands out in pages.
package enum BusPages {
    /// Fetches page after page.
    ///
    /// - Parameters:
    ///   - filter: The filter, without a cursor.
    ///   - fetch: Fetches one page.
    ///   - body: Takes each page as it comes.
    /// - Throws: The error of a call, or `Failed` where the service hands out one cursor for ever.
    package static func forEach<Entry: Sendable>(
        _ filter: [String: BusVariant],
        _ fetch: ([String: BusVariant]) async throws(BusError) -> (entries: [Entry], cursor: String),
        body: ([Entry]) -> Void
    ) async throws(BusError) {
        var filter = filter
        filter["limit"] = BusVariant(MessageLimits.pageSize)
        var cursor = ""
        while true {
            let (page, next) = try await fetch(filter)
            body(page)
            if next.isEmpty { return }
            if next == cursor { throw .failed("The service repeats a page of its list.") }
            cursor = next
            filter["cursor"] = BusVariant(next)
        }
    }
}
