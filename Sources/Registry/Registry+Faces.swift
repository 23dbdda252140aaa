package import FontModel
internal import GRDB

extension Registry {
    /// One face, visible or not.
    ///
    /// - Parameters:
    ///   - id: A registration, or a face of the system.
    ///   - index: The face within its file; the first where it is left out.
    ///   - includingCoverage: Whether to read the face's characters too.
    /// - Returns: The face; `nil` where there is none with this id and index.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func face(
        _ id: FontIdentifier, index: Int? = nil, includingCoverage: Bool = false
    ) async throws(RegistryError) -> FaceRecord? {
        try await read { db in
            let isSystem = id.rawValue.hasPrefix(SystemFaceIdentifier.prefix)
            let sql =
                if isSystem {
                    """
                    SELECT f.id, NULL FROM face f JOIN systemDirectory d ON d.id = f.directory
                    WHERE f.systemIdentifier = ?1 AND d.state = 'current' AND (?2 IS NULL OR f.faceIndex = ?2)
                    ORDER BY f.id LIMIT 1
                    """
                } else {
                    """
                    SELECT f.id, r.id FROM registration r JOIN face f ON f.content = r.content
                    WHERE r.identifier = ?1 AND (?2 IS NULL OR f.faceIndex = ?2)
                    ORDER BY f.faceIndex LIMIT 1
                    """
                }
            guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id.rawValue, index]) else {
                return nil
            }
            let pick = FaceReader.Pick(face: try row.decode(atIndex: 0), registration: try row.decode(atIndex: 1))
            return try FaceReader(db: db, includesCoverage: includingCoverage).records([pick]).first
        }
    }

    /// The families of the visible faces that pass a filter, each once, sorted by `fontNameKey`.
    ///
    /// Where fonts spell a family in two ways that are compared as one, the one that sorts first stands for both.
    package func families(_ filter: FaceFilter = FaceFilter()) async throws(RegistryError) -> [String] {
        let names = try await read { db in
            let condition = Self.condition(filter)
            let statement = try db.makeStatement(
                sql: """
                    SELECT DISTINCT coalesce(f.typographicFamily, f.family) AS name FROM face f
                    WHERE \(condition.sql) AND name <> '' ORDER BY name
                    """)
            return try String.fetchAll(statement, arguments: condition.arguments)
        }
        let byKey = Dictionary(names.map { ($0.fontNameKey, $0) }, uniquingKeysWith: { first, _ in first })
        return byKey.sorted { ($0.key, $0.value) < ($1.key, $1.value) }.map(\.value)
    }

    /// One page of the visible faces that pass a filter.
    ///
    /// A face of a content that several providers registered is listed once, under the oldest enabled registration;
    /// with a provider in the filter, under that provider's oldest. A cursor goes on after the last face of its page,
    /// whatever was committed since; faces of a system directory that was read anew in between may come again.
    ///
    /// - Returns: The page, and the cursor of the next if there is more.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func faces(
        _ filter: FaceFilter
    ) async throws(RegistryError) -> (faces: [FaceRecord], cursor: String?) {
        let position = try RegistryCursor.position(of: filter.cursor, in: .faces)
        return try await read { try Self.page(filter, after: position, $0) }
    }

    private static func page(
        _ filter: FaceFilter, after position: Int64, _ db: Database
    ) throws -> (faces: [FaceRecord], cursor: String?) {
        let limit = min(max(filter.limit, 1), FaceFilter.maximumLimit)
        var condition = condition(filter)
        condition.and("f.id > ?", [position])
        var registration = SQLFragment(VisibleFaces.registration)
        if let provider = filter.provider {
            registration = SQLFragment(
                """
                (SELECT min(r.id) FROM registration r JOIN provider v ON v.id = r.provider
                    WHERE r.content = f.content AND r.isEnabled = 1 AND v.identifier = ?)
                """, [provider.rawValue])
        }
        let statement = try db.makeStatement(
            sql: """
                SELECT f.id, \(registration.sql) FROM face f
                WHERE \(condition.sql) ORDER BY f.id LIMIT ?
                """)
        let rows = try Row.fetchAll(
            statement, arguments: registration.arguments + condition.arguments + [limit + 1])
        var picks = try rows.map { row in
            FaceReader.Pick(face: try row.decode(atIndex: 0), registration: try row.decode(atIndex: 1))
        }
        let hasMore = picks.count > limit
        if hasMore { picks.removeLast() }
        let faces = try FaceReader(db: db).records(picks)
        return (faces, hasMore ? picks.last.map { RegistryCursor(.faces, after: $0.face).text } : nil)
    }

    private static func condition(_ filter: FaceFilter) -> SQLFragment {
        var condition = SQLFragment(VisibleFaces.condition(filter.source))
        if let provider = filter.provider {
            condition.and(
                """
                f.content IN (SELECT r.content FROM registration r JOIN provider v ON v.id = r.provider
                    WHERE v.identifier = ? AND r.isEnabled = 1)
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
        for language in filter.languages {
            let covering = VisibleFaces.covering(language)
            condition.and(covering.sql, covering.arguments)
        }
        if let isMonospace = filter.isMonospace { condition.and("f.isMonospace = ?", [isMonospace]) }
        if let isVariable = filter.isVariable { condition.and("(f.axisCount > 0) = ?", [isVariable]) }
        return condition
    }
}
