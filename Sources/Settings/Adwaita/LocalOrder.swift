internal import CAdwaita

/// The sort order of names in the user's language.
package struct LocalOrder: Sendable, Comparable {
    /// The key that the C locale compares byte by byte.
    private let key: [UInt8]
    private let name: String

    /// Creates the sort key of a name, in which case matters as little as in a dictionary.
    ///
    /// - Parameter name: The name.
    package init(_ name: String) {
        self.name = name
        let folded = g_utf8_casefold(name, -1)
        defer { g_free(folded) }
        let key = g_utf8_collate_key(folded, -1)
        defer { g_free(key) }
        self.key = key.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    }

    package static func < (first: LocalOrder, second: LocalOrder) -> Bool {
        first.key == second.key ? first.name < second.name : first.key.lexicographicallyPrecedes(second.key)
    }
}
