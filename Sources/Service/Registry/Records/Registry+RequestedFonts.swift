internal import FontModel
internal import FoundationEssentials
internal import GRDB

extension Registry {
    /// The results for the fonts of a call, by their positions.
    static func requestedFonts(of request: ProviderRequest, _ db: Database) throws -> [RequestedFont] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT position, fingerprint, digest, result FROM requestedFont
                WHERE provider = ? AND request = ? ORDER BY position
                """)
        return try Row.fetchAll(statement, arguments: [request.provider.rawValue, request.name]).map { row in
            guard let digest = FontDigest(bytes: try row.bytes(2, "requestedFont")),
                let result = RequestedFont.Result(decoding: try row.decode(atIndex: 3))
            else { throw RegistryError.damagedRow("requestedFont") }
            return RequestedFont(
                request: request, position: try row.decode(atIndex: 0),
                fingerprint: UInt64(bitPattern: try row.decode(atIndex: 1)), digest: digest, result: result)
        }
    }
}

extension RequestedFont.Result {
    /// The result as JSON.
    func encoded() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }

    /// Reads the output of ``encoded()``; `nil` for any other text.
    fileprivate init?(decoding text: String) {
        guard let result = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = result
    }
}
