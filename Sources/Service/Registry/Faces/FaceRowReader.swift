internal import FontModel
internal import GRDB

/// Reads faces, using a fixed number of statements regardless of the number of faces.
struct FaceRowReader {
    /// A face to read, and the additional data for its record.
    struct Pick {
        /// The row of the face.
        var face: Int64
        /// The row of the registration under which the face is shown; `nil` for the system.
        var registration: Int64?
        /// The number of the named instance that matched, or ``FaceKey/faceItself``.
        var instance = FaceKey.faceItself
    }

    /// The connection, in a transaction.
    let db: Database
    /// Whether to read languages, and names in all languages.
    var includesDetails = true
    /// Whether to also read the characters, which are by far the largest part.
    var includesCoverage = false

    /// Reads faces by their rows; rows that do not exist are omitted.
    func descriptions(_ rows: [Int64]) throws -> [Int64: FaceDescription] {
        guard !rows.isEmpty else { return [:] }
        let list = Self.json(rows)
        var faces: [Int64: FaceDescription] = [:]
        faces.reserveCapacity(rows.count)
        var repertoires: [Int64: [Int64]] = [:]
        var isVariable = false
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT f.id, f.axisCount + f.instanceCount, f.faceIndex, f.postscriptName, f.family,
                        f.typographicFamily, f.style, f.fullName, f.weight, f.width, f.slant, f.isMonospace,
                        f.scripts, f.colorTables, f.version, f.revision, f.foundry, f.licence, f.embedding,
                        f.glyphCount, f.repertoire
                    FROM face f WHERE f.id IN (SELECT value FROM json_each(?))
                    """), arguments: [list])
        while let row = try cursor.next() {
            if try row.decode(Int.self, atIndex: 1) > 0 { isVariable = true }
            let face = try row.decode(Int64.self, atIndex: 0)
            faces[face] = try Self.description(row)
            repertoires[try row.decode(Int64.self, atIndex: 20), default: []].append(face)
        }
        if includesDetails {
            try readRepertoires(repertoires, into: &faces)
            try readNames(list, into: &faces)
        }
        if isVariable {
            try readAxes(list, into: &faces)
            try readInstances(list, into: &faces)
        }
        return faces
    }

    /// Reads faces with the additional data for consumers, in the given order; faces that do not exist are omitted.
    func records(_ picks: [Pick]) throws -> [FaceRecord] {
        let faces = try descriptions(picks.map(\.face))
        let pairs = picks.map { "[\($0.face),\($0.registration.map(String.init) ?? "null")]" }
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT j.key, f.id, r.identifier, v.identifier, r.scope, r.isEnabled, r.userInfo,
                        c.digest, c.size, c.format, f.systemIdentifier, f.path, f.format,
                        r.isGranted
                    FROM json_each(?) j
                    JOIN face f ON f.id = json_extract(j.value, '$[0]')
                    LEFT JOIN registration r ON r.id = json_extract(j.value, '$[1]')
                    LEFT JOIN provider v ON v.id = r.provider
                    LEFT JOIN content c ON c.id = f.content
                    ORDER BY j.key
                    """), arguments: ["[\(pairs.joined(separator: ","))]"])
        var records: [FaceRecord] = []
        records.reserveCapacity(picks.count)
        while let row = try cursor.next() {
            let number = try row.decode(Int.self, atIndex: 0)
            guard picks.indices.contains(number), let face = faces[try row.decode(Int64.self, atIndex: 1)] else {
                throw RegistryError.damagedRow("face")
            }
            records.append(try Self.record(row, face, instance: picks[number].instance))
        }
        return records
    }

    /// Numbers as a JSON array for SQLite's JSON functions, so that one statement works for any count of them.
    static func json(_ rows: [Int64]) -> String { "[\(rows.map(String.init).joined(separator: ","))]" }

    private static func record(_ row: Row, _ face: FaceDescription, instance: Int) throws -> FaceRecord {
        var record: FaceRecord
        if let system = try row.decode(String?.self, atIndex: 10) {
            record = FaceRecord(
                id: FontIdentifier(rawValue: system), source: .system, path: try row.decode(atIndex: 11),
                format: try row.decode(String?.self, atIndex: 12).flatMap(FontFormat.init), face: face)
        } else {
            guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 3)),
                let digest = FontDigest(bytes: try row.bytes(7, "content"))
            else { throw RegistryError.damagedRow("registration") }
            record = FaceRecord(
                id: FontIdentifier(rawValue: try row.decode(atIndex: 2)), source: .typecase, provider: provider,
                scope: try row.enumeration(4, "registration"), isEnabled: try row.decode(atIndex: 5),
                userInfo: try row.decode(atIndex: 6), digest: digest, size: try row.decode(Int.self, atIndex: 8),
                format: try row.enumeration(9, "content") as FontFormat, face: face,
                visibility: try row.decode(Bool.self, atIndex: 13) ? .granted : .session)
        }
        if face.namedInstances.indices.contains(instance) { record.namedInstance = face.namedInstances[instance] }
        return record
    }

    private static func description(_ row: Row) throws -> FaceDescription {
        guard let revision = Int32(exactly: try row.decode(Int64.self, atIndex: 15)) else {
            throw RegistryError.damagedRow("face")
        }
        return FaceDescription(
            index: try row.decode(atIndex: 2), postscriptName: try row.decode(atIndex: 3),
            family: try row.decode(atIndex: 4), typographicFamily: try row.decode(atIndex: 5),
            style: try row.decode(atIndex: 6), fullName: try row.decode(atIndex: 7),
            weight: try row.decode(atIndex: 8), width: try row.decode(atIndex: 9),
            slant: try row.enumeration(10, "face"), isMonospace: try row.decode(atIndex: 11),
            scripts: try row.words(12), colorTables: try row.words(13), version: try row.decode(atIndex: 14),
            revision: revision,
            foundry: try row.decode(atIndex: 16), licence: try row.decode(atIndex: 17),
            embedding: try row.enumeration(18, "face"), glyphCount: try row.decode(atIndex: 19))
    }

    /// Reads languages and characters, each shared set only once.
    private func readRepertoires(
        _ repertoires: [Int64: [Int64]], into faces: inout [Int64: FaceDescription]
    ) throws {
        let columns = includesCoverage ? "id, languages, coverage" : "id, languages, x''"
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT \(columns) FROM repertoire WHERE id IN (SELECT value FROM json_each(?))"),
            arguments: [Self.json(Array(repertoires.keys))])
        while let row = try cursor.next() {
            guard let coverage = CharacterCoverage(encoded: try row.bytes(2, "repertoire")) else {
                throw RegistryError.damagedRow("repertoire")
            }
            let languages = try row.words(1)
            for face in repertoires[try row.decode(Int64.self, atIndex: 0)] ?? [] {
                faces[face]?.languages = languages
                faces[face]?.coverage = coverage
            }
        }
    }

    private func readNames(_ list: String, into faces: inout [Int64: FaceDescription]) throws {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT face, kind, language, value FROM faceName
                    WHERE face IN (SELECT value FROM json_each(?)) ORDER BY face, number
                    """), arguments: [list])
        while let row = try cursor.next() {
            guard let raw = UInt16(exactly: try row.decode(Int64.self, atIndex: 1)),
                let kind = LocalizedName.Kind(rawValue: raw)
            else { throw RegistryError.damagedRow("faceName") }
            let name = LocalizedName(
                kind: kind, language: try row.decode(atIndex: 2), value: try row.decode(atIndex: 3))
            faces[try row.decode(Int64.self, atIndex: 0)]?.names.append(name)
        }
    }

    private func readAxes(_ list: String, into faces: inout [Int64: FaceDescription]) throws {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT face, tag, name, minimum, defaultValue, maximum FROM axis
                    WHERE face IN (SELECT value FROM json_each(?)) ORDER BY face, number
                    """), arguments: [list])
        while let row = try cursor.next() {
            let axis = VariationAxis(
                tag: try row.decode(atIndex: 1), name: try row.decode(atIndex: 2), minimum: try row.decode(atIndex: 3),
                defaultValue: try row.decode(atIndex: 4), maximum: try row.decode(atIndex: 5))
            faces[try row.decode(Int64.self, atIndex: 0)]?.axes.append(axis)
        }
    }

    private func readInstances(_ list: String, into faces: inout [Int64: FaceDescription]) throws {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT face, name, postscriptName, coordinates FROM namedInstance
                    WHERE face IN (SELECT value FROM json_each(?)) ORDER BY face, number
                    """), arguments: [list])
        while let row = try cursor.next() {
            guard let coordinates = DoubleList.decode(try row.bytes(3, "namedInstance")) else {
                throw RegistryError.damagedRow("namedInstance")
            }
            let instance = NamedInstance(
                name: try row.decode(atIndex: 1), postscriptName: try row.decode(atIndex: 2), coordinates: coordinates)
            faces[try row.decode(Int64.self, atIndex: 0)]?.namedInstances.append(instance)
        }
    }
}
