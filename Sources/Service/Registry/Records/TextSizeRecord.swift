package import FontModel
internal import GRDB

/// The text size that the user wants.
package struct TextSizeRecord: Sendable, Hashable {
    /// The program; `nil` for all programs.
    package var application: ProviderIdentifier?
    /// The name of the content size category.
    package var category: String
    /// The time when the user chose the size, in seconds since 1970.
    package var time: Int64

    /// Creates a record.
    package init(application: ProviderIdentifier?, category: String, time: Int64) {
        self.application = application
        self.category = category
        self.time = time
    }

    /// The key of a program in the registry.
    static func key(of application: ProviderIdentifier?) -> String { application?.rawValue ?? "" }
}

extension Registry {
    /// The text sizes that the user wants: first the one for all programs, then the others, sorted by program.
    package func textSizes() async throws(RegistryError) -> [TextSizeRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT application, category, time FROM textSize ORDER BY application")
            return try Row.fetchAll(statement).map { row in
                let name: String = try row.decode(atIndex: 0)
                let application = ProviderIdentifier(rawValue: name)
                guard name.isEmpty || application != nil else { throw RegistryError.damagedRow("textSize") }
                return TextSizeRecord(
                    application: application, category: try row.decode(atIndex: 1), time: try row.decode(atIndex: 2))
            }
        }
    }
}
