package import FontModel
internal import GRDB

/// The faces of registered fonts and of the system's fonts, as programs see them.
package struct FaceTables: Sendable {
    let connection: RegistryConnection

    /// Reads one face, visible or not.
    ///
    /// - Parameters:
    ///   - id: A registration, or a face of the system.
    ///   - index: The index of the face within its file; `nil` for the first face.
    ///   - includingCoverage: Whether to also read the face's characters.
    /// - Returns: The face; `nil` if there is none with this id and index.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
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

    /// One page of the families of the visible faces that match a filter, without duplicates, sorted by `fontNameKey`.
    ///
    /// If fonts spell a family in two ways that are equal in the comparison, the spelling that sorts first is listed.
    ///
    /// - Parameter filter: The filter for faces; a page has at most ``FaceFilter/maximumFamilies`` families.
    /// - Returns: The page, and the cursor of the next page if there are more families.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func families(
        _ filter: FaceFilter = FaceFilter()
    ) async throws(RegistryError) -> (families: [String], cursor: String?) {
        try await connection.readAtLength { try FamilyListing(db: $0, filter: filter).page() }
    }

    /// One page of the visible faces that match a filter.
    ///
    /// If several providers registered the same content, its faces are listed once, under the oldest enabled
    /// registration. If the filter has a provider, they are listed under that provider's oldest registration. Faces
    /// that exist from the first page to the last are listed exactly once, regardless of commits in between.
    ///
    /// - Parameters:
    ///   - filter: The filter for faces, with the cursor.
    ///   - details: Whether to read languages, and names in all languages.
    /// - Returns: The page.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func page(_ filter: FaceFilter, details: Bool = true) async throws(RegistryError) -> FacePage {
        try await connection.readList(isAboutOne: filter.isAboutOne) {
            try FaceListing(db: $0, filter: filter).page(includingDetails: details)
        }
    }

    /// Finds families of the system by their names, hidden or not.
    ///
    /// - Parameter names: The names, in any language and spelling.
    /// - Returns: fontconfig's name of each family, in order; `nil` if the system does not have the family.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
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
                // If the name is in another language, the first name of the family is used.
                return found.first { $0.fontNameKey == key } ?? found.first
            }
        }
    }

    /// Whether programs see a face that covers a language and is not in one of the given families.
    ///
    /// - Parameters:
    ///   - language: A language tag of fontconfig, such as `de`.
    ///   - families: The families to exclude.
    /// - Returns: Whether there is such a face.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
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

    /// The current holders of PostScript names, or of names that look the same.
    ///
    /// Holders are enabled registrations, published or not, and faces of the system. The names of their faces and of
    /// their named instances are compared.
    ///
    /// - Returns: Each holder of each name; first the registrations in the order of registration, then the system's
    ///   faces.
    package func nameHolders(postscriptNames: [String]) async throws(RegistryError) -> [NameHolder] {
        let keys = Set(postscriptNames.map(\.fontNameKey)).filter { !$0.isEmpty }.sorted()
        return try await connection.read { db in try keys.flatMap { try NameHolder.holders(of: $0, db) } }
    }

    /// Writes all visible faces that match a filter as lines of JSON, with the keys of a brief face dictionary.
    ///
    /// - Parameters:
    ///   - filter: The filter for faces; its cursor and limit are ignored.
    ///   - viewer: The provider whose marks may be shown; `nil` to show the marks of all providers.
    ///   - write: Receives the text piece by piece, on a thread that may block.
    /// - Throws: ``RegistryError``; ``RegistryError/Code/failed`` for errors that `write` throws.
    package func write(
        _ filter: FaceFilter, for viewer: ProviderIdentifier?,
        _ write: @escaping @Sendable (RawSpan) throws -> Void
    ) async throws(RegistryError) {
        try await connection.readAtLength { try FaceLines(db: $0, filter: filter, viewer: viewer).write(write) }
    }
}
