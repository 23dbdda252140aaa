internal import BusInterface
package import DBus

/// Lists that the service returns in pages.
package enum PagedList {
    /// Fetches all pages.
    ///
    /// - Parameters:
    ///   - filter: The filter, without a cursor.
    ///   - fetch: Fetches one page.
    /// - Returns: All entries.
    /// - Throws: The error of a call, or `Failed` if the service returns the same cursor forever.
    package static func all<Entry: Sendable>(
        _ filter: [String: BusVariant],
        _ fetch: ([String: BusVariant]) async throws(BusError) -> (entries: [Entry], cursor: String)
    ) async throws(CommandFailure) -> [Entry] {
        var entries: [Entry] = []
        try await forEachPage(filter, fetch) { entries += $0 }
        return entries
    }

    /// Fetches page after page, for callers that need not wait for the last page.
    ///
    /// - Parameters:
    ///   - filter: The filter, without a cursor.
    ///   - fetch: Fetches one page.
    ///   - body: Called with each page as it arrives.
    /// - Throws: The error of a call, or `Failed` if the service returns the same cursor forever.
    package static func forEachPage<Entry: Sendable>(
        _ filter: [String: BusVariant],
        _ fetch: ([String: BusVariant]) async throws(BusError) -> (entries: [Entry], cursor: String),
        body: ([Entry]) -> Void
    ) async throws(CommandFailure) {
        try await calling { () async throws(BusError) in try await BusPages.forEach(filter, fetch, body: body) }
    }
}
