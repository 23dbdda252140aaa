internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel

/// The connection of the window to the font service.
struct ServiceSession: Sendable {
    let connection: BusConnection
    let fonts: FontManager1Client
    let management: Management1Client
    let rendering: Rendering1Client

    /// Connects to the session bus.
    static func open() async throws(BusError) -> ServiceSession {
        let loop: EventLoop
        do {
            loop = try EventLoop(name: "typecase-bus")
        } catch {
            throw .failed("Cannot start the event loop: \(error).")
        }
        let connection = try await BusConnection.open(.session, on: loop)
        return ServiceSession(
            connection: connection, fonts: FontManager1Client(connection), management: Management1Client(connection),
            rendering: Rendering1Client(connection))
    }

    /// The maximum time of a change of fonts.
    static let changeTimeout = MessageLimits.changeTimeout

    // MARK: Changes

    /// Enables or disables registrations.
    ///
    /// - Returns: The ids that have changed, and the first failure.
    func setEnabled(
        _ ids: [String], _ isEnabled: Bool
    ) async throws(BusError) -> (changed: [String], failure: BusError?) {
        var changed: [String] = []
        var failure: BusError?
        for batch in ids.batches(of: MessageLimits.items) {
            let results = try await management.setEnabled(
                ids: Array(batch), enabled: isEnabled, options: [:], timeout: Self.changeTimeout
            ).results.map(Record.init)
            for (id, result) in zip(batch, results) {
                if result.flag("changed") { changed.append(id) }
                failure = failure ?? result.failure
            }
        }
        return (changed, failure)
    }

    /// Removes registrations, which the service keeps for 30 days.
    ///
    /// - Returns: The ids that are removed, and the first failure.
    func uninstall(_ ids: [String]) async throws(BusError) -> (removed: Set<String>, failure: BusError?) {
        var removed: Set<String> = []
        var failure: BusError?
        // All calls are one change of the history.
        let operation = ["operation": BusVariant(FontIdentifier.random().rawValue)]
        for batch in ids.batches(of: MessageLimits.items) {
            let results = try await management.uninstall(
                ids: Array(batch), options: operation, timeout: Self.changeTimeout
            ).results.map(Record.init)
            for (id, result) in zip(batch, results) {
                if result.failure == nil { removed.insert(id) }
                failure = failure ?? result.failure
            }
        }
        return (removed, failure)
    }

    /// Restores removed fonts.
    ///
    /// - Parameter digests: The SHA-256 of each font.
    /// - Returns: The new registrations, and the first failure.
    /// - Throws: The error of a call.
    func restore(_ digests: [String]) async throws(BusError) -> (ids: Set<String>, failure: BusError?) {
        var ids: Set<String> = []
        var failure: BusError?
        for batch in digests.batches(of: MessageLimits.items) {
            let results = try await management.restoreFonts(
                ids: Array(batch), options: [:], timeout: Self.changeTimeout
            ).results.map(Record.init)
            failure = failure ?? results.lazy.compactMap(\.failure).first
            ids.formUnion(results.filter { $0.failure == nil }.map { $0.id("id") })
        }
        return (ids, failure)
    }

    /// Hides families of the system from programs, or shows them again.
    ///
    /// - Returns: The first failure; `nil` if all families are in the requested state.
    func setHidden(_ families: [String], _ isHidden: Bool, force isForced: Bool) async throws(BusError) -> BusError? {
        let results = try await management.setFamiliesHidden(
            names: families, hidden: isHidden, options: ["force": BusVariant(isForced)], timeout: Self.changeTimeout)
        return results.lazy.map(Record.init).compactMap(\.failure).first
    }

    /// All entries of a paged list.
    func all(
        _ filter: [String: BusVariant] = [:],
        _ fetch: ([String: BusVariant]) async throws(BusError) -> (entries: [[String: BusVariant]], cursor: String)
    ) async throws(BusError) -> [Record] {
        var records: [Record] = []
        try await BusPages.forEach(filter, fetch) { records += $0.map(Record.init) }
        return records
    }

    /// All providers that have fonts, or whose removed fonts would return with them.
    func providers() async throws(BusError) -> [Record] {
        try await all { filter throws(BusError) in
            let page = try await management.listProviders(filter: filter)
            return (page.providers, page.cursor)
        }
    }

    /// Finds an enabled or disabled face of a provider by name; `nil` if there is none.
    func face(named name: String, of provider: String) async -> SampleFont? {
        let fonts = try? await management.listFonts(
            filter: ["name": BusVariant(name), "provider": BusVariant(provider)]
        ).fonts
        guard let font = fonts?.first.map(Record.init) else { return nil }
        let index = font.records("faces").firstIndex { $0.id("full_name") == name }
        return SampleFont(.face(id: font.id("id"), index: index ?? 0))
    }
}
