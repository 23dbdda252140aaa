internal import FontModel
internal import GRDB

/// The number of requested languages and characters that are missing.
struct RepertoireGaps {
    /// The number of characters for which the face does not have a glyph.
    var characters = 0
    /// The number of languages that the face does not cover.
    var languages = 0
}

/// Compares languages and characters with the requested ones, each shared set only once.
final class RepertoireReader {
    private let db: Database
    private let languages: [String]
    private let characters: Set<Unicode.Scalar>
    private var known: [Int64: RepertoireGaps] = [:]

    /// Creates a reader for the comparison with a descriptor.
    init(db: Database, descriptor: FontDescriptor) {
        self.db = db
        languages = descriptor.languages
        characters = Set(descriptor.characters.unicodeScalars)
    }

    /// The rows of `repertoire` that lack none of the requested languages and characters.
    func withoutGaps() throws -> [Int64] {
        try Int64.fetchAll(db.cachedStatement(sql: "SELECT id FROM repertoire")).filter { row in
            let gaps = try gaps(of: row)
            return gaps.characters == 0 && gaps.languages == 0
        }
    }

    /// The requested languages and characters that one row of `repertoire` lacks.
    func gaps(of row: Int64) throws -> RepertoireGaps {
        guard !languages.isEmpty || !characters.isEmpty else { return RepertoireGaps() }
        if let gaps = known[row] { return gaps }
        var gaps = RepertoireGaps()
        if !languages.isEmpty {
            let statement = try db.cachedStatement(sql: "SELECT languages FROM repertoire WHERE id = ?")
            let packed = try String.fetchOne(statement, arguments: [row]) ?? ""
            gaps.languages = languages.count { !LanguageTag.covers(packed, $0) }
        }
        if !characters.isEmpty {
            let statement = try db.cachedStatement(sql: "SELECT coverage FROM repertoire WHERE id = ?")
            guard let found = try Row.fetchOne(statement, arguments: [row]),
                let coverage = CharacterCoverage(encoded: try found.bytes(0, "repertoire"))
            else { throw RegistryError.damagedRow("repertoire") }
            gaps.characters = characters.count { !coverage.contains($0) }
        }
        known[row] = gaps
        return gaps
    }
}
