internal import FontModel
internal import GRDB

/// Writes registrations as lines of JSON, from the stored line of each face: thousands of fonts in a few milliseconds.
///
/// The keys are those of a font dictionary on the bus, with brief faces and with `path`.
struct RegistrationLines {
    /// The connection, in a transaction.
    let db: Database
    /// The filter for registrations; its cursor and limit are ignored.
    let filter: RegistrationFilter
    /// The directory of the published fonts; `nil` to omit paths.
    let directory: String?
    /// The files of system fonts that conflict with contents.
    let collisions: [FontDigest: String]

    /// The number of bytes that are written at once.
    private static let pieceSize = 64 << 10

    private enum Column {
        static let row: Int32 = 0
        static let identifier: Int32 = 1
        static let provider: Int32 = 2
        static let scope: Int32 = 3
        static let isEnabled: Int32 = 4
        static let isGranted: Int32 = 5
        static let userInfo: Int32 = 6
        static let digest: Int32 = 7
        static let format: Int32 = 8
        static let size: Int32 = 9
        static let place: Int32 = 10
        static let placeDetail: Int32 = 11
        static let fileName: Int32 = 12
        static let refusalKind: Int32 = 13
        static let refusalReason: Int32 = 14
        static let face: Int32 = 15
    }

    /// Writes all registrations, oldest first, in pieces.
    func write(_ write: (RawSpan) throws -> Void) throws {
        let condition = try filter.condition(db)
        let statement = try db.makeStatement(
            sql: """
                SELECT r.id, r.identifier, v.identifier, r.scope, r.isEnabled, r.isGranted, r.userInfo,
                    lower(hex(c.digest)), c.format, c.size, c.place, c.placeDetail, c.fileName,
                    c.refusalKind, c.refusalReason, l.text
                FROM registration r JOIN provider v ON v.id = r.provider JOIN content c ON c.id = r.content
                    LEFT JOIN face f ON f.content = c.id LEFT JOIN faceLine l ON l.face = f.id
                WHERE \(condition.sql) ORDER BY r.id, f.faceIndex
                """)
        let cursor = try Row.fetchCursor(statement, arguments: condition.arguments)
        let row = RowColumns(statement: statement.sqliteStatement)
        let collisions = Dictionary(uniqueKeysWithValues: collisions.map { ($0.key.hexadecimal, $0.value) })
        var text = TextBuffer(capacity: Self.pieceSize + 4096)
        var current: Int64?
        // A font has one row for each of its faces.
        while try cursor.next() != nil {
            if row.integer(Column.row) == current {
                text.append(",")
            } else {
                if current != nil { text.append("]}\n") }
                current = row.integer(Column.row)
                if text.count >= Self.pieceSize {
                    try text.withBytes(write)
                    text.removeAll()
                }
                append(row, collisions, to: &text)
            }
            guard !row.isNull(Column.face) else { continue }
            text.append("{\"face_index\":")
            row.withText(Column.face) { text.append($0) }
            text.append("}")
        }
        if current != nil { text.append("]}\n") }
        try text.withBytes(write)
    }

    /// Appends everything of a font except its faces, up to the bracket before the first face.
    private func append(_ row: RowColumns, _ collisions: [String: String], to text: inout TextBuffer) {
        func member(_ key: StaticString, _ column: Int32) {
            text.append(key)
            row.withText(column) { text.append(characters: $0) }
        }
        let isEnabled = row.integer(Column.isEnabled) != 0
        let place = row.text(Column.place)
        let isAltered = place == "quarantined"
        let isRefused = !row.isNull(Column.refusalKind)
        member("{\"id\":\"", Column.identifier)
        member("\",\"provider\":\"", Column.provider)
        member("\",\"scope\":\"", Column.scope)
        text.append(isEnabled ? "\",\"enabled\":true" : "\",\"enabled\":false")
        text.append(
            row.integer(Column.isGranted) != 0 ? ",\"visibility\":\"granted\"" : ",\"visibility\":\"session\"")
        text.append(isAltered || isRefused ? ",\"quarantined\":true" : ",\"quarantined\":false")
        if isAltered {
            member(",\"quarantine\":\"altered\",\"quarantine_reason\":\"", Column.placeDetail)
            text.append("\"")
        } else if isRefused {
            member(",\"quarantine\":\"", Column.refusalKind)
            member("\",\"quarantine_reason\":\"", Column.refusalReason)
            text.append("\"")
        } else if isEnabled, !collisions.isEmpty, var path = collisions[row.text(Column.digest)] {
            text.append(",\"collision\":\"")
            path.withUTF8 { text.append(characters: $0) }
            text.append("\"")
        }
        member(",\"format\":\"", Column.format)
        member("\",\"sha256\":\"", Column.digest)
        text.append("\",\"size\":")
        row.withText(Column.size) { text.append($0) }
        if var directory, place == "published" {
            text.append(",\"path\":\"")
            directory.withUTF8 { text.append(characters: $0) }
            member("/", Column.placeDetail)
            member("/", Column.fileName)
            text.append("\"")
        }
        if !row.isNull(Column.userInfo) {
            member(",\"user_info\":\"", Column.userInfo)
            text.append("\"")
        }
        text.append(",\"faces\":[")
    }
}
