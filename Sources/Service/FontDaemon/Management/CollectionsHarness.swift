internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// Serves the user's collections of fonts.
struct CollectionsHarness: Management1CollectionsService {
    let operations: CallerOperations
    let queries: FontQueries
    let collections: CollectionService

    func listCollections(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let name = try FontFilters.text(BusDictionary(filter, "filter"), "name")
        if let unreadable = queries.unreadable { throw BusError(unreadable) }
        let all = try await collections.collections(named: name)
        return all.map { collection in
            let known = collection.members.flatMap(\.registrations)
            var dictionary = [
                "name": BusVariant(collection.name), "time": BusVariant(UInt64(clamping: collection.time)),
                "count": BusVariant(UInt32(clamping: collection.members.count)),
                "enabled": BusVariant(
                    UInt32(clamping: collection.members.count { $0.registrations.contains(where: \.isEnabled) })),
                "missing": BusVariant(UInt32(clamping: collection.members.count { $0.registrations.isEmpty })),
            ]
            // With the fonts of each collection, the list of all would not fit into a reply.
            if name != nil {
                dictionary["fonts"] = BusVariant(collection.members.map(Self.dictionary))
                dictionary["ids"] = BusVariant(known.map(\.id.rawValue))
            }
            return dictionary
        }
    }

    private static func dictionary(_ member: CollectionRecord.Member) -> [String: BusVariant] {
        var dictionary = [
            "postscript_name": BusVariant(member.font.postscriptName),
            "provider": BusVariant(member.font.provider.rawValue),
        ]
        if let registered = member.registrations.last {
            dictionary["id"] = BusVariant(registered.id.rawValue)
            dictionary["sha256"] = BusVariant(registered.digest.hexadecimal)
            dictionary["enabled"] = BusVariant(member.registrations.contains(where: \.isEnabled))
        }
        return dictionary
    }

    func createCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws {
        try await operations.changing(call, "create-collection", options) {
            try await collections.create(name)
        }
    }

    func deleteCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws {
        try await operations.changing(call, "delete-collection", options) {
            try await collections.delete(name)
        }
    }

    func changeCollection(
        _ call: BusMethodCall, name: String, ids: [String], add: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let identifiers = try FontFilters.ids(ids)
        let results = try await operations.changing(call, "change-collection", options) {
            try await collections.change(identifiers, adding: add, name)
        }
        return zip(ids, results).map { id, result in
            switch result {
            case .success(let isChange): ["id": BusVariant(id), "changed": BusVariant(isChange)]
            case .failure(let error): ["id": BusVariant(id)].merging(error.itemDictionary()) { first, _ in first }
            }
        }
    }

    func setCollectionEnabled(
        _ call: BusMethodCall, name: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let (ids, answer) = try await operations.changing(call, enabled ? "enable" : "disable", options) {
            try await collections.setEnabled(name, enabled)
        }
        let results = zip(ids, answer.outcomes).map { id, outcome -> [String: BusVariant] in
            let dictionary = ["id": BusVariant(id.rawValue)]
            switch outcome {
            case .success(let font): return dictionary.merging(["changed": BusVariant(!font.wasAlreadySo)]) { $1 }
            case .failure(let error): return dictionary.merging(error.itemDictionary()) { first, _ in first }
            }
        }
        return (CommitReply.fitted(results), answer.generation)
    }
}
