internal import DBus
internal import FontModel

extension FontFilters {
    /// Reads a provider's identifier from the user.
    static func provider(_ text: String) throws(BusError) -> ProviderIdentifier {
        guard let provider = ProviderIdentifier(rawValue: text) else {
            throw .invalidArguments("provider: '\(text.prefix(255))' is no id of a provider")
        }
        return provider
    }

    /// Reads a right by its name.
    static func right(_ text: String) throws(BusError) -> Right {
        guard let right = Right(rawValue: text) else {
            throw .invalidArguments("right: one of \(Right.allCases.map(\.rawValue).joined(separator: ", ")) is needed")
        }
        return right
    }

    /// Reads a decision.
    static func isAllowed(_ decision: String) throws(BusError) -> Bool {
        guard decision == "allow" || decision == "deny" else {
            throw .invalidArguments("decision: one of allow, deny is needed")
        }
        return decision == "allow"
    }

    /// Reads the digests of fonts from ids that name contents.
    static func digests(_ ids: [String]) throws(BusError) -> [FontDigest] {
        try Self.ids(ids).map { id throws(BusError) in
            guard let digest = FontDigest(hexadecimal: id.rawValue) else {
                throw .invalidArguments("ids: '\(id.rawValue.prefix(80))' is no SHA-256 in hexadecimal digits")
            }
            return digest
        }
    }
}
