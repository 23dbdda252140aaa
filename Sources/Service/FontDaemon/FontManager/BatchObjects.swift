internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import FontService

/// The batches of one connection's callers as objects on the bus; each exists for its owner alone, and ends with it.
///
/// The actor runs on the event loop of the bus, like the objects.
actor BatchObjects {
    /// The number of closed batches of one owner that still answer.
    private static let closedPerOwner = 16

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let parent: ObjectPath
    private let batches: BatchService
    private let callers: CallerDirectory
    /// The batches of each owner, oldest first.
    private var objects: [String: [(path: ObjectPath, batch: FontBatch)]] = [:]
    /// The paths that running calls are about to use.
    private var reserved: Set<ObjectPath> = []

    /// Creates a directory without any batches.
    ///
    /// - Parameters:
    ///   - connection: The connection that exports the objects.
    ///   - parent: The object above them.
    ///   - batches: The service that begins batches.
    ///   - callers: The directory that reports when a caller leaves the bus.
    init(
        on connection: BusConnection, below parent: ObjectPath, batches: BatchService, callers: CallerDirectory
    ) {
        loop = connection.loop
        self.connection = connection
        self.parent = parent
        self.batches = batches
        self.callers = callers
    }

    /// Begins a batch and exports it.
    ///
    /// - Parameters:
    ///   - scope: How long the registrations last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: The options of `BeginBatch`.
    ///   - requester: The requester for which fonts are registered.
    ///   - permission: Which fonts may be registered.
    ///   - owner: The unique name of the caller.
    ///   - checkInstallation: Ensures before each use of the batch that its owner is still installed.
    /// - Returns: The object's path.
    /// - Throws: An error if the arguments are invalid or no batch can be begun now.
    func begin(
        scope: String, enabled: Bool, options: [String: BusVariant], by requester: Requester,
        permission: InstallPermission = .everything, for owner: String,
        checkInstallation: @escaping @Sendable (BusMethodCall) async throws(BusError) -> Void = { _ in }
    ) async throws(BusError) -> ObjectPath {
        let dictionary = BusDictionary(options)
        let request = try FontFilters.registration(
            dictionary, scope: scope, enabled: enabled, by: requester, permission: permission)
        let isAtomic = try dictionary.boolean("atomic") ?? false
        let token = try FontFilters.handleToken(dictionary) ?? FontIdentifier.random().rawValue
        let path = try Self.path(below: parent, owner: owner, token: token)
        guard !reserved.contains(path), !holds(path, of: owner) else {
            throw .invalidArguments("options: handle_token is in use by another batch of the caller")
        }
        reserved.insert(path)
        defer { reserved.remove(path) }
        let batch = try await FontError.replying { () throws(FontError) in
            try await batches.begin(
                request, owner: owner, isAtomic: isAtomic,
                onProgress: { progress in await self.announce(progress, of: path, to: owner) })
        }
        let isFirst = objects[owner] == nil
        objects[owner, default: []].append((path, batch))
        if isFirst, await !callers.whenGone(owner, { await self.end(owner) }) { await end(owner) }
        await connection.export(
            ExportedObject(
                interfaces: [
                    batch1Interface(
                        BatchHarness(batch: batch, checkInstallation: checkInstallation) { [callers] in
                            callers.isThere($0)
                        })
                ],
                owner: owner, admit: callers.admitAnyone, handlesConcurrently: true, beginsInOrder: true),
            at: path)
        // The owner may have left in the meantime, and the object would never be removed.
        guard holds(path, of: owner) else {
            await connection.unexport(path)
            throw BusError(Self.goneError)
        }
        await forgetOldest(of: owner)
        return path
    }

    /// Cancels all open batches, and returns when they have left nothing on the disk.
    func endAll() async {
        for owner in objects.keys { await end(owner) }
    }

    /// Cancels all open batches; their objects continue to report this while their owners are on the bus.
    func closeAll() async {
        // A closed batch has nothing to cancel.
        for (_, batch) in objects.values.joined() { do throws(FontError) { try await batch.cancel() } catch {} }
    }

    /// Cancels the batches that a caller left behind, and removes their objects.
    private func end(_ owner: String) async {
        for (path, batch) in objects.removeValue(forKey: owner) ?? [] {
            await connection.unexport(path)
            // A closed batch leaves nothing behind; a batch that is being published is completed.
            do throws(FontError) { try await batch.cancel() } catch {}
        }
    }

    /// Removes the oldest closed batches of an owner that has many.
    private func forgetOldest(of owner: String) async {
        var closed: [ObjectPath] = []
        for (path, batch) in objects[owner] ?? [] where await batch.isClosed { closed.append(path) }
        for path in closed.dropLast(Self.closedPerOwner) {
            objects[owner]?.removeAll { $0.path == path }
            await connection.unexport(path)
        }
    }

    private func announce(_ progress: Double, of path: ObjectPath, to owner: String) async {
        guard holds(path, of: owner) else { return }
        do throws(BusError) {
            try await connection.emitPropertiesChanged(
                path: path, interface: Batch1Names.interface, changed: ["Progress": BusVariant(progress)],
                destination: owner)
        } catch {
            // Callers can still read the property.
        }
    }

    private func holds(_ path: ObjectPath, of owner: String) -> Bool {
        objects[owner]?.contains { $0.path == path } == true
    }

    private static let goneError = FontError(.batchClosed, "The caller has left the bus.")

    /// The path of a batch, which only its owner can request.
    static func path(
        below parent: ObjectPath, owner: String, token: String
    ) throws(BusError) -> ObjectPath {
        let sender = String(owner.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        return try parent.appending("batch").appending(sender).appending(token)
    }
}
