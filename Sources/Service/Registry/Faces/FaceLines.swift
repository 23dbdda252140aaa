internal import FontModel
internal import GRDB

/// Writes visible faces as lines of JSON.
///
/// The lines are composed of the stored line of each face and of its owner: thousands of faces in a few milliseconds.
/// The keys are those of a brief face dictionary on the bus.
struct FaceLines {
    /// The connection, in a transaction.
    let db: Database
    /// The filter for faces.
    let filter: FaceFilter
    /// The provider whose marks may be shown; `nil` to show the marks of all providers.
    let viewer: ProviderIdentifier?

    /// The number of bytes that are written at once.
    private static let pieceSize = 64 << 10

    /// The columns of a statement's rows.
    private enum Column {
        static let owner: Int32 = 0
        static let text: Int32 = 1
    }

    /// Writes all faces, in pieces.
    func write(_ write: (RawSpan) throws -> Void) throws {
        var text = TextBuffer(capacity: Self.pieceSize + 4096)
        if filter.source != .system { try writeOurs(&text, write) }
        if filter.source != .typecase, filter.provider == nil { try writeSystem(&text, write) }
        try text.withBytes(write)
    }

    private func writeOurs(_ text: inout TextBuffer, _ write: (RawSpan) throws -> Void) throws {
        let shown = try ShownRegistrations(db, filter)
        let owners = try owners()
        var condition = SQLFragment("l.content IS NOT NULL")
        try FaceListing(db: db, filter: filter).restrict(&condition)
        let faces = filter.restrictsFaces || filter.provider != nil ? "JOIN face f ON f.id = l.face" : ""
        let statement = try db.makeStatement(
            sql: "SELECT l.content, l.text FROM faceLine l \(faces) WHERE \(condition.sql) ORDER BY l.face")
        try writeRows(of: statement, condition.arguments, &text, write) { row, text in
            guard let registration = shown.entry(of: row.integer(Column.owner)) else { return }
            guard let owner = owners[registration.provider] else { throw RegistryError.damagedRow("registration") }
            text.append("{\"id\":\"")
            shown.withIdentifier(of: registration) { text.append(characters: $0) }
            owner.line.withUnsafeBufferPointer { text.append($0) }
            row.withText(Column.text) { text.append($0) }
            if owner.mayTellMarks {
                shown.withUserInfo(of: registration) { mark in
                    text.append(",\"user_info\":\"")
                    text.append(characters: mark)
                    text.append("\"")
                }
            }
            text.append("}\n")
        }
    }

    private func writeSystem(_ text: inout TextBuffer, _ write: (RawSpan) throws -> Void) throws {
        var condition = SQLFragment(VisibleFaces.isSystem)
        try FaceListing(db: db, filter: filter).restrict(&condition)
        let statement = try db.makeStatement(
            sql: """
                SELECT f.systemIdentifier, l.text FROM face f JOIN faceLine l ON l.face = f.id
                WHERE f.systemIdentifier IS NOT NULL AND \(condition.sql) ORDER BY f.systemIdentifier
                """)
        try writeRows(of: statement, condition.arguments, &text, write) { row, text in
            text.append("{\"id\":\"")
            row.withText(Column.owner) { text.append(characters: $0) }
            text.append("\",\"source\":\"system\",\"enabled\":true,\"face_index\":")
            row.withText(Column.text) { text.append($0) }
            text.append("}\n")
        }
    }

    /// The part of a line about an owner, and whether its marks may be shown.
    private struct Owner {
        let line: [UInt8]
        let mayTellMarks: Bool
    }

    /// All owners, by their rows.
    private func owners() throws -> [Int64: Owner] {
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: "SELECT id, identifier FROM provider"))
        var owners: [Int64: Owner] = [:]
        while let row = try cursor.next() {
            let identifier = try row.decode(String.self, atIndex: 1)
            var line = JSONBytes()
            line.append("\",\"source\":\"typecase\",\"provider\":")
            line.append(string: identifier)
            line.append(",\"enabled\":true,\"face_index\":")
            owners[try row.decode(atIndex: 0)] = Owner(
                line: line.bytes, mayTellMarks: viewer == nil || viewer?.rawValue == identifier)
        }
        return owners
    }

    private func writeRows(
        of statement: Statement, _ arguments: StatementArguments, _ text: inout TextBuffer,
        _ write: (RawSpan) throws -> Void, line: (RowColumns, inout TextBuffer) throws -> Void
    ) throws {
        // GRDB steps through the rows and reports errors. The values of the current row are read directly from SQLite,
        // because creating a Swift string for each of them would take longer than everything else.
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        let row = RowColumns(statement: statement.sqliteStatement)
        while try cursor.next() != nil {
            try line(row, &text)
            guard text.count >= Self.pieceSize else { continue }
            try text.withBytes(write)
            text.removeAll()
        }
    }
}
