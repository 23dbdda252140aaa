internal import FontModel
internal import GRDB
internal import LinuxSystem

/// Enters changes into the history, within the transaction that makes them.
struct HistoryWriter {
    /// For how long what a program does by itself is one entry, in seconds: it registers its fonts in many calls.
    private static let joiningTime: Int64 = 60
    /// How many entries come between two looks at those that programs have made.
    private static let pruningInterval: Int64 = 64

    /// The connection, in a transaction.
    let db: Database
    /// The time, in seconds since 1970.
    let now: Int64

    /// Enters what an operation did.
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

    /// The entry that an operation goes on with.
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
            // What the undone one took back is in effect again.
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

    /// Forgets what is older than 30 days, and the oldest entries where there are too many.
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
        // What programs do by themselves must not displace what the user did.
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
