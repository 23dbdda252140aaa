internal import FontModel
internal import GRDB

/// The families of the system that the user hides from programs.
///
/// Their file in fontconfig's configuration is authoritative; the registry stores them for its queries.
extension Registry {
    /// The hidden families, sorted by name.
    package func hiddenFamilies() async throws(RegistryError) -> [HiddenFamily] {
        try await connection.read { db in
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
}

extension MutationWriter {
    /// Stores which families are hidden.
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
    /// The name of the family.
    package var name: String
    /// The number of the system's faces in the family.
    package var faceCount: Int
}
