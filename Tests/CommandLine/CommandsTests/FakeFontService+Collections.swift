internal import BusInterface
internal import DBus

/// The collections of the fake, which are made of ids.
extension FakeFontService {
    private func collections<Result>(_ body: (inout [String: Set<String>]) throws -> Result) rethrows -> Result {
        var collections: [String: Set<String>] = [:]
        update { collections = $0.collections }
        let result = try body(&collections)
        update { $0.collections = collections }
        return result
    }

    private static let missing = BusError(typecaseName: "NotRegistered", message: "There is no such collection.")

    func listCollections(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let name = try BusDictionary(filter).string("name")
        return collections { collections in
            collections.filter { name == nil || $0.key == name }.sorted { $0.key < $1.key }.map { collection, ids in
                [
                    "name": BusVariant(collection), "count": BusVariant(UInt32(ids.count)),
                    "enabled": BusVariant(UInt32(ids.count)), "missing": BusVariant(UInt32(0)),
                    "fonts": BusVariant(
                        ids.sorted().map { id -> [String: BusVariant] in
                            ["id": BusVariant(id), "postscript_name": BusVariant(id), "provider": BusVariant("user")]
                        }),
                ]
            }
        }
    }

    func createCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws {
        try collections { collections in
            guard collections[name] == nil else {
                throw BusError(typecaseName: "AlreadyRegistered", message: "It is there.")
            }
            collections[name] = []
        }
    }

    func deleteCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws {
        try collections { collections in
            guard collections.removeValue(forKey: name) != nil else { throw Self.missing }
        }
    }

    func changeCollection(
        _ call: BusMethodCall, name: String, ids: [String], add: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try collections { collections in
            guard var known = collections[name] else { throw Self.missing }
            defer { collections[name] = known }
            return ids.map { id in
                let isChange = add ? known.insert(id).inserted : known.remove(id) != nil
                return ["id": BusVariant(id), "changed": BusVariant(isChange)]
            }
        }
    }

    func setCollectionEnabled(
        _ call: BusMethodCall, name: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let ids = try collections { collections in
            guard let ids = collections[name] else { throw Self.missing }
            return ids.sorted()
        }
        return setEnabled(call, ids: ids, enabled: enabled, options: options)
    }
}
