package import FontModel
internal import GRDB

/// How large the user wants text.
package struct TextSizeRecord: Sendable, Hashable {
    /// In which program; `nil` for all.
    package var application: ProviderIdentifier?
    /// The name of the content size category.
    package var category: String
    /// When the user said so, in seconds since 1970.
    package var time: Int64

    /// Creates a record.
    package init(application: ProviderIdentifier?, category: String, time: Int64) {
        self.application = application
        self.category = category
        self.time = time
    }

    /// What stands for a program in the registry.
    static func key(of application: ProviderIdentifier?) -> String { application?.rawValue ?? "" }
}

extension Registry {
    /// How large the user wants text: in all programs first, then in the order of the programs.
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
