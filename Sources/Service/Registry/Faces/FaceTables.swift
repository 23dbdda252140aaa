package import FontModel
internal import GRDB

/// The faces of registered fonts and of the system's, as programs see them.
package struct FaceTables: Sendable {
    let connection: RegistryConnection

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
        try await connection.read { db in
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
            let pick = FaceRowReader.Pick(face: try row.decode(atIndex: 0), registration: try row.decode(atIndex: 1))
            return try FaceRowReader(db: db, includesCoverage: includingCoverage).records([pick]).first
        }
    }

    /// One page of the families of the visible faces that pass a filter, each once, sorted by `fontNameKey`.
    ///
    /// Where fonts spell a family in two ways that are compared as one, the one that sorts first stands for both.
    ///
    /// - Parameter filter: Which faces; at most ``FaceFilter/maximumFamilies`` come at once.
    /// - Returns: The page, and the cursor of the next if there is more.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func families(
        _ filter: FaceFilter = FaceFilter()
    ) async throws(RegistryError) -> (families: [String], cursor: String?) {
        try await connection.readAtLength { try FamilyListing(db: $0, filter: filter).page() }
    }

    /// One page of the visible faces that pass a filter.
    ///
    /// A face of a content that several providers registered is listed once, under the oldest enabled registration;
    /// with a provider in the filter, under that provider's oldest. Faces that are there from the first page to the
    /// last are listed exactly once, whatever is committed in between.
    ///
    /// - Parameters:
    ///   - filter: Which faces, and where to go on.
    ///   - details: Whether to read languages, and names in all languages.
    /// - Returns: The page.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func page(_ filter: FaceFilter, details: Bool = true) async throws(RegistryError) -> FacePage {
        try await connection.readList(isAboutOne: filter.isAboutOne) {
            try FaceListing(db: $0, filter: filter).page(includingDetails: details)
        }
    }

    /// Finds families of the system by names, hidden or not.
    ///
    /// - Parameter names: The names, in any language and spelling.
    /// - Returns: What fontconfig calls each, in order; `nil` where the system has none.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func systemFamilies(named names: [String]) async throws(RegistryError) -> [String?] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT f.typographicFamily, f.family
                    FROM faceKey k JOIN face f ON f.id = k.face JOIN systemDirectory d ON d.id = f.directory
                    WHERE k.role = 2 AND k.key = ? AND k.instance = -1 AND d.state = 'current' ORDER BY f.id
                    """)
            return try names.map { name in
                let key = name.fontNameKey
                let found = try Row.fetchAll(statement, arguments: [key]).flatMap { row -> [String] in
                    let names: [String?] = [try row.decode(atIndex: 0), try row.decode(atIndex: 1)]
                    return names.compactMap { $0 }
                }
                // One that is known by a name in another language has the first.
                return found.first { $0.fontNameKey == key } ?? found.first
            }
        }
    }

    /// Whether programs have a face for a language that is none of some families.
    ///
    /// - Parameters:
    ///   - language: A tag of fontconfig's, such as `de`.
    ///   - families: The families that are left out.
    /// - Returns: Whether there is one.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func hasFace(
        covering language: String, without families: [String]
    ) async throws(RegistryError) -> Bool {
        try await connection.read { db in
            var condition = SQLFragment(VisibleFaces.condition(nil))
            let covering = VisibleFaces.covering(language)
            condition.and(covering.sql, covering.arguments)
            for family in families {
                condition.and(
                    "NOT EXISTS (SELECT 1 FROM faceKey k WHERE k.face = f.id AND k.role = 2 AND k.key = ?)",
                    [family.fontNameKey])
            }
            return try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM face f WHERE \(condition.sql))", arguments: condition.arguments)
                ?? false
        }
    }

    /// Who has these PostScript names now, or others that look the same: enabled registrations, published or not, and
    /// faces of the system, by the names of their faces and of their named instances.
    ///
    /// - Returns: Each holder of each name; ours in the order of registration, then the system's.
    package func nameHolders(postscriptNames: [String]) async throws(RegistryError) -> [NameHolder] {
        let keys = Set(postscriptNames.map(\.fontNameKey)).filter { !$0.isEmpty }.sorted()
        return try await connection.read { db in try keys.flatMap { try NameHolder.holders(of: $0, db) } }
    }

    /// Writes all visible faces that pass a filter as lines of JSON, of the keys of a brief face dictionary.
    ///
    /// - Parameters:
    ///   - filter: Which faces; its cursor and limit do not matter.
    ///   - viewer: Whose marks may be told; `nil` for everybody's.
    ///   - write: Takes piece after piece of the text, on a thread that may block.
    /// - Throws: ``RegistryError``, ``RegistryError/Code/failed`` for what `write` throws.
    package func write(
        _ filter: FaceFilter, for viewer: ProviderIdentifier?,
        _ write: @escaping @Sendable (RawSpan) throws -> Void
    ) async throws(RegistryError) {
        try await connection.readAtLength { try FaceLines(db: $0, filter: filter, viewer: viewer).write(write) }
    }
}
