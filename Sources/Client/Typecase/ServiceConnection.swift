internal import BusInterface
internal import DBus
internal import EventLoop
internal import Synchronization
internal import SystemPackage

/// The way to the service: connects with the first call, and anew with the first after the bus has gone.
///
/// One thread of its own carries all of it; it sleeps while there is nothing to do, and ends with the last reference.
actor ServiceConnection {
    /// A connection, and the service behind it.
    struct Session: Sendable {
        let connection: BusConnection
        let way: ServiceWay
        /// Whether somebody serves that name, or could be started to: where nobody does, it is the name that one who
        /// comes is sure to be reached by.
        let isFound: Bool
        var fonts: FontManager1Client {
            way.isPortal ? FontManager1Client(throughPortalOver: connection) : FontManager1Client(connection)
        }
        var rendering: Rendering1Client {
            way.isPortal ? Rendering1Client(throughPortalOver: connection) : Rendering1Client(connection)
        }
        var resources: Resources1Client {
            way.isPortal ? Resources1Client(throughPortalOver: connection) : Resources1Client(connection)
        }
        var icons: AlternateIcons1Client {
            way.isPortal ? AlternateIcons1Client(throughPortalOver: connection) : AlternateIcons1Client(connection)
        }
        var textSizes: DynamicType1Client {
            way.isPortal ? DynamicType1Client(throughPortalOver: connection) : DynamicType1Client(connection)
        }
    }

    let address: BusAddress
    /// How many calls that change fonts have ended here: who has waited for one looks for fonts as they are after it, which
    /// the signal may only tell later.
    nonisolated let endedChanges = Atomic(0)
    private var loop: EventLoop?
    private var connection: BusConnection?
    /// By which name the service is reached over the connection; `nil` before anybody has found it.
    private var way: ServiceWay?
    /// What others who want a connection at this moment wait for as well.
    private var opening: Task<Result<BusConnection, BusError>, Never>?
    private var pauses: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var lastPause: UInt64 = 0

    /// How long to wait for a service that has left in the middle of a call: its manager starts it again within a
    /// second.
    private static let returnTime = Duration.seconds(10)

    init(_ address: BusAddress) { self.address = address }

    deinit {
        guard let loop else { return }
        let connection = connection
        // Calls hold this object, so that none is waiting.
        Task.detached {
            await connection?.close(grace: .zero)
            await loop.stop()
        }
    }

    /// The connection; opened where there is none, or none any more.
    func session() async throws(BusError) -> Session {
        if let connection {
            if await !connection.isClosed { return try await session(over: connection) }
            // Somebody may have opened another meanwhile.
            if self.connection === connection { self.connection = nil }
        }
        let task = opening ?? startOpening()
        let result = await task.value
        if opening == task {
            opening = nil
            connection = try? result.get()
            way = nil
        }
        return try await session(over: try result.get())
    }

    private func session(over connection: BusConnection) async throws(BusError) -> Session {
        if let way, connection === self.connection {
            return Session(connection: connection, way: way, isFound: true)
        }
        let found = try await ServiceWay.find(over: connection)
        if connection === self.connection { way = found }
        // Nobody is found in sandboxes only, which hide the other name from most applications.
        return Session(connection: connection, way: found ?? .portal, isFound: found != nil)
    }

    /// Has the way found anew: the service has come by a name that tells more.
    func forgetWay() { way = nil }

    private func startOpening() -> Task<Result<BusConnection, BusError>, Never> {
        let loop: EventLoop
        do throws(Errno) {
            loop = try thread()
        } catch {
            let failure = BusError.failed("Cannot start the thread for the bus: \(error).")
            return Task { .failure(failure) }
        }
        let address = address
        let task = Task.detached { () -> Result<BusConnection, BusError> in
            do throws(BusError) {
                return .success(try await BusConnection.open(address, on: loop))
            } catch {
                return .failure(error)
            }
        }
        opening = task
        return task
    }

    /// The thread, which starts with the first that needs it.
    private func thread() throws(Errno) -> EventLoop {
        if let loop { return loop }
        let started = try EventLoop(name: "typecase")
        loop = started
        return started
    }

    /// Waits, at most until the task is cancelled.
    func pause(_ duration: Duration) async {
        guard let loop = try? thread() else {
            // The machine is short of threads.
            try? await Task.sleep(for: duration)
            return
        }
        lastPause += 1
        let identifier = lastPause
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume()
                    return
                }
                pauses[identifier] = continuation
                loop.execute { [weak self] in
                    _ = loop.addTimer(after: duration) { Task.detached { await self?.endPause(identifier) } }
                }
            }
        } onCancel: {
            Task.detached { await self.endPause(identifier) }
        }
    }

    private func endPause(_ identifier: UInt64) { pauses.removeValue(forKey: identifier)?.resume() }

    // MARK: Calls

    /// Whether somebody is there who could answer, without starting anybody.
    nonisolated func isServed() async -> Bool {
        do throws(BusError) {
            let session = try await session()
            return try await session.connection.hasOwner(session.way.busName)
        } catch {
            return false
        }
    }

    /// Calls the service.
    ///
    /// - Parameters:
    ///   - isRepeatable: Whether the call may be made once more where its reply is lost, as the service was replaced or
    ///     the bus has gone: it comes to the same, done once or twice.
    ///   - body: Makes the call; told whether it is the second time.
    /// - Returns: What the body returns.
    /// - Throws: `FontManagerError`, or `CancellationError` where the task is cancelled.
    nonisolated func call<Result: Sendable>(
        isRepeatable: Bool = true,
        _ body: (_ session: Session, _ isSecond: Bool) async throws(BusError) -> Result
    ) async throws -> Result {
        var way = ServiceWay.service
        do throws(BusError) {
            let session = try await session()
            way = session.way
            return try await body(session, false)
        } catch {
            // One that is there and slow may yet do what it was told.
            let isLost = error.code == .disconnected || error.code == .noReply
            guard isRepeatable, isLost, !Task.isCancelled else { throw way.thrown(error) }
        }
        do throws(BusError) {
            let session = try await session()
            way = session.way
            try await waitForReturn(over: session)
            return try await body(session, true)
        } catch {
            throw way.thrown(error)
        }
    }

    /// Makes a call that changes fonts, as ``call(isRepeatable:_:)`` does, and counts it: what failed may have changed
    /// something too.
    nonisolated func change<Result: Sendable>(
        isRepeatable: Bool = true,
        _ body: (_ session: Session, _ isSecond: Bool) async throws(BusError) -> Result
    ) async throws -> Result {
        defer { endedChanges.add(1, ordering: .releasing) }
        return try await call(isRepeatable: isRepeatable, body)
    }

    /// Waits until the service is back, for a while, where nobody starts it when it is called.
    private nonisolated func waitForReturn(over session: Session) async throws(BusError) {
        let connection = session.connection
        let name = session.way.busName
        // Listens before it asks.
        let changes = try await connection.ownerChanges(of: name)
        if try await connection.hasOwner(name) { return }
        if try await connection.activatableNames().contains(name) { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await change in changes where change.newOwner != nil { return } }
            group.addTask { [self] in await pause(Self.returnTime) }
            await group.next()
            group.cancelAll()
        }
    }
}
