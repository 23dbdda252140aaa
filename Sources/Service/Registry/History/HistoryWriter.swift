internal import FontModel
internal import GRDB
internal import LinuxSystem

/// Adds changes to the history, within the transaction that makes them.
struct HistoryWriter {
    /// The time during which a program's own changes are joined in one entry, in seconds.
    ///
    /// A program registers its fonts in many calls.
    private static let joiningTime: Int64 = 60
    /// The number of new entries after which the entries of programs are pruned.
    private static let pruningInterval: Int64 = 64

    /// The connection, in a transaction.
    let db: Database
    /// The current time, in seconds since 1970.
    let now: Int64

    /// Adds the effects of an operation.
    func record(_ operation: HistoryOperation, _ items: [HistoryItem]) throws {
        guard !items.isEmpty else { return }
        let (entry, count) = try existing(operation) ?? (create(operation, first: items[0]), 0)
        let room = operation.cause == .user ? items.count : max(0, RegistryLimits.historyItemsOfProgram - count)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO historyItem (
                    entry, kind, subject, digest, provider, family, style, postscriptName, revision, before)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for item in items.prefix(room) {
            try statement.execute(arguments: [
                entry, item.kind.rawValue, item.subject.checked(RegistryLimits.identifier, "the id"),
                item.digest?.bytes.databaseBlob, item.provider.rawValue, item.family.cut(to: RegistryLimits.identifier),
                item.style.cut(to: RegistryLimits.identifier), item.postscriptName.cut(to: RegistryLimits.identifier),
                item.revision, item.before,
            ])
        }
        try db.cachedStatement(sql: "UPDATE historyEntry SET itemCount = itemCount + ? WHERE id = ?")
            .execute(arguments: [items.count, entry])
        try prune(entry)
    }

    /// The existing entry that an operation continues.
    private func existing(_ operation: HistoryOperation) throws -> (id: Int64, count: Int)? {
        if let key = operation.key {
            let statement = try db.cachedStatement(sql: "SELECT id, itemCount FROM historyEntry WHERE operation = ?")
            return try Row.fetchOne(statement, arguments: [key]).map {
                (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1))
            }
        }
        guard operation.cause != .user else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, itemCount FROM historyEntry
                WHERE id = (SELECT max(id) FROM historyEntry) AND operation IS NULL AND cause = ? AND caller = ?
                    AND time BETWEEN ? AND ?
                """)
        return try Row.fetchOne(
            statement, arguments: [operation.cause.rawValue, operation.caller, now - Self.joiningTime, now]
        ).map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
    }

    private func create(_ operation: HistoryOperation, first item: HistoryItem) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO historyEntry (
                    operation, time, cause, action, caller, program, command, undoes, undoneBy, itemCount)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, 0)
                """
        ).execute(arguments: [
            operation.key?.checked(RegistryLimits.identifier, "the operation"), now, operation.cause.rawValue,
            operation.action ?? item.kind.rawValue, operation.caller.cut(to: RegistryLimits.identifier),
            operation.program.cut(to: RegistryLimits.identifier), operation.command.cut(to: RegistryLimits.reason),
            operation.undoes,
        ])
        let entry = db.lastInsertedRowID
        if let undone = operation.undoes {
            // The change that the undone entry had undone is in effect again.
            try db.cachedStatement(
                sql: """
                    UPDATE historyEntry SET undoneBy = NULL
                    WHERE id = (SELECT undoes FROM historyEntry WHERE id = ?)
                    """
            ).execute(arguments: [undone])
            try db.cachedStatement(sql: "UPDATE historyEntry SET undoneBy = ? WHERE id = ?")
                .execute(arguments: [entry, undone])
        }
        return entry
    }

    /// Deletes entries that are older than 30 days, and the oldest entries if there are too many.
    private func prune(_ entry: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM historyEntry WHERE time < ? AND id <> ?")
            .execute(arguments: [now - Departure.lifetime, entry])
        let last = try db.cachedStatement(
            sql: """
                SELECT entry FROM historyItem
                WHERE id <= (SELECT max(id) FROM historyItem) - \(RegistryLimits.historyItems)
                ORDER BY id DESC LIMIT 1
                """)
        if let last = try Int64.fetchOne(last) {
            try db.cachedStatement(sql: "DELETE FROM historyEntry WHERE id <= ?")
                .execute(arguments: [min(last, entry - 1)])
        }
        // Programs' own changes must not displace the user's changes.
        guard entry.isMultiple(of: Self.pruningInterval) else { return }
        try db.cachedStatement(
            sql: """
                DELETE FROM historyEntry WHERE cause <> 'user' AND id <= (
                    SELECT id FROM historyEntry WHERE cause <> 'user'
                    ORDER BY id DESC LIMIT 1 OFFSET \(RegistryLimits.historyEntriesOfPrograms))
                """
        ).execute()
    }
}
