internal import FontModel
internal import GRDB

/// Converts the keys by which faces are found to the current form of `fontNameKey`.
///
/// The first form did not handle composition, width, and letters with two uppercase forms. For ASCII, both forms are
/// the same.
enum NameKeyRevision {
    /// Replaces the keys that have changed.
    static func apply(to db: Database) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT role, key, face, instance FROM faceKey WHERE key GLOB '*[^ -~]*'")
        let insertion = try db.makeStatement(
            sql: "INSERT OR IGNORE INTO faceKey (role, key, face, instance) VALUES (?, ?, ?, ?)")
        let deletion = try db.makeStatement(
            sql: "DELETE FROM faceKey WHERE role = ? AND key = ? AND face = ? AND instance = ?")
        for row in rows {
            let role: Int64 = try row.decode(atIndex: 0)
            let old: String = try row.decode(atIndex: 1)
            let face: Int64 = try row.decode(atIndex: 2)
            let instance: Int64 = try row.decode(atIndex: 3)
            let key = old.fontNameKey
            // Compares bytes, because Swift strings that are canonically equivalent are equal.
            if key.utf8.elementsEqual(old.utf8) { continue }
            try deletion.execute(arguments: [role, old, face, instance])
            if !key.isEmpty { try insertion.execute(arguments: [role, key, face, instance]) }
        }
    }
}
