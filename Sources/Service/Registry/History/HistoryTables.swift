internal import FontModel
internal import GRDB

/// The history of changes.
package struct HistoryTables: Sendable {
    let connection: RegistryConnection

    private static let columns = """
        id, time, operation, cause, action, caller, program, command, undoes, undoneBy, itemCount,
            (SELECT undone.action FROM historyEntry AS undone WHERE undone.id = historyEntry.undoes)
        """

    /// One page of the history, latest change first.
    ///
    /// - Returns: The page.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func page(matching filter: HistoryFilter) async throws(RegistryError) -> HistoryPage {
        try await connection.readList(isAboutOne: filter.id != nil) { try Self.page(filter, $0) }
    }

    /// The user's latest change that is in effect and does not itself undo a change.
    package func lastUndoable() async throws(RegistryError) -> HistoryEntry? {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM historyEntry
                    WHERE cause = 'user' AND undoes IS NULL AND undoneBy IS NULL ORDER BY id DESC LIMIT 1
                    """)
            return try Row.fetchOne(statement).map { try Self.entry($0, items: HistoryFilter.maximumItems, db) }
        }
    }

    /// The entry for the commits of one operation.
    package func entry(ofOperation key: String) async throws(RegistryError) -> Int64? {
        try await connection.read { db in
            let statement = try db.cachedStatement(sql: "SELECT id FROM historyEntry WHERE operation = ?")
            return try Int64.fetchOne(statement, arguments: [key])
        }
    }

    private static func page(_ filter: HistoryFilter, _ db: Database) throws -> HistoryPage {
        let registry = try RegistryState(db).firstGeneration
        guard case .row(let start) = try RegistryCursor.position(of: filter.cursor, in: .history, of: registry)
        else {
            throw RegistryError(
                .invalidCursor, "The cursor does not belong to this list. Start again from the beginning of the list.")
        }
        var condition = SQLFragment("id < ?", [start == 0 ? Int64.max : start])
        if let id = filter.id { condition.and("id = ?", [id]) }
        if let cause = filter.cause { condition.and("cause = ?", [cause.rawValue]) }
        // There is no index for this: there are at most about 100,000 items, and the query is rare.
        if let font = filter.font { condition.and("id IN (SELECT entry FROM historyItem WHERE subject = ?)", [font]) }
        let limit = min(max(filter.limit, 1), HistoryFilter.maximumLimit)
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns) FROM historyEntry WHERE \(condition.sql) ORDER BY id DESC LIMIT ?")
        var rows = try Row.fetchAll(statement, arguments: condition.arguments + [limit + 1])
        let hasMore = rows.count > limit
        if hasMore { rows.removeLast() }
        let entries = try rows.map { try entry($0, items: filter.itemLimit, of: filter.font, db) }
        let cursors = entries.map { RegistryCursor(.history, of: registry, after: .row($0.id)).text }
        return HistoryPage(entries: entries, cursor: hasMore ? cursors.last : nil, cursors: cursors)
    }

    private static func entry(
        _ row: Row, items limit: Int, of font: String? = nil, _ db: Database
    ) throws -> HistoryEntry {
        let id: Int64 = try row.decode(atIndex: 0)
        let statement = try db.cachedStatement(
            sql: """
                SELECT kind, subject, digest, provider, family, postscriptName, revision, before, style
                FROM historyItem WHERE entry = ? AND subject = coalesce(?, subject) ORDER BY id LIMIT ?
                """)
        let items = try Row.fetchAll(
            statement, arguments: [id, font, min(limit, HistoryFilter.maximumItems)]
        ).map(item)
        return HistoryEntry(
            id: id, time: try row.decode(atIndex: 1),
            operation: HistoryOperation(
                key: try row.decode(atIndex: 2), cause: try row.enumeration(3, "historyEntry"),
                action: try row.decode(atIndex: 4), caller: try row.decode(atIndex: 5),
                program: try row.decode(atIndex: 6), command: try row.decode(atIndex: 7),
                undoes: try row.decode(atIndex: 8)),
            undoneAction: try row.decode(atIndex: 11), undoneBy: try row.decode(atIndex: 9),
            itemCount: try row.decode(atIndex: 10), items: items)
    }

    private static func item(_ row: Row) throws -> HistoryItem {
        guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 3)) else {
            throw RegistryError.damagedRow("historyItem")
        }
        let digest: FontDigest?
        if row.hasNull(atIndex: 2) {
            digest = nil
        } else {
            guard let known = FontDigest(bytes: try row.bytes(2, "historyItem")) else {
                throw RegistryError.damagedRow("historyItem")
            }
            digest = known
        }
        return HistoryItem(
            try row.enumeration(0, "historyItem"), subject: try row.decode(atIndex: 1), digest: digest,
            provider: provider, family: try row.decode(atIndex: 4), style: try row.decode(atIndex: 8),
            postscriptName: try row.decode(atIndex: 5),
            revision: try row.decode(atIndex: 6), before: try row.decode(atIndex: 7))
    }
}
