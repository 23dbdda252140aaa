package import FontModel
internal import GRDB

extension Registry {
    /// The registration with this id.
    package func registration(_ id: FontIdentifier) async throws(RegistryError) -> RegistrationRecord? {
        try await registrations([id]).first
    }

    /// The registrations with these ids, in the order asked; those that are not there are left out.
    package func registrations(_ ids: [FontIdentifier]) async throws(RegistryError) -> [RegistrationRecord] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(RegistrationRecord.columns) FROM \(RegistrationRecord.tables) WHERE r.identifier = ?")
            return try ids.compactMap { id in
                try Row.fetchOne(statement, arguments: [id.rawValue]).map { try RegistrationRecord(row: $0) }
            }
        }
    }

    /// Who registered a content, oldest first.
    package func registrations(of digest: FontDigest) async throws(RegistryError) -> [RegistrationRecord] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(RegistrationRecord.columns) FROM \(RegistrationRecord.tables)
                    WHERE c.digest = ? ORDER BY r.id
                    """)
            let rows = try Row.fetchAll(statement, arguments: [digest.bytes.databaseBlob])
            return try rows.map { try RegistrationRecord(row: $0) }
        }
    }

    /// The place in the order of registration that no registration has come to yet.
    package func nextSequence() async throws(RegistryError) -> Int64 {
        try await read { try Int64.fetchOne($0, sql: "SELECT coalesce(max(sequence), 0) + 1 FROM registration") ?? 1 }
    }

    /// One page of the registrations that pass a filter, oldest first.
    ///
    /// A cursor goes on after the last registration of its page, whatever was committed since.
    ///
    /// - Returns: The page.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func registrations(matching filter: RegistrationFilter) async throws(RegistryError) -> RegistrationPage {
        try await readList(isAboutOne: filter.isAboutOne) { try Self.page(filter, $0) }
    }

    /// Writes all registrations that pass a filter as lines of JSON, oldest first.
    ///
    /// - Parameters:
    ///   - filter: Which registrations; its cursor and limit do not matter.
    ///   - directory: The directory of the published fonts; `nil` where paths are not told.
    ///   - collisions: The files of the system's fonts that contents collide with.
    ///   - write: Takes piece after piece of the text, on a thread that may block.
    /// - Throws: ``RegistryError``, ``RegistryError/Code/failed`` for what `write` throws.
    package func writeRegistrations(
        _ filter: RegistrationFilter, publishedIn directory: String?, colliding collisions: [FontDigest: String],
        _ write: @escaping @Sendable (RawSpan) throws -> Void
    ) async throws(RegistryError) {
        try await readAtLength {
            try RegistrationLines(db: $0, filter: filter, directory: directory, collisions: collisions).write(write)
        }
    }

    private static func page(_ filter: RegistrationFilter, _ db: Database) throws -> RegistrationPage {
        let registry = try RegistryState(db).firstGeneration
        guard case .row(let start) = try RegistryCursor.position(of: filter.cursor, in: .registrations, of: registry)
        else { throw RegistryError(.invalidCursor, "The cursor is not one of this list. List from the start.") }
        var condition = try filter.condition(db)
        condition.and("r.id > ?", [start])
        let limit = min(max(filter.limit, 1), RegistrationFilter.maximumLimit)
        let statement = try db.makeStatement(
            sql: """
                SELECT \(RegistrationRecord.columns), \(ContentRecord.columns), c.id, r.id
                FROM \(RegistrationRecord.tables) WHERE \(condition.sql) ORDER BY r.id LIMIT ?
                """)
        var rows = try Row.fetchAll(statement, arguments: condition.arguments + [limit + 1])
        let hasMore = rows.count > limit
        if hasMore { rows.removeLast() }
        let first = RegistrationRecord.columnCount
        let faces = try self.faces(
            of: try rows.map { try $0.decode(Int64.self, atIndex: first + ContentRecord.columnCount) }, db)
        let page = try rows.map { row in
            RegistrationWithFaces(
                registration: try RegistrationRecord(row: row), content: try ContentRecord(row: row, from: first),
                faces: faces[try row.decode(Int64.self, atIndex: first + ContentRecord.columnCount)] ?? [])
        }
        var result = RegistrationPage(
            registrations: page, cursor: nil,
            rows: try rows.map { try $0.decode(Int64.self, atIndex: first + ContentRecord.columnCount + 1) },
            registry: registry)
        if hasMore { result.cursor = result.cursor(after: page.count - 1) }
        return result
    }

    /// The faces of contents, by the contents' rows.
    private static func faces(of contents: [Int64], _ db: Database) throws -> [Int64: [FaceDescription]] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT content, id FROM face
                WHERE content IN (SELECT value FROM json_each(?)) ORDER BY content, faceIndex
                """)
        let rows = try Row.fetchAll(statement, arguments: [FaceReader.json(contents)])
        let pairs = try rows.map { row in
            (content: try row.decode(Int64.self, atIndex: 0), face: try row.decode(Int64.self, atIndex: 1))
        }
        let descriptions = try FaceReader(db: db).descriptions(pairs.map(\.face))
        var faces: [Int64: [FaceDescription]] = [:]
        for pair in pairs {
            if let face = descriptions[pair.face] { faces[pair.content, default: []].append(face) }
        }
        return faces
    }
}

extension RegistrationFilter {
    /// What the filter says of registrations called `r` of contents called `c`, but for its cursor.
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
            // The sign keeps SQLite from beginning with it: all faces are looked at only where anything else lets one pass.
            condition.and(
                "+r.content IN (SELECT f.content FROM face f WHERE \(restriction.sql))", restriction.arguments)
        }
        return condition
    }
}

extension RegistrationRecord {
    /// What ``init(row:)`` reads, of ``tables``.
    static let columns = """
        r.identifier, v.identifier, c.digest, r.scope, r.isEnabled, r.isDisabledByUser, r.userInfo, r.sessionToken,
        r.sequence, d.reason, d.time, d.wasEnabled, r.isGranted
        """
    /// The number of ``columns``.
    static let columnCount = 13
    /// Where the columns come from.
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
    /// Reads a departure; `nil` where there is none.
    fileprivate init?(row: Row, from column: Int) throws {
        guard let reason: String = try row.decode(atIndex: column) else { return nil }
        guard let reason = Reason(rawValue: reason) else { throw RegistryError.damagedRow("departure") }
        self.init(
            reason, time: try row.decode(atIndex: column + 1), wasEnabled: try row.decode(atIndex: column + 2))
    }
}
