internal import FontModel
internal import GRDB

/// Families of the system that the user hides from programs.
///
/// Their file in fontconfig's configuration is what counts; the registry has them for its queries.
extension Registry {
    /// The hidden families, in the order of their names.
    package func hiddenFamilies() async throws(RegistryError) -> [HiddenFamily] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT h.name, (SELECT count(*) FROM faceKey k JOIN face f ON f.id = k.face
                        JOIN systemDirectory d ON d.id = f.directory
                        WHERE k.role = 2 AND k.key = h.key AND k.instance = -1 AND d.state = 'current')
                    FROM hiddenFamily h ORDER BY h.name
                    """)
            return try Row.fetchAll(statement).map { row in
                HiddenFamily(name: try row.decode(atIndex: 0), faceCount: try row.decode(atIndex: 1))
            }
        }
    }

    /// Finds families of the system by names, hidden or not.
    ///
    /// - Parameter names: The names, in any language and spelling.
    /// - Returns: What fontconfig calls each, in order; `nil` where the system has none.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func systemFamilies(named names: [String]) async throws(RegistryError) -> [String?] {
        try await read { db in
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
        try await read { db in
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
}

extension MutationWriter {
    /// Notes which families are hidden.
    func hideFamilies(_ names: [String]) throws {
        try execute("DELETE FROM hiddenFamily", [])
        for name in names {
            try execute(
                "INSERT OR IGNORE INTO hiddenFamily (key, name) VALUES (?, ?)",
                [name.fontNameKey, name.checked(RegistryLimits.identifier, "the name of a family")])
        }
    }
}

/// A family of the system that the user hides.
package struct HiddenFamily: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// How many faces the system has of it.
    package var faceCount: Int
}
