internal import FontModel
internal import GRDB

/// Writes visible faces as lines of JSON, straight from SQLite's rows: thousands of faces in a few milliseconds.
///
/// The keys are those of a brief face dictionary on the bus.
struct FaceLines {
    /// The connection, in a transaction.
    let db: Database
    /// Which faces.
    let filter: FaceFilter
    /// Whose marks may be told; `nil` for everybody's.
    let viewer: ProviderIdentifier?

    /// The bytes that are written at once.
    private static let pieceSize = 64 << 10

    /// What is read of a face, in the order of ``Column``, but for what tells whose it is.
    private static let faceColumns = """
        f.faceIndex, f.postscriptName, f.family, f.typographicFamily, f.fullName, f.style, f.weight, f.width, f.slant,
        f.isMonospace, f.axisCount > 0
        """

    private enum Column: Int32 {
        case owner, faceIndex, postscriptName, family, typographicFamily, fullName, style, weight, width, slant
        case isMonospace, isVariable
    }

    /// Writes all of them, piece after piece.
    func write(_ write: (RawSpan) throws -> Void) throws {
        var text = TextBuffer(capacity: Self.pieceSize + 4096)
        if filter.source != .system { try writeOurs(&text, write) }
        if filter.source != .typecase, filter.provider == nil { try writeSystem(&text, write) }
        try text.withBytes(write)
    }

    private func writeOurs(_ text: inout TextBuffer, _ write: (RawSpan) throws -> Void) throws {
        let shown = try ShownRegistrations(db, filter)
        let owners = try owners()
        var condition = SQLFragment("f.content IS NOT NULL")
        try FaceListing(db: db, filter: filter).restrict(&condition)
        let statement = try db.makeStatement(
            sql: "SELECT f.content, \(Self.faceColumns) FROM face f WHERE \(condition.sql) ORDER BY f.id")
        try writeRows(of: statement, condition.arguments, &text, write) { row, text in
            guard let registration = shown.entry(of: row.integer(Column.owner.rawValue)) else { return }
            guard let owner = owners[registration.provider] else { throw RegistryError.damagedRow("registration") }
            text.append("{\"id\":\"")
            shown.withIdentifier(of: registration) { text.append(characters: $0) }
            owner.line.withUnsafeBufferPointer { text.append($0) }
            writeFace(row, &text)
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
                SELECT f.systemIdentifier, \(Self.faceColumns)
                FROM face f WHERE f.systemIdentifier IS NOT NULL AND \(condition.sql) ORDER BY f.systemIdentifier
                """)
        try writeRows(of: statement, condition.arguments, &text, write) { row, text in
            text.append("{\"id\":\"")
            row.appendText(Column.owner.rawValue, to: &text)
            text.append("\",\"source\":\"system\",\"enabled\":true,\"face_index\":")
            writeFace(row, &text)
            text.append("}\n")
        }
    }

    /// What the lines say of an owner, and whether they may tell its marks.
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
        // GRDB steps and reports errors; the values of the row that it stands on are read from SQLite itself, as a
        // Swift string for each of them would take longer than all the rest.
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        let row = RowColumns(statement: statement.sqliteStatement)
        while try cursor.next() != nil {
            try line(row, &text)
            guard text.count >= Self.pieceSize else { continue }
            try text.withBytes(write)
            text.removeAll()
        }
    }

    /// Writes what is said of a face, whosesoever it is, from its index on.
    private func writeFace(_ row: RowColumns, _ text: inout TextBuffer) {
        text.append(row.integer(Column.faceIndex.rawValue))
        text.append(",\"postscript_name\":\"")
        row.appendText(Column.postscriptName.rawValue, to: &text)
        text.append("\",\"family\":\"")
        row.appendText(Column.family.rawValue, to: &text)
        if !row.isNull(Column.typographicFamily.rawValue) {
            text.append("\",\"typographic_family\":\"")
            row.appendText(Column.typographicFamily.rawValue, to: &text)
        }
        row.withText(Column.fullName.rawValue) { name in
            text.append("\",\"full_name\":\"")
            text.append(characters: name)
            text.append("\",\"display_name\":\"")
            text.append(characters: name)
        }
        text.append("\",\"style\":\"")
        row.appendText(Column.style.rawValue, to: &text)
        text.append("\",\"weight\":")
        text.append(row.double(Column.weight.rawValue))
        text.append(",\"width\":")
        text.append(row.double(Column.width.rawValue))
        text.append(",\"slant\":\"")
        row.appendText(Column.slant.rawValue, to: &text)
        text.append("\",\"monospace\":")
        text.append(row.integer(Column.isMonospace.rawValue) != 0)
        text.append(",\"variable\":")
        text.append(row.integer(Column.isVariable.rawValue) != 0)
    }
}
