internal import FontModel
internal import GRDB
internal import Synchronization

/// Caches the data for questions about text coverage, until the registry changes or has been idle for some time.
final class CoverageCache: Sendable {
    /// The data for one question.
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

    /// The maximum number of cached domains: everybody, callers with the right, and a few sandboxes.
    private static let domains = 4

    private let state = Mutex(State())

    /// The data for a question; reads data that is not cached.
    ///
    /// - Parameters:
    ///   - db: The connection, in a transaction that began after the state was obtained.
    ///   - registry: The state of the registry; `nil` if states cannot be distinguished.
    ///   - domain: The caller.
    /// - Returns: The faces that the caller sees, and the characters of all faces.
    /// - Throws: The error that occurred while reading the registry.
    func contents(_ db: Database, state registry: UInt64?, _ domain: CoverFaces.Domain) throws -> Contents {
        // Callers wait for each other, because two concurrent calls would read the same data twice.
        try state.withLock { state throws in
            if registry == nil || state.registry != registry {
                state.registry = nil
                state.faces = [:]
                try Self.update(&state.coverage, db)
                state.registry = registry
            }
            if let faces = state.faces[domain] { return Contents(coverage: state.coverage, faces: faces) }
            let faces = try CoverFaces(db, domain)
            // The registry may have changed in between: the faces may belong to a later state than the characters.
            let rows = state.coverage.entries
            if faces.faces.contains(where: { rows[$0.repertoire] == nil }) { try Self.update(&state.coverage, db) }
            if state.faces.count >= Self.domains { state.faces = [:] }
            state.faces[domain] = faces
            return Contents(coverage: state.coverage, faces: faces)
        }
    }

    /// Releases the memory.
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
