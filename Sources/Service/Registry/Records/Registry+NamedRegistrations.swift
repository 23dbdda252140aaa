package import FontModel
internal import GRDB

/// A registration that a descriptor names.
package struct NamedRegistration: Sendable, Equatable {
    /// The registration.
    package var id: FontIdentifier
    /// How long it lasts.
    package var scope: RegistrationScope
    /// The faces that the descriptor describes, in the order of the file; of each what a descriptor can tell it by.
    package var faces: [FaceIdentity]

    /// Creates a value.
    package init(id: FontIdentifier, scope: RegistrationScope, faces: [FaceIdentity]) {
        self.id = id
        self.scope = scope
        self.faces = faces
    }
}

extension Registry {
    /// The registrations of a provider that each descriptor names, enabled or not, oldest first.
    ///
    /// Names are looked up as ``match(_:mandatory:details:)`` does; all else that a descriptor says must be so.
    ///
    /// - Parameters:
    ///   - descriptors: What is asked for; one without a name names nothing.
    ///   - provider: Whose registrations.
    ///   - limit: The most registrations of all descriptors together.
    /// - Returns: As many as descriptors; `nil` where they name more than `limit`.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func registrations(
        named descriptors: [FontDescriptor], of provider: ProviderIdentifier, limit: Int
    ) async throws(RegistryError) -> [[NamedRegistration]]? {
        var named: [[NamedRegistration]] = []
        var count = 0
        for start in stride(from: 0, to: descriptors.count, by: RegistryLimits.descriptorsPerTransaction) {
            let slice = descriptors[start..<min(start + RegistryLimits.descriptorsPerTransaction, descriptors.count)]
            let found = try await read { db in
                try slice.map { $0.isNamed ? try Self.registrations(named: $0, of: provider, db) : [] }
            }
            named += found
            count += found.reduce(0) { $0 + $1.count }
            if count > limit { return nil }
        }
        return named
    }

    private static func registrations(
        named descriptor: FontDescriptor, of provider: ProviderIdentifier, _ db: Database
    ) throws -> [NamedRegistration] {
        let picks = try FaceMatcher(
            db: db, descriptor: descriptor, mandatory: Set(DescriptorAttribute.allCases),
            domain: .registered(by: provider), includesDetails: false
        ).allMatches()
        let pairs = picks.compactMap { pick in pick.registration.map { "[\(pick.face),\($0)]" } }
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT \(identityColumns), r.identifier, r.scope
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
            named[named.count - 1].faces.append(try look(row, db))
        }
        return named
    }
}
