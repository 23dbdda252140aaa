internal import DBus
internal import FontModel

/// The identity of a caller as the dictionary that `WhoAmI` documents.
enum CallerDictionary {
    /// Returns the dictionary of an identity.
    static func make(_ identity: CallerIdentity) -> [String: BusVariant] {
        var dictionary: [String: BusVariant] = [
            "kind": BusVariant(identity.kind.rawValue),
            "display_name": BusVariant(identity.displayName),
            "provider": BusVariant(identity.provider.rawValue),
        ]
        if let applicationID = identity.applicationID { dictionary["app_id"] = BusVariant(applicationID) }
        return dictionary
    }
}
