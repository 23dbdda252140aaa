package import FontModel

/// Which providers to list; what is left out does not matter.
package struct ProviderFilter: Sendable, Equatable {
    /// The most providers of one page.
    package static let maximumLimit = 1000

    /// The provider itself.
    package var id: ProviderIdentifier?
    /// The cursor of the page before.
    package var cursor: String?
    /// The most providers wanted, cut to 1...``maximumLimit``.
    package var limit: Int

    /// Creates a filter.
    package init(id: ProviderIdentifier? = nil, cursor: String? = nil, limit: Int = Self.maximumLimit) {
        self.id = id
        self.cursor = cursor
        self.limit = limit
    }
}
