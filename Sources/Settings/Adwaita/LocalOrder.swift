internal import CAdwaita

/// The order in which the user's language has names.
package struct LocalOrder: Sendable, Comparable {
    /// What C's locale compares byte by byte.
    private let key: [UInt8]
    private let name: String

    /// Takes a name, whose capitals count as little as they do in a dictionary.
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
