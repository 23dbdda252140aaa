internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Registry

/// Serves the changes that the user may make to the fonts of every provider.
struct InstallationHarness: Management1InstallationService {
    let operations: CallerOperations
    let callers: CallerDirectory
    let harness: RegistrationHarness
    let queries: FontQueries
    let status: StatusReport
    let plans: ChangePlans
    let history: HistoryService
    let leases: LeaseService
    let batches: BatchObjects
    let revalidator: Revalidator
    let rights: RightsService

    func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let replaced = try FontFilters.replacedFiles(options)
        let dictionary = BusDictionary(options)
        let term = try FontFilters.lease(dictionary)
        var decoded = try FontFilters.registration(
            dictionary, scope: scope, enabled: enabled, by: .user, mayLease: term != nil)
        decoded.replacedFiles = replaced
        decoded.keepsRegistered = try FontFilters.keepsRegistered(options)
        let request = decoded
        let names = try FontFilters.names(dictionary, count: fonts.count)
        if let term {
            guard scope == RegistrationScope.session.rawValue, enabled, replaced.isEmpty else {
                throw BusError.invalidArguments("lease: the scope has to be session, and the fonts enabled")
            }
            let lease = LeaseHarness(callers: callers, harness: harness, leases: leases)
            return try await lease.register(
                fonts, request, for: term, names: names, of: call.sender,
                isWanted: { callers.isThere(call.sender) })
        }
        let isWanted: @Sendable () -> Bool = { [callers] in callers.isThere(call.sender) }
        return try await StuckReads.$caller.withValue(.init(isWaiting: isWanted)) {
            try await operations.changing(call, replaced.isEmpty ? "install" : HistoryService.adoption, options) {
                try await harness.register(fonts, request, names: names, isWanted: isWanted)
            }
        }
    }

    func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await harness.preview(fonts, options: options, by: .user)
    }

    func planInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await harness.plan(fonts, scope: scope, enabled: enabled, options: options, by: .user)
    }

    func planChange(
        _ call: BusMethodCall, change: String, ids: [String], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await plans.plan(change, of: ids, BusDictionary(options))
    }

    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath {
        try await operations.changing(call, "install", options) {
            try await batches.begin(scope: scope, enabled: enabled, options: options, by: .user, for: call.sender)
        }
    }

    func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let isForGood = try BusDictionary(options).boolean("purge") ?? false
        let undone = try await adoption(BusDictionary(options).uint64("undoes"))
        return try await operations.changing(call, "uninstall", options, undoing: undone) {
            try await harness.unregister(ids, forGood: isForGood, by: .user)
        }
    }

    /// The id of a change that adopted files and is in effect; `nil` for any other.
    ///
    /// The caller moves the files back, and the rest is done here.
    private func adoption(_ id: UInt64?) async throws(FontError) -> Int64? {
        guard let id else { return nil }
        let filter = HistoryFilter(id: Int64(clamping: id), limit: 1)
        guard let entry = try await history.changes(matching: filter).entries.first,
            entry.operation.action == HistoryService.adoption, entry.undoneBy == nil
        else { return nil }
        return entry.id
    }

    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let scope = try FontFilters.text(BusDictionary(options), "scope")
        return try await operations.changing(call, enabled ? "enable" : "disable", options) {
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

    func revalidate(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        let identifiers = try FontFilters.ids(ids)
        let isPlan = try BusDictionary(options).boolean("dry_run") ?? false
        // A policy directory that was created after the start is not watched.
        if !isPlan { await rights.refresh() }
        let result = try await revalidator.revalidate(
            identifiers.isEmpty ? nil : identifiers, isPlan: isPlan, isWanted: { callers.isThere(call.sender) })
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
}
