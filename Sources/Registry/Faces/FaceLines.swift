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

    /// What is read of a face, in the order of ``Column``, but for the id and the owner.
    private static let faceColumns = """
        f.faceIndex, f.postscriptName, f.family, f.typographicFamily, f.fullName, f.style, f.weight, f.width, f.slant,
        f.isMonospace, f.axisCount > 0
        """

    private enum Column: Int32 {
        case face, id, provider, userInfo, faceIndex, postscriptName, family, typographicFamily, fullName, style, weight
        case width, slant, isMonospace, isVariable
    }

    /// Writes all of them, piece after piece.
    func write(_ write: ([UInt8]) throws -> Void) throws {
        var text = JSONBytes(capacity: Self.pieceSize + 4096)
        if filter.source != .system { try writeRows(of: try ours(), isSystem: false, &text, write) }
        if filter.source != .typecase, filter.provider == nil {
            try writeRows(of: try system(), isSystem: true, &text, write)
        }
        try write(text.bytes)
    }

    private func ours() throws -> Statement {
        var condition = SQLFragment(VisibleFaces.isAtHand(for: filter.audience))
        if let provider = filter.provider {
            condition.and("r.provider = (SELECT id FROM provider WHERE identifier = ?)", [provider.rawValue])
        }
        try FaceListing(db: db, filter: filter).restrict(&condition)
        // Of several registrations of a face the first row counts. Looked up for each face, the oldest one would take
        // longer.
        let statement = try db.makeStatement(
            sql: """
                SELECT f.id, r.identifier, r.provider, r.userInfo, \(Self.faceColumns)
                FROM face f JOIN content c ON c.id = f.content
                JOIN registration r ON r.content = f.content AND \(VisibleFaces.isShown(to: filter.audience))
                WHERE \(condition.sql) ORDER BY f.id, r.id
                """)
        statement.arguments = condition.arguments
        return statement
    }

    private func system() throws -> Statement {
        var condition = SQLFragment(VisibleFaces.isSystem)
        try FaceListing(db: db, filter: filter).restrict(&condition)
        let statement = try db.makeStatement(
            sql: """
                SELECT f.id, f.systemIdentifier, NULL, NULL, \(Self.faceColumns)
                FROM face f WHERE f.systemIdentifier IS NOT NULL AND \(condition.sql) ORDER BY f.systemIdentifier
                """)
        statement.arguments = condition.arguments
        return statement
    }

    /// The identifiers of all providers, by their rows.
    private func providers() throws -> [Int64: [UInt8]] {
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: "SELECT id, identifier FROM provider"))
        var providers: [Int64: [UInt8]] = [:]
        while let row = try cursor.next() {
            providers[try row.decode(atIndex: 0)] = Array(try row.decode(String.self, atIndex: 1).utf8)
        }
        return providers
    }

    private func writeRows(
        of statement: Statement, isSystem: Bool, _ text: inout JSONBytes, _ write: ([UInt8]) throws -> Void
    ) throws {
        // GRDB steps and reports errors; the values of the row that it stands on are read from SQLite itself, as a
        // Swift string for each of them would take longer than all the rest.
        let cursor = try Row.fetchCursor(statement)
        let columns = RowColumns(statement: statement.sqliteStatement)
        let providers = isSystem ? [:] : try providers()
        var lastFace: Int64 = 0
        while try cursor.next() != nil {
            let face = columns.integer(Column.face.rawValue)
            if face == lastFace { continue }
            lastFace = face
            if isSystem {
                writeLine(columns, provider: nil, &text)
            } else {
                guard let provider = providers[columns.integer(Column.provider.rawValue)] else {
                    throw RegistryError.damagedRow("registration")
                }
                writeLine(columns, provider: provider, &text)
            }
            if text.bytes.count >= Self.pieceSize {
                try write(text.bytes)
                text.removeAll()
            }
        }
    }

    private func writeLine(_ row: RowColumns, provider: [UInt8]?, _ text: inout JSONBytes) {
        text.append("{\"id\":\"")
        row.appendText(Column.id.rawValue, to: &text)
        if let provider {
            text.append("\",\"source\":\"typecase\",\"provider\":\"")
            provider.withUnsafeBufferPointer { text.append(characters: $0) }
            text.append("\",\"enabled\":true,\"face_index\":")
        } else {
            text.append("\",\"source\":\"system\",\"enabled\":true,\"face_index\":")
        }
        text.append(row.integer(Column.faceIndex.rawValue))
        text.append(",\"postscript_name\":\"")
        row.appendText(Column.postscriptName.rawValue, to: &text)
        text.append("\",\"family\":\"")
        row.appendText(Column.family.rawValue, to: &text)
        if !row.isNull(Column.typographicFamily.rawValue) {
            text.append("\",\"typographic_family\":\"")
            row.appendText(Column.typographicFamily.rawValue, to: &text)
        }
        text.append("\",\"full_name\":\"")
        row.appendText(Column.fullName.rawValue, to: &text)
        text.append("\",\"display_name\":\"")
        row.appendText(Column.fullName.rawValue, to: &text)
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
        if !row.isNull(Column.userInfo.rawValue), mayTellMark(of: provider) {
            text.append(",\"user_info\":\"")
            row.appendText(Column.userInfo.rawValue, to: &text)
            text.append("\"}\n")
        } else {
            text.append("}\n")
        }
    }

    private func mayTellMark(of provider: [UInt8]?) -> Bool {
        guard let viewer else { return true }
        return provider?.elementsEqual(viewer.rawValue.utf8) ?? false
    }
}
