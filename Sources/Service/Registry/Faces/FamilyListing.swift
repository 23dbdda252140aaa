internal import FontModel
internal import GRDB

/// Lists the families of the visible faces that match a filter, sorted by `fontNameKey`.
///
/// It iterates over the names by which faces are found and stops at the end of the page. Therefore, its cost depends
/// only on the size of the page.
struct FamilyListing {
    /// The connection, in a transaction.
    let db: Database
    /// The filter for faces.
    let filter: FaceFilter

    /// Reads one page, with the cursor of the next page if there are more families.
    func page() throws -> (families: [String], cursor: String?) {
        // The position is a name, which has the same meaning in every registry.
        let start = try RegistryCursor.position(of: filter.cursor, in: .families, of: 0)
        let limit = min(max(filter.limit, 1), FaceFilter.maximumFamilies)
        let rows = try self.rows(after: start)
        var families: [(key: String, name: String)] = []
        while let row = try rows.next() {
            let name = try row.decode(String.self, atIndex: 1)
            let key = try row.decode(String.self, atIndex: 0)
            // A face is also found by other names of its family; it is listed only under the one that its designer
            // intended.
            guard key.utf8.elementsEqual(name.fontNameKey.utf8) else { continue }
            if families.last?.key.utf8.elementsEqual(key.utf8) == true {
                families[families.count - 1].name = min(families[families.count - 1].name, name)
                continue
            }
            if families.count == limit {
                let last = RegistryCursor(.families, of: 0, after: .text(families[limit - 1].key))
                return (families.map(\.name), last.text)
            }
            families.append((key, name))
        }
        return (families.map(\.name), nil)
    }

    private func rows(after start: RegistryCursor.Position) throws -> RowCursor {
        let key: String
        switch start {
        case .text(let text): key = text
        case .row(0): key = ""
        case .row:
            throw RegistryError(
                .invalidCursor, "The cursor does not belong to this list. Start again from the beginning of the list.")
        }
        let query = try query(after: key)
        return try Row.fetchCursor(db.makeStatement(sql: query.sql), arguments: query.arguments)
    }

    /// The query for the names of families after a given one, with the family that each face is listed under, in index
    /// order.
    func query(after key: String) throws -> SQLFragment {
        var query = SQLFragment(
            """
            SELECT k.key, coalesce(f.typographicFamily, f.family)
            FROM faceKey k CROSS JOIN face f ON f.id = k.face WHERE k.role = 2 AND k.key > ?
            """, [key])
        query.and(VisibleFaces.condition(filter.source, for: filter.audience))
        try FaceListing(db: db, filter: filter).restrict(&query)
        query.append(" ORDER BY k.key")
        return query
    }
}
