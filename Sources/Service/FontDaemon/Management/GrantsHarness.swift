internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// Serves the user's decisions about the rights of providers, and the registration of agents that ask the user.
struct GrantsHarness: Management1RightsService {
    let operations: CallerOperations
    let callers: CallerDirectory
    let queries: FontQueries
    let rights: RightsService
    let agents: ConsentAgents

    func listGrants(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        let provider = try FontFilters.text(BusDictionary(filter), "provider")
        if let unreadable = queries.unreadable { throw BusError(unreadable) }
        let grants = try await rights.decisions.grants()
        let packages = await rights.decisions.decidedPackages()
        return grants.filter { provider == nil || $0.provider.rawValue == provider }.map { grant in
            var dictionary = [
                "provider": BusVariant(grant.provider.rawValue), "right": BusVariant(grant.right.rawValue),
                "decision": BusVariant(grant.isAllowed ? "allow" : "deny"),
                "time": BusVariant(UInt64(clamping: grant.time)),
            ]
            if let font = grant.font { dictionary["font"] = BusVariant(font.hexadecimal) }
            if let package = grant.font.flatMap({ packages[$0] }) { dictionary["package"] = BusVariant(package) }
            return dictionary
        }
    }

    func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) async throws {
        let provider = try FontFilters.provider(provider)
        let right = try FontFilters.right(right)
        let font = try FontFilters.digest(BusDictionary(options), "font")
        let isAllowed = try FontFilters.isAllowed(decision)
        try await operations.changing(call, "grant", options) {
            try await rights.decisions.set(right, for: font, of: provider, isAllowed: isAllowed)
        }
    }

    func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        let provider = try FontFilters.provider(provider)
        let named = try right.isEmpty ? Right.allCases : [FontFilters.right(right)]
        let font = try FontFilters.digest(BusDictionary(options), "font")
        return try await operations.changing(call, "revoke", options) {
            UInt32(
                clamping: try await rights.decisions.revoke(named, for: font, of: provider))
        }
    }

    func registerConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws {
        try await agents.register(agent, of: call.sender, knownTo: callers)
    }

    func unregisterConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async {
        await agents.unregister(agent, of: call.sender)
    }
}
