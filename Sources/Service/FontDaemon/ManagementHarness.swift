internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Registry

/// Serves `org.typecase.Management1`: what the user may do to the fonts of every provider.
struct ManagementHarness: Management1Service {
    let harness: RegistrationHarness
    let queries: FontQueries
    let keeper: LibraryKeeper
    let status: StatusReport
    let revalidator: Revalidator
    let rights: RightsService
    let providers: ProviderKeeper
    let resources: ResourceManagement
    let leases: LeaseService
    let batches: BatchObjects
    let callers: CallerDirectory
    let agents: ConsentAgents
    let textSizes: TextSizeService
    let followers: TextSizeFollowers
    let icons: AlternateIconService
    let history: HistoryService
    let collections: CollectionService
    let hiddenFamilies: HiddenFamilies

    func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let replaced = try FontFilters.replacedFiles(options)
        let keepsRegistered = try FontFilters.keepsRegistered(options)
        if let term = try FontFilters.lease(BusDictionary(options)) {
            guard scope == RegistrationScope.session.rawValue, enabled, replaced.isEmpty else {
                throw BusError.invalidArguments("lease: the scope has to be session, and the fonts enabled")
            }
            let lease = LeaseHarness(callers: callers, harness: harness, leases: leases)
            return try await lease.register(
                fonts, for: term, scope: scope, enabled: enabled, options: options, of: call.sender, by: .user,
                isWanted: { callers.isThere(call.sender) })
        }
        let isWanted: @Sendable () -> Bool = { [callers] in callers.isThere(call.sender) }
        return try await StuckReads.$isWanted.withValue(isWanted) {
            try await changing(call, replaced.isEmpty ? "install" : HistoryService.adoption, options) {
                try await harness.register(
                    fonts, scope: scope, enabled: enabled, options: options, replacing: replaced,
                    keepsRegistered: keepsRegistered, by: .user, isWanted: isWanted)
            }
        }
    }

    func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await harness.preview(fonts, options: options, by: .user)
    }

    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath {
        try await changing(call, "install", options) {
            try await batches.begin(scope: scope, enabled: enabled, options: options, by: .user, for: call.sender)
        }
    }

    func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let isForGood = try BusDictionary(options).boolean("purge") ?? false
        let undone = try await adoption(BusDictionary(options).uint64("undoes"))
        return try await changing(call, "uninstall", options, undoing: undone) {
            try await harness.unregister(ids, forGood: isForGood, by: .user)
        }
    }

    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let scope = try FontFilters.text(BusDictionary(options), "scope")
        return try await changing(call, enabled ? "enable" : "disable", options) {
            try await harness.setEnabled(ids, enabled, scope: scope, by: .user)
        }
    }

    func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) {
        let details = try FontFilters.wantsDetails(filter)
        return try await harness.list(
            FontFilters.registrations(filter, provider: nil), details: details, for: call.sender,
            publishedIn: details ? await status.publishedDirectory() : nil)
    }

    func listFontsFile(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> OwnedFileDescriptor {
        let details = try FontFilters.wantsDetails(filter)
        return try await harness.listFile(
            FontFilters.registrations(filter, provider: nil), details: details,
            for: callers.identity(of: call.sender).provider, at: call.sender,
            publishedIn: status.publishedDirectory())
    }

    func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (providers: [[String: BusVariant]], cursor: String) {
        let filter = try FontFilters.providers(filter)
        let page = try await FontError.replying { () throws(FontError) in
            try await queries.providers(matching: filter, for: call.sender)
        }
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
        }
        return (providers, page.cursor ?? "")
    }

    /// What a provider's dictionary tells of what is set aside; nothing where nothing is.
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
        let provider = try Self.provider(provider)
        return try await changing(call, "remove-provider", options) {
            UInt32(
                clamping: try await FontError.replying { () throws(FontError) in try await providers.remove(provider) })
        }
    }

    func restoreProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        let provider = try Self.provider(provider)
        return try await changing(call, "restore-provider", options) {
            UInt32(
                clamping: try await FontError.replying { () throws(FontError) in try await providers.restore(provider) }
            )
        }
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

    func revalidate(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        let identifiers = try FontFilters.ids(ids)
        let isPlan = try BusDictionary(options).boolean("dry_run") ?? false
        // A directory of the policy that was made after the start is not watched.
        if !isPlan { await rights.refresh() }
        let result = try await FontError.replying { () throws(FontError) in
            try await revalidator.revalidate(
                identifiers.isEmpty ? nil : identifiers, isPlan: isPlan, isWanted: { callers.isThere(call.sender) })
        }
        return [
            "checked": BusVariant(UInt32(clamping: result.checked)),
            "quarantined": BusVariant(result.quarantined.map(\.rawValue)),
            "released": BusVariant(result.released.map(\.rawValue)),
            "cancelled": BusVariant(result.isCancelled),
            "failures": BusVariant(
                result.failures.map { failure in
                    ["id": BusVariant(failure.id.rawValue)].merging(failure.error.itemDictionary()) { $1 }
                }),
        ]
    }

    func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) async throws {
        await revalidator.cancel()
    }

    func listGrants(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        let provider = try FontFilters.text(BusDictionary(filter), "provider")
        if let unreadable = queries.unreadable { throw BusError(unreadable) }
        let grants = try await FontError.replying { () throws(FontError) in try await rights.decisions.grants() }
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
        let provider = try Self.provider(provider)
        let right = try Self.right(right)
        let font = try FontFilters.digest(BusDictionary(options), "font")
        let isAllowed = try Self.isAllowed(decision)
        try await changing(call, "grant", options) {
            try await FontError.replying { () throws(FontError) in
                try await rights.decisions.set(right, for: font, of: provider, isAllowed: isAllowed)
            }
        }
    }

    func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        let provider = try Self.provider(provider)
        let named = try right.isEmpty ? Right.allCases : [Self.right(right)]
        let font = try FontFilters.digest(BusDictionary(options), "font")
        return try await changing(call, "revoke", options) {
            UInt32(
                clamping: try await FontError.replying { () throws(FontError) in
                    try await rights.decisions.revoke(named, for: font, of: provider)
                })
        }
    }

    static func provider(_ text: String) throws(BusError) -> ProviderIdentifier {
        guard let provider = ProviderIdentifier(rawValue: text) else {
            throw .invalidArguments("provider: '\(text.prefix(255))' is no id of a provider")
        }
        return provider
    }

    /// Reads a decision.
    static func isAllowed(_ decision: String) throws(BusError) -> Bool {
        guard decision == "allow" || decision == "deny" else {
            throw .invalidArguments("decision: one of allow, deny is needed")
        }
        return decision == "allow"
    }

    static func right(_ text: String) throws(BusError) -> Right {
        guard let right = Right(rawValue: text) else {
            throw .invalidArguments("right: one of \(Right.allCases.map(\.rawValue).joined(separator: ", ")) is needed")
        }
        return right
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

    func status(_ call: BusMethodCall) async throws -> [String: BusVariant] {
        try await FontError.replying { () throws(FontError) in try await status.dictionary() }
    }
}
