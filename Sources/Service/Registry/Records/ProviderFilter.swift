package import FontModel

/// A filter for lists of providers; properties that are not set match everything.
package struct ProviderFilter: Sendable, Equatable {
    /// The maximum number of providers on one page.
    package static let maximumLimit = 1000

    /// The only provider to list.
    package var id: ProviderIdentifier?
    /// The cursor from the previous page.
    package var cursor: String?
    /// The maximum number of providers to return, limited to 1...``maximumLimit``.
    package var limit: Int

    /// Creates a filter.
    package init(id: ProviderIdentifier? = nil, cursor: String? = nil, limit: Int = Self.maximumLimit) {
        self.id = id
        self.cursor = cursor
        self.limit = limit
    }
}
