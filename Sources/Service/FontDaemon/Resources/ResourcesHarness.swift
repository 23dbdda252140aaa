internal import BusInterface
internal import DBus
internal import FetchProtocol
internal import FontModel
internal import FontService
internal import LinuxSystem

/// Serves `org.typecase.Resources1`: decodes arguments, calls the service for the caller, and encodes results.
struct ResourcesHarness: Resources1Service {
    let callers: CallerDirectory
    let resources: ResourceService
    let queries: FontQueries
    let followers: ResourceFollowers
    /// The jobs of the connection on which it is served.
    let jobs: JobObjects

    /// The most tags in a call, many times as many as fit into a manifest's longest entry.
    private static let maximumTags = 256

    func beginAccess(
        _ call: BusMethodCall, handle: String, tags: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath {
        let holder = try Self.holder(handle, of: call)
        try Self.check(tags)
        let dictionary = BusDictionary(options)
        let token = try FontFilters.handleToken(dictionary)
        let priority = try Self.priority(
            dictionary.double("loading_priority") ?? 0.5, "options: loading_priority")
        let caller = try await callers.renewedIdentity(of: call.sender)
        try await followers.follow(call.sender)
        // This happens before the caller knows the job, so that the caller can change the priority from then on.
        let reservation = await Result { () async throws(FontError) in
            try await resources.reserve(holder, priority: priority)
        }
        @Sendable func begin(_ progress: JobProgress) async -> JobObjects.Outcome {
            do throws(FontError) {
                try reservation.get()
                let held = try await resources.begin(holder, tags: tags, of: caller) {
                    progress.note(FetchProgress(done: $0, total: $1))
                }
                return JobObjects.Outcome(
                    state: .done,
                    result: [
                        "files": BusVariant(UInt32(clamping: held.files)),
                        "fetched": BusVariant(UInt32(clamping: held.fetched)),
                    ])
            } catch {
                return JobObjects.Outcome(state: .failed, result: error.itemDictionary())
            }
        }
        do {
            return try await jobs.begin(for: call.sender, token: token) { await begin($0) }
        } catch {
            if case .success = reservation { await resources.giveUp(holder) }
            throw error
        }
    }

    func conditionallyBeginAccess(
        _ call: BusMethodCall, handle: String, tags: [String], options: [String: BusVariant]
    ) async throws -> Bool {
        let holder = try Self.holder(handle, of: call)
        try Self.check(tags)
        let caller = try await callers.renewedIdentity(of: call.sender)
        try await followers.follow(call.sender)
        let isThere = try await resources.beginIfThere(holder, tags: tags, of: caller)
        // If an access begins after the caller has left, nothing else would end it.
        if isThere, !callers.isThere(call.sender) { await resources.endAll(of: call.sender) }
        return isThere
    }

    func endAccess(_ call: BusMethodCall, handle: String) async throws {
        let holder = try Self.holder(handle, of: call)
        try await resources.end(holder)
    }

    func setLoadingPriority(_ call: BusMethodCall, handle: String, priority: Double) async throws {
        let holder = try Self.holder(handle, of: call)
        let priority = try Self.priority(priority, "priority")
        try await resources.setLoadingPriority(priority, of: holder)
    }

    func setPreservationPriority(_ call: BusMethodCall, tags: [String], priority: Double) async throws {
        try Self.check(tags)
        let priority = try Self.priority(priority, "priority")
        let caller = try await callers.renewedIdentity(of: call.sender)
        try await resources.setPreservationPriority(priority, tags: tags, of: caller)
    }

    func openAsset(_ call: BusMethodCall, name: String) async throws -> OwnedFileDescriptor {
        let caller = try await callers.identity(of: call.sender)
        return try await FontError.replying { () async throws(FontError) in
            let file = try await resources.open(name, for: call.sender)
            return try await queries.lend(file, to: call.sender, of: caller.provider)
        }
    }

    // MARK: Arguments

    private static func holder(_ handle: String, of call: BusMethodCall) throws(BusError) -> ResourceService.Holder {
        guard (1...255).contains(handle.utf8.count) else {
            throw .invalidArguments("handle: a text of 1 to 255 bytes is needed")
        }
        return ResourceService.Holder(connection: call.sender, handle: handle)
    }

    private static func check(_ tags: [String]) throws(BusError) {
        guard (1...maximumTags).contains(tags.count) else {
            throw .invalidArguments("tags: 1 to \(maximumTags) are needed")
        }
    }

    private static func priority(_ value: Double, _ place: String) throws(BusError) -> Double {
        guard (0...1).contains(value) else { throw .invalidArguments("\(place) must be from 0 to 1") }
        return value
    }
}

/// Ends the accesses of connections that leave the bus.
actor ResourceFollowers {
    private let callers: CallerDirectory
    private let resources: ResourceService
    /// The connections whose departure is already watched.
    private var followed: Set<String> = []

    /// Creates the object without any connections.
    init(callers: CallerDirectory, resources: ResourceService) {
        self.callers = callers
        self.resources = resources
    }

    /// Ends the accesses of a connection when it leaves the bus.
    ///
    /// - Parameter sender: The unique name of a caller that was identified.
    /// - Throws: `cancelledByUser` if it has already left.
    func follow(_ sender: String) async throws(BusError) {
        guard followed.insert(sender).inserted else { return }
        guard await callers.whenGone(sender, { await self.end(sender) }) else {
            await end(sender)
            throw BusError(FontError(.cancelledByUser, "The caller has left the bus."))
        }
    }

    private func end(_ sender: String) async {
        followed.remove(sender)
        await resources.endAll(of: sender)
    }
}
