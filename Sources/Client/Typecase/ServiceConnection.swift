internal import BusInterface
internal import DBus
internal import EventLoop
internal import Synchronization
internal import SystemPackage

/// A connection to the service.
///
/// It connects at the first call, and reconnects at the first call after the bus connection was lost.
///
/// One dedicated thread does all of its work. The thread sleeps while there is nothing to do, and ends with the last
/// reference to this object.
actor ServiceConnection {
    /// An open connection and the name by which it reaches the service.
    struct Session: Sendable {
        let connection: BusConnection
        let way: ServiceWay
        /// Whether the service was found, running or startable, by the name of `way`.
        ///
        /// If it was not found, `way` has the name by which a service that starts later is sure to be reachable.
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
    /// The number of calls of this process that change fonts and have ended.
    ///
    /// A caller that has waited for such a call must see the fonts as they are after it, although the signal of the
    /// change may arrive later.
    nonisolated let endedChanges = Atomic(0)
    private var loop: EventLoop?
    private var connection: BusConnection?
    /// The name by which the connection reaches the service; `nil` until it is found.
    private var way: ServiceWay?
    /// The running attempt to connect, which all callers that need a connection share.
    private var opening: Task<Result<BusConnection, BusError>, Never>?
    private var pauses: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var lastPause: UInt64 = 0

    /// How long to wait for a service that has ended during a call: its manager restarts it within a second.
    private static let returnTime = Duration.seconds(10)

    init(_ address: BusAddress) { self.address = address }

    deinit {
        guard let loop else { return }
        let connection = connection
        // Calls retain this object, so no call is waiting.
        Task.detached {
            await connection?.close(grace: .zero)
            await loop.stop()
        }
    }

    /// Returns an open connection, and opens one if there is none or it is closed.
    func session() async throws(BusError) -> Session {
        if let connection {
            if await !connection.isClosed { return try await session(over: connection) }
            // Another caller may have opened a new connection meanwhile.
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
        // Only sandboxes may find no service, because they hide the other name from most applications.
        return Session(connection: connection, way: found ?? .portal, isFound: found != nil)
    }

    /// Has the next call look up the service's name again: the service now has a name that offers more.
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

    /// Returns the thread, and starts it at the first call.
    private func thread() throws(Errno) -> EventLoop {
        if let loop { return loop }
        let started = try EventLoop(name: "typecase")
        loop = started
        return started
    }

    /// Waits for a duration, or until the task is cancelled.
    func pause(_ duration: Duration) async {
        guard let loop = try? thread() else {
            // The system cannot start another thread.
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

    /// Whether the service is running; this does not start it.
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
    ///   - isRepeatable: Whether the call may be repeated if its reply is lost, because the service was replaced or the
    ///     bus connection was lost: making it twice must have the same effect as making it once.
    ///   - body: Makes the call; receives whether it is the second attempt.
    /// - Returns: What the body returns.
    /// - Throws: `FontManagerError`, or `CancellationError` if the task is cancelled.
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
            // After other errors, the call is not repeated: a service that is running but slow may still execute it.
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

    /// Makes a call that changes fonts, like ``call(isRepeatable:_:)``, and counts it in ``endedChanges``.
    ///
    /// Calls that fail are counted too, because they may have changed something.
    nonisolated func change<Result: Sendable>(
        isRepeatable: Bool = true,
        _ body: (_ session: Session, _ isSecond: Bool) async throws(BusError) -> Result
    ) async throws -> Result {
        defer { endedChanges.add(1, ordering: .releasing) }
        return try await call(isRepeatable: isRepeatable, body)
    }

    /// Waits for a limited time until the service is running again, unless the bus starts it when it is called.
    private nonisolated func waitForReturn(over session: Session) async throws(BusError) {
        let connection = session.connection
        let name = session.way.busName
        // Subscribes before it checks, so that no change is missed.
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
