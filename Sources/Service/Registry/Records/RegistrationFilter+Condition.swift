internal import FontModel
internal import GRDB

extension RegistrationFilter {
    /// The filter as a condition on registrations `r` of contents `c`, without its cursor.
    func condition(_ db: Database) throws -> SQLFragment {
        var condition = SQLFragment("TRUE")
        if let provider {
            condition.and("r.provider = (SELECT id FROM provider WHERE identifier = ?)", [provider.rawValue])
        }
        if let scope { condition.and("r.scope = ?", [scope.rawValue]) }
        if let isEnabled { condition.and("r.isEnabled = ?", [isEnabled]) }
        if let id { condition.and("r.identifier = ?", [id.rawValue]) }
        if let digest { condition.and("c.digest = ?", [digest.bytes.databaseBlob]) }
        let family = FaceKeyRole.family.rawValue
        for (name, roles) in [(self.name, "1, 2, 3"), (self.family, "\(family)")] {
            guard let name else { continue }
            condition.and(
                """
                r.content IN (SELECT f.content FROM faceKey k JOIN face f ON f.id = k.face
                    WHERE k.role IN (\(roles)) AND k.key = ?)
                """, [name.fontNameKey])
        }
        if faces.restrictsFaces {
            var restriction = SQLFragment("f.content IS NOT NULL")
            try FaceListing(db: db, filter: faces).restrict(&restriction)
            // The `+` keeps SQLite from starting with this condition. Thus, all faces are searched only if a
            // registration meets the other conditions.
            condition.and(
                "+r.content IN (SELECT f.content FROM face f WHERE \(restriction.sql))", restriction.arguments)
        }
        return condition
    }
}

extension RegistrationRecord {
    /// The columns that ``init(row:)`` reads, from ``tables``.
    static let columns = """
        r.identifier, v.identifier, c.digest, r.scope, r.isEnabled, r.isDisabledByUser, r.userInfo, r.sessionToken,
        r.sequence, d.reason, d.time, d.wasEnabled, r.isGranted
        """
    /// The number of ``columns``.
    static let columnCount = 13
    /// The tables that contain the columns.
    static let tables = """
        registration r JOIN provider v ON v.id = r.provider JOIN content c ON c.id = r.content
        LEFT JOIN departure d ON d.registration = r.id
        """

    /// Reads a registration.
    init(row: Row) throws {
        guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 1)),
            let digest = FontDigest(bytes: try row.bytes(2, "content"))
        else { throw RegistryError.damagedRow("registration") }
        self.init(
            id: FontIdentifier(rawValue: try row.decode(atIndex: 0)), provider: provider, digest: digest,
            scope: try row.enumeration(3, "registration"), isEnabled: try row.decode(atIndex: 4),
            isDisabledByUser: try row.decode(atIndex: 5), userInfo: try row.decode(atIndex: 6),
            sessionToken: try row.decode(atIndex: 7),
            sequence: try row.decode(atIndex: 8), departure: try Departure(row: row, from: 9),
            visibility: try row.decode(Bool.self, atIndex: 12) ? .granted : .session)
    }
}

extension Departure {
    /// Reads a departure; `nil` if there is none.
    fileprivate init?(row: Row, from column: Int) throws {
        guard let reason: String = try row.decode(atIndex: column) else { return nil }
        guard let reason = Reason(rawValue: reason) else { throw RegistryError.damagedRow("departure") }
        self.init(
            reason, time: try row.decode(atIndex: column + 1), wasEnabled: try row.decode(atIndex: column + 2))
    }
}
