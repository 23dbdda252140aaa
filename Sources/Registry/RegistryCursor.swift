/// Where a page of a list ended: the list and the row.
///
/// Rows are listed in an order that later commits add to at the end, so a cursor stays good for as long as the registry
/// exists.
struct RegistryCursor {
    /// The lists that have pages.
    enum List: String {
        case registrations = "r"
        case faces = "f"
    }

    /// The list.
    let list: List
    /// The row that was listed last.
    let position: Int64

    /// The cursor as callers keep it.
    var text: String { list.rawValue + String(position, radix: 36) }

    /// Creates the cursor after a row.
    init(_ list: List, after position: Int64) {
        self.list = list
        self.position = position
    }

    /// The row after which to go on: before the first for no cursor or an empty one.
    static func position(of text: String?, in list: List) throws(RegistryError) -> Int64 {
        guard let text, !text.isEmpty else { return 0 }
        guard text.utf8.count <= 16, text.hasPrefix(list.rawValue),
            let position = Int64(text.dropFirst(), radix: 36), position >= 0
        else { throw RegistryError(.invalidCursor, "the cursor is not of this list") }
        return position
    }
}
