internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import ProviderManifests
internal import Registry

/// Serves the providers that have fonts, and the changes that the user may make to all fonts of one provider.
struct ProvidersHarness: Management1ProvidersService {
    let operations: CallerOperations
    let callers: CallerDirectory
    let queries: FontQueries
    let keeper: LibraryKeeper
    let rights: RightsService
    let providers: ProviderKeeper
    let resources: ResourceManagement

    func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (providers: [[String: BusVariant]], cursor: String) {
        let filter = try FontFilters.providers(filter)
        let page = try await queries.providers(matching: filter, for: call.sender)
        let changes = try await page.providers.isEmpty ? [] : rights.decisions.changesOfManifests()
        let providers = page.providers.map { usage -> [String: BusVariant] in
            let dictionary = [
                "id": BusVariant(usage.provider.id.rawValue),
                "kind": BusVariant(usage.provider.kind),
                "display_name": BusVariant(usage.provider.displayName),
                "fonts": BusVariant(UInt32(clamping: usage.fontCount)),
                "enabled": BusVariant(UInt32(clamping: usage.enabledCount)),
                "size": BusVariant(UInt64(clamping: usage.byteCount)),
            ]
            return dictionary.merging(Self.departure(usage)) { $1 }
                .merging(Self.changes(changes, of: usage.provider.id)) { $1 }
        }
        return (providers, page.cursor ?? "")
    }

    /// Returns the keys of a provider's dictionary for rights that its manifest has changed; empty if there are none.
    private static func changes(
        _ records: [ManifestRightRecord], of provider: ProviderIdentifier
    ) -> [String: BusVariant] {
        var dictionary: [String: BusVariant] = [:]
        for (key, isGranted) in [("gained_rights", true), ("lost_rights", false)] {
            var times: [String: UInt64] = [:]
            for record in records where record.provider == provider && record.isGranted == isGranted {
                times[record.right.rawValue] = UInt64(clamping: record.changeTime ?? 0)
            }
            if !times.isEmpty { dictionary[key] = BusVariant(times) }
        }
        return dictionary
    }

    /// Returns the keys of a provider's dictionary for fonts that are set aside; empty if there are none.
    private static func departure(_ usage: ProviderUsage) -> [String: BusVariant] {
        guard let (reason, time) = usage.lastDeparture else { return [:] }
        var dictionary = [
            "removed": BusVariant(UInt32(clamping: usage.departedCount)), "removed_reason": BusVariant(reason.rawValue),
            "removed_time": BusVariant(UInt64(clamping: time)),
        ]
        if reason.expires { dictionary["expires"] = BusVariant(UInt64(clamping: time + Departure.lifetime)) }
        return dictionary
    }

    func removeProvider(_ call: BusMethodCall, provider: String, options: [String: BusVariant]) async throws -> UInt32 {
        let provider = try FontFilters.provider(provider)
        return try await operations.changing(call, "remove-provider", options) {
            UInt32(clamping: try await providers.remove(provider))
        }
    }

    func restoreProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        let provider = try FontFilters.provider(provider)
        return try await operations.changing(call, "restore-provider", options) {
            UInt32(clamping: try await providers.restore(provider))
        }
    }

    func listResources(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let filter = try Self.resourceFilter(filter)
        let listed = try await resources.list(filter)
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
        let result = try await resources.perform(action, filter)
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

    func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) async throws {
        await callers.renew()
        try await FontError.replying { () throws(FontError) in
            try await keeper.bringInOrder()
            // A change of the policy may have started the service.
            await rights.refresh()
            try await providers.reconcile()
        }
    }
}
