internal import FontModel
internal import GRDB

/// Lists the visible faces that match a filter.
///
/// Registered faces come first, in the order of insertion, followed by the system's faces, sorted by id.
struct FaceListing {
    /// The connection, in a transaction.
    let db: Database
    /// The filter for faces.
    let filter: FaceFilter

    /// Reads one page.
    func page(includingDetails: Bool) throws -> FacePage {
        let registry = try RegistryState(db).firstGeneration
        let start = try RegistryCursor.position(of: filter.cursor, in: .faces, of: registry)
        let limit = min(max(filter.limit, 1), FaceFilter.maximumLimit)
        var picks: [FaceRowReader.Pick] = []
        // One additional face shows whether there are more.
        if case .row(let row) = start, filter.source != .system { picks = try ours(after: row, limit + 1) }
        if picks.count <= limit, filter.source != .typecase {
            let identifier = if case .text(let text) = start { text } else { "" }
            picks += try system(after: identifier, limit + 1 - picks.count)
        }
        let hasMore = picks.count > limit
        if hasMore { picks.removeLast() }
        var page = FacePage(
            faces: try FaceRowReader(db: db, includesDetails: includingDetails).records(picks), cursor: nil,
            rows: picks.map(\.face), registry: registry)
        guard page.faces.count == picks.count else { throw RegistryError.damagedRow("face") }
        if hasMore { page.cursor = page.cursor(after: picks.count - 1) }
        return page
    }

    private func ours(after row: Int64, _ limit: Int) throws -> [FaceRowReader.Pick] {
        let registration = registration
        var condition = SQLFragment(VisibleFaces.isOurs(for: filter.audience))
        condition.and("f.id > ?", [row])
        try restrict(&condition)
        let rows = try Row.fetchAll(
            db.makeStatement(
                sql: """
                    SELECT f.id, \(registration.sql) FROM face f
                    WHERE \(condition.sql) ORDER BY f.id LIMIT ?
                    """), arguments: registration.arguments + condition.arguments + [limit])
        return try rows.map { row in
            FaceRowReader.Pick(face: try row.decode(atIndex: 0), registration: try row.decode(atIndex: 1))
        }
    }

    private func system(after identifier: String, _ limit: Int) throws -> [FaceRowReader.Pick] {
        // A provider does not own any system fonts.
        guard filter.provider == nil else { return [] }
        let query = try systemQuery(after: identifier, limit)
        let rows = try Int64.fetchAll(db.makeStatement(sql: query.sql), arguments: query.arguments)
        return rows.map { FaceRowReader.Pick(face: $0, registration: nil) }
    }

    /// The query for the rows of the system's faces after a given one.
    func systemQuery(after identifier: String, _ limit: Int) throws -> SQLFragment {
        var query = SQLFragment("SELECT f.id FROM face f WHERE f.systemIdentifier > ?", [identifier])
        query.and(VisibleFaces.isSystem)
        try restrict(&query)
        query.append(" ORDER BY f.systemIdentifier LIMIT ?", [limit])
        return query
    }

    /// The registration under which a registered face is listed.
    ///
    /// It is the oldest enabled one, limited to the filter's provider if there is one.
    var registration: SQLFragment {
        guard let provider = filter.provider else {
            return SQLFragment(VisibleFaces.registration(for: filter.audience))
        }
        return SQLFragment(
            """
            (SELECT min(r.id) FROM registration r JOIN provider v ON v.id = r.provider
                WHERE r.content = f.content AND \(VisibleFaces.isShown(to: filter.audience)) AND v.identifier = ?)
            """, [provider.rawValue])
    }

    /// Adds the conditions of the filter to a condition on visible faces `f`.
    func restrict(_ condition: inout SQLFragment) throws {
        if let provider = filter.provider {
            condition.and(
                """
                f.content IN (SELECT r.content FROM registration r JOIN provider v ON v.id = r.provider
                    WHERE v.identifier = ? AND \(VisibleFaces.isShown(to: filter.audience)))
                """, [provider.rawValue])
        }
        if let family = filter.family {
            condition.and(
                "f.id IN (SELECT k.face FROM faceKey k WHERE k.role = 2 AND k.key = ?)", [family.fontNameKey])
        }
        if let id = filter.id {
            condition.and(
                """
                (f.systemIdentifier = ? OR f.content = (SELECT r.content FROM registration r
                    WHERE r.identifier = ?))
                """, [id.rawValue, id.rawValue])
        }
        if let name = filter.name {
            condition.and(
                "f.id IN (SELECT k.face FROM faceKey k WHERE k.role IN (1, 2, 3) AND k.key = ?)", [name.fontNameKey])
        }
        for word in filter.words {
            condition.and(
                """
                (f.id IN (SELECT k.face FROM faceKey k WHERE instr(k.key, ?))
                    OR instr(lower(replace(f.foundry, ' ', '')), ?))
                """, [word.fontNameKey, word.fontNameKey])
        }
        for language in filter.languages {
            let covering = VisibleFaces.covering(language)
            condition.and(covering.sql, covering.arguments)
        }
        for script in filter.scripts {
            condition.and("instr(' ' || f.scripts || ' ', ?)", [" \(script) "])
        }
        if !filter.licences.isEmpty {
            let alternatives = filter.licences.map {
                $0.isEmpty ? "f.licence = ?" : "instr(lower(f.licence), lower(?))"
            }
            condition.and("(\(alternatives.joined(separator: " OR ")))", StatementArguments(filter.licences))
        }
        if !filter.characters.isEmpty {
            let repertoires = try RepertoireReader(
                db: db, descriptor: FontDescriptor(characters: filter.characters)
            ).withoutGaps()
            condition.and(
                "f.repertoire IN (SELECT value FROM json_each(?))",
                ["[\(repertoires.map(String.init).joined(separator: ","))]"])
        }
        if let isMonospace = filter.isMonospace { condition.and("f.isMonospace = ?", [isMonospace]) }
        if let isVariable = filter.isVariable { condition.and("(f.axisCount > 0) = ?", [isVariable]) }
        if let isColored = filter.isColored { condition.and("(f.colorTables <> '') = ?", [isColored]) }
    }
}
