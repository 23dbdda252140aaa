internal import FontModel
internal import GRDB
internal import Synchronization

/// Keeps in memory what questions for text coverage need, until the registry changes or has not been asked for a while.
final class CoverageCache: Sendable {
    /// What one question reads.
    struct Contents: Sendable {
        /// The characters of all faces.
        var coverage: InternedCoverage
        /// The faces.
        var faces: CoverFaces
    }

    private struct State {
        var registry: UInt64?
        var coverage = InternedCoverage()
        var faces: [CoverFaces.Domain: CoverFaces] = [:]
    }

    /// The most kinds of callers whose faces are kept: everybody, those with the right, and a few sandboxes.
    private static let domains = 4

    private let state = Mutex(State())

    /// What a question needs; reads what is not kept.
    ///
    /// - Parameters:
    ///   - db: The connection, in a transaction that began after the state was asked for.
    ///   - registry: The state of the registry; `nil` where it cannot be told from another.
    ///   - domain: Who asks.
    /// - Returns: The faces that are told, and the characters of all.
    /// - Throws: What keeps the registry from being read.
    func contents(_ db: Database, state registry: UInt64?, _ domain: CoverFaces.Domain) throws -> Contents {
        // One after the other: two at a time would read the same twice.
        try state.withLock { state throws in
            if registry == nil || state.registry != registry {
                state.registry = nil
                state.faces = [:]
                try Self.update(&state.coverage, db)
                state.registry = registry
            }
            if let faces = state.faces[domain] { return Contents(coverage: state.coverage, faces: faces) }
            let faces = try CoverFaces(db, domain)
            // Between two states of the registry: the faces may be of a later one than the characters.
            let rows = state.coverage.entries
            if faces.faces.contains(where: { rows[$0.repertoire] == nil }) { try Self.update(&state.coverage, db) }
            if state.faces.count >= Self.domains { state.faces = [:] }
            state.faces[domain] = faces
            return Contents(coverage: state.coverage, faces: faces)
        }
    }

    /// Gives the memory back.
    func clear() { state.withLock { $0 = State() } }

    private static func update(_ coverage: inout InternedCoverage, _ db: Database) throws {
        let hashes = try Row.fetchCursor(db.cachedStatement(sql: "SELECT id, hash FROM repertoire"))
        var rows: Set<Int64> = []
        var missing: [Int64] = []
        while let row = try hashes.next() {
            let id = try row.decode(Int64.self, atIndex: 0)
            rows.insert(id)
            if coverage.entries[id]?.hash != (try row.decode(Int64.self, atIndex: 1)) { missing.append(id) }
        }
        coverage.keep(rows)
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT id, hash, languages, coverage FROM repertoire
                    WHERE id IN (SELECT value FROM json_each(?))
                    """), arguments: [FaceRowReader.json(missing)])
        while let row = try cursor.next() {
            guard let characters = CharacterCoverage(encoded: try row.bytes(3, "repertoire")) else {
                throw RegistryError.damagedRow("repertoire")
            }
            coverage.insert(
                characters, languages: try row.decode(atIndex: 2), hash: try row.decode(atIndex: 1),
                row: try row.decode(atIndex: 0))
        }
    }
}
