package import FontModel
internal import GRDB

/// The registrations: which provider has which content, and how.
package struct RegistrationTables: Sendable {
    let connection: RegistryConnection

    /// The registration with this id.
    package func record(_ id: FontIdentifier) async throws(RegistryError) -> RegistrationRecord? {
        try await records([id]).first
    }

    /// The registrations with these ids, in the given order; unknown ids are omitted.
    package func records(_ ids: [FontIdentifier]) async throws(RegistryError) -> [RegistrationRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(RegistrationRecord.columns) FROM \(RegistrationRecord.tables) WHERE r.identifier = ?")
            return try ids.compactMap { id in
                try Row.fetchOne(statement, arguments: [id.rawValue]).map { try RegistrationRecord(row: $0) }
            }
        }
    }

    /// The registrations of a content, oldest first.
    package func records(of digest: FontDigest) async throws(RegistryError) -> [RegistrationRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(RegistrationRecord.columns) FROM \(RegistrationRecord.tables)
                    WHERE c.digest = ? ORDER BY r.id
                    """)
            let rows = try Row.fetchAll(statement, arguments: [digest.bytes.databaseBlob])
            return try rows.map { try RegistrationRecord(row: $0) }
        }
    }

    /// The next free position in the order of registration.
    package func nextSequence() async throws(RegistryError) -> Int64 {
        try await connection.read {
            try Int64.fetchOne($0, sql: "SELECT coalesce(max(sequence), 0) + 1 FROM registration") ?? 1
        }
    }

    /// One page of the registrations that match a filter, oldest first.
    ///
    /// A cursor continues after the last registration of its page, regardless of later commits.
    ///
    /// - Returns: The page.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func page(matching filter: RegistrationFilter) async throws(RegistryError) -> RegistrationPage {
        try await connection.readList(isAboutOne: filter.isAboutOne) { try Self.page(filter, $0) }
    }

    /// Writes all registrations that match a filter as lines of JSON, oldest first.
    ///
    /// - Parameters:
    ///   - filter: The filter for registrations; its cursor and limit are ignored.
    ///   - directory: The directory of the published fonts; `nil` to omit paths.
    ///   - collisions: The files of system fonts that conflict with contents.
    ///   - write: Receives the text piece by piece, on a thread that may block.
    /// - Throws: ``RegistryError``; ``RegistryError/Code/failed`` for errors that `write` throws.
    package func write(
        _ filter: RegistrationFilter, publishedIn directory: String?, colliding collisions: [FontDigest: String],
        _ write: @escaping @Sendable (RawSpan) throws -> Void
    ) async throws(RegistryError) {
        try await connection.readAtLength {
            try RegistrationLines(db: $0, filter: filter, directory: directory, collisions: collisions).write(write)
        }
    }

    /// The registrations of a provider that are set aside for one of the given reasons, or not set aside, oldest first.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - reasons: The reasons; `nil` stands for registrations that are not set aside.
    /// - Returns: The ids of the registrations.
    /// - Throws: The error that occurred while reading the registry.
    package func identifiers(
        of provider: ProviderIdentifier, setAsideFor reasons: Set<Departure.Reason?>
    ) async throws(RegistryError) -> [FontIdentifier] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT r.identifier, d.reason FROM registration r LEFT JOIN departure d ON d.registration = r.id
                    WHERE r.provider = (SELECT id FROM provider WHERE identifier = ?) ORDER BY r.id
                    """)
            return try Row.fetchAll(statement, arguments: [provider.rawValue]).compactMap { row in
                let reason: String? = try row.decode(atIndex: 1)
                guard reasons.contains(reason.flatMap(Departure.Reason.init)) else { return nil }
                return FontIdentifier(rawValue: try row.decode(atIndex: 0))
            }
        }
    }

    /// The registrations that were set aside so long ago that they have expired, oldest departure first.
    ///
    /// - Parameter time: The latest departure to include, in seconds since 1970.
    /// - Returns: The ids of the registrations.
    /// - Throws: The error that occurred while reading the registry.
    package func identifiers(setAsideUntil time: Int64) async throws(RegistryError) -> [FontIdentifier] {
        let reasons = Departure.Reason.allCases.filter(\.expires).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT r.identifier FROM departure d JOIN registration r ON r.id = d.registration
                    WHERE d.time <= ? AND d.reason IN (\(reasons)) ORDER BY d.time, r.id
                    """)
            return try String.fetchAll(statement, arguments: [time]).map { FontIdentifier(rawValue: $0) }
        }
    }

    private static func page(_ filter: RegistrationFilter, _ db: Database) throws -> RegistrationPage {
        let registry = try RegistryState(db).firstGeneration
        guard case .row(let start) = try RegistryCursor.position(of: filter.cursor, in: .registrations, of: registry)
        else {
            throw RegistryError(
                .invalidCursor, "The cursor does not belong to this list. Start again from the beginning of the list.")
        }
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
        let rows = try Row.fetchAll(statement, arguments: [FaceRowReader.json(contents)])
        let pairs = try rows.map { row in
            (content: try row.decode(Int64.self, atIndex: 0), face: try row.decode(Int64.self, atIndex: 1))
        }
        let descriptions = try FaceRowReader(db: db).descriptions(pairs.map(\.face))
        var faces: [Int64: [FaceDescription]] = [:]
        for pair in pairs {
            if let face = descriptions[pair.face] { faces[pair.content, default: []].append(face) }
        }
        return faces
    }
}
