package import FontModel
internal import GRDB

extension RegistrationTables {
    /// The registrations of a provider that match each descriptor by name, enabled or not, oldest first.
    ///
    /// Names are compared as in ``FaceTables/match(_:mandatory:details:for:)``. All other attributes of a descriptor
    /// must match, too.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors; one without a name does not match anything.
    ///   - provider: The owner of the registrations.
    ///   - limit: The maximum number of registrations of all descriptors together.
    /// - Returns: One array per descriptor; `nil` if there are more registrations than `limit`.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
    package func named(
        _ descriptors: [FontDescriptor], of provider: ProviderIdentifier, limit: Int
    ) async throws(RegistryError) -> [[NamedRegistration]]? {
        var named: [[NamedRegistration]] = []
        var count = 0
        for start in stride(from: 0, to: descriptors.count, by: RegistryLimits.descriptorsPerTransaction) {
            let slice = descriptors[start..<min(start + RegistryLimits.descriptorsPerTransaction, descriptors.count)]
            let found = try await connection.read { db in
                try slice.map { $0.isNamed ? try Self.named($0, of: provider, db) : [] }
            }
            named += found
            count += found.reduce(0) { $0 + $1.count }
            if count > limit { return nil }
        }
        return named
    }

    private static func named(
        _ descriptor: FontDescriptor, of provider: ProviderIdentifier, _ db: Database
    ) throws -> [NamedRegistration] {
        let picks = try FaceMatcher(
            db: db, descriptor: descriptor, mandatory: Set(DescriptorAttribute.allCases),
            domain: .registered(by: provider), includesDetails: false
        ).allMatches()
        let pairs = picks.compactMap { pick in pick.registration.map { "[\(pick.face),\($0)]" } }
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT \(Registry.identityColumns), r.identifier, r.scope
                    FROM json_each(?) j
                    JOIN face f ON f.id = json_extract(j.value, '$[0]')
                    JOIN registration r ON r.id = json_extract(j.value, '$[1]')
                    ORDER BY r.id, f.faceIndex
                    """), arguments: ["[\(pairs.joined(separator: ","))]"])
        var named: [NamedRegistration] = []
        while let row = try cursor.next() {
            let id = FontIdentifier(rawValue: try row.decode(atIndex: 9))
            if named.last?.id != id {
                named.append(NamedRegistration(id: id, scope: try row.enumeration(10, "registration"), faces: []))
            }
            named[named.count - 1].faces.append(try Registry.look(row, db))
        }
        return named
    }
}
