internal import FontModel
internal import Foundation
internal import GRDB

/// Inserts faces with all keys by which they can be found.
struct FaceWriter {
    /// The owner of a face.
    enum Owner {
        case content(Int64)
        case directory(Int64, path: String, format: FontFormat?)
    }

    /// The connection, in a transaction.
    let db: Database

    /// Inserts a face.
    ///
    /// Texts and lists that exceed their limits are truncated: they describe the face, and nothing depends on their
    /// ends.
    func insert(_ face: FaceDescription, owner: Owner) throws {
        let row = try insertFace(face, owner)
        try insertNames(of: face, row)
        try insertKeys(of: face, row)
        try insertVariations(of: face, row)
    }

    private func insertFace(_ face: FaceDescription, _ owner: Owner) throws -> Int64 {
        let content: Int64?
        let directory: Int64?
        let systemPath: String?
        let systemFormat: FontFormat?
        switch owner {
        case .content(let row): (content, directory, systemPath, systemFormat) = (row, nil, nil, nil)
        case .directory(let row, let path, let format):
            (content, directory, systemPath, systemFormat) = (nil, row, path, format)
        }
        let arguments: [(any DatabaseValueConvertible)?] = [
            content, directory, systemPath.map { SystemFaceIdentifier.text(path: $0, index: face.index) },
            systemPath, systemFormat?.rawValue, face.index, name(face.postscriptName), name(face.family),
            face.typographicFamily.map(name), name(face.style), name(face.fullName), finite(face.weight, 400),
            finite(face.width, 100), face.slant.rawValue, face.isMonospace, min(face.axes.count, FontLimits.axes),
            min(face.namedInstances.count, RegistryLimits.namedInstances), try repertoire(of: face),
            words(face.scripts, RegistryLimits.scripts), words(face.colorTables, FontLimits.tables),
            name(face.version), Int64(face.revision), name(face.foundry), face.embedding.rawValue, face.glyphCount,
            face.licence.cut(to: RegistryLimits.licence),
        ]
        try db.cachedStatement(
            sql: """
                INSERT INTO face (
                    content, directory, systemIdentifier, path, format, faceIndex, postscriptName, family,
                    typographicFamily, style, fullName, weight, width, slant, isMonospace, axisCount, instanceCount,
                    repertoire, scripts, colorTables, version, revision, foundry, embedding, glyphCount, licence)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: StatementArguments(arguments))
        let row = db.lastInsertedRowID
        try line(of: face).insert(db, face: row, content: content)
        return row
    }

    private func line(of face: FaceDescription) -> FaceLine {
        FaceLine(
            index: face.index, postscriptName: name(face.postscriptName), family: name(face.family),
            typographicFamily: face.typographicFamily.map(name), fullName: name(face.fullName), style: name(face.style),
            weight: finite(face.weight, 400), width: finite(face.width, 100), slant: face.slant.rawValue,
            isMonospace: face.isMonospace, isVariable: !face.axes.isEmpty)
    }

    private func insertNames(of face: FaceDescription, _ row: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO faceName (face, number, kind, language, value) VALUES (?, ?, ?, ?, ?)")
        for (number, localized) in face.names.prefix(FontLimits.nameRecords).enumerated() {
            try statement.execute(arguments: [
                row, number, Int(localized.kind.rawValue), localized.language.cut(to: RegistryLimits.languageTag),
                name(localized.value),
            ])
        }
    }

    private func insertKeys(of face: FaceDescription, _ row: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO faceKey (role, key, face, instance) VALUES (?, ?, ?, ?)")
        for key in FaceKey.all(of: face) {
            try statement.execute(arguments: [key.role.rawValue, key.key, row, key.instance])
        }
    }

    private func insertVariations(of face: FaceDescription, _ row: Int64) throws {
        let axes = try db.cachedStatement(
            sql: """
                INSERT INTO axis (face, number, tag, name, minimum, defaultValue, maximum)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        for (number, axis) in face.axes.prefix(FontLimits.axes).enumerated() {
            try axes.execute(arguments: [
                row, number, axis.tag.cut(to: 4), name(axis.name), finite(axis.minimum, 0),
                finite(axis.defaultValue, 0), finite(axis.maximum, 0),
            ])
        }
        let instances = try db.cachedStatement(
            sql: """
                INSERT INTO namedInstance (face, number, name, postscriptName, coordinates)
                VALUES (?, ?, ?, ?, ?)
                """)
        for (number, instance) in face.namedInstances.prefix(RegistryLimits.namedInstances).enumerated() {
            try instances.execute(arguments: [
                row, number, name(instance.name), instance.postscriptName.map(name),
                DoubleList.encode(Array(instance.coordinates.prefix(FontLimits.axes))).databaseBlob,
            ])
        }
    }

    /// The row of the face's languages and characters, which is shared by many faces, usually by all styles of a
    /// family.
    private func repertoire(of face: FaceDescription) throws -> Int64 {
        let languages = LanguageTag.pack(face.languages)
        let coverage = face.coverage.encoded()
        let hash = Int64(bitPattern: StableHash.hash64(Array(languages.utf8) + [0] + coverage))
        let blob = coverage.databaseBlob
        let existing = try db.cachedStatement(
            sql: "SELECT id FROM repertoire WHERE hash = ? AND languages = ? AND coverage = ?")
        if let row = try Int64.fetchOne(existing, arguments: [hash, languages, blob]) { return row }
        try db.cachedStatement(sql: "INSERT INTO repertoire (hash, languages, coverage) VALUES (?, ?, ?)")
            .execute(arguments: [hash, languages, blob])
        return db.lastInsertedRowID
    }

    private func name(_ text: String) -> String { text.cut(to: FontLimits.nameLength) }

    private func finite(_ value: Double, _ otherwise: Double) -> Double { value.isFinite ? value : otherwise }

    private func words(_ words: [String], _ limit: Int) -> String {
        words.lazy.filter { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: " ")) }.prefix(limit)
            .map { $0.cut(to: RegistryLimits.languageTag) }.joined(separator: " ")
    }
}
