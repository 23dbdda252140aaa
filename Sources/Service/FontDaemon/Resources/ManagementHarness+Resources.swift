internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import ProviderManifests

extension ManagementHarness {
    func listResources(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let filter = try Self.resourceFilter(filter)
        let listed = try await FontError.replying { () async throws(FontError) in try await resources.list(filter) }
        return listed.map { item in
            let resource = item.resource
            var dictionary: [String: BusVariant] = [
                "provider": BusVariant(resource.provider.rawValue), "file": BusVariant(resource.file.text),
                "font": BusVariant(resource.isFont), "sha256": BusVariant(resource.digest.hexadecimal),
                "tags": BusVariant(resource.tags), "policy": BusVariant(resource.policy.rawValue),
                "state": BusVariant(item.state.rawValue), "held": BusVariant(item.isHeld),
            ]
            if let name = resource.name { dictionary["name"] = BusVariant(name) }
            if let address = resource.address { dictionary["url"] = BusVariant(address) }
            if let size = resource.size { dictionary["size"] = BusVariant(UInt64(clamping: size)) }
            return dictionary
        }
    }

    func changeResources(
        _ call: BusMethodCall, action name: String, filter: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        guard let action = ResourceManagement.Action(rawValue: name) else {
            let names = ResourceManagement.Action.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusError.invalidArguments("action: one of \(names) is needed")
        }
        let filter = try Self.resourceFilter(filter)
        let result = try await FontError.replying { () async throws(FontError) in
            try await resources.perform(action, filter)
        }
        return [
            "fetched": BusVariant(UInt32(clamping: result.fetched)),
            "purged": BusVariant(UInt32(clamping: result.purged)),
            "held": BusVariant(UInt32(clamping: result.held)),
            "failures": BusVariant(
                result.failures.map { failure in
                    [
                        "provider": BusVariant(failure.resource.provider.rawValue),
                        "file": BusVariant(failure.resource.file.text),
                    ].merging(failure.error.itemDictionary()) { $1 }
                }),
        ]
    }

    private static func resourceFilter(_ dictionary: [String: BusVariant]) throws(BusError) -> ResourceFilter {
        let dictionary = BusDictionary(dictionary, "filter")
        var filter = ResourceFilter()
        for text in try dictionary.strings("providers") ?? [] {
            guard let provider = ProviderIdentifier(rawValue: text) else {
                throw .invalidArguments("filter: '\(text.prefix(255))' in providers is no id of a provider")
            }
            filter.providers.insert(provider)
        }
        filter.tags = Set(try dictionary.strings("tags") ?? [])
        for text in try dictionary.strings("policies") ?? [] {
            guard let policy = FontAsset.Policy(rawValue: text) else {
                let names = FontAsset.Policy.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidArguments("filter: policies has values other than \(names)")
            }
            filter.policies.insert(policy)
        }
        return filter
    }
}
