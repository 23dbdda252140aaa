package import EventLoop

/// A connection to a message bus, as an actor that runs on an event loop.
///
/// Outgoing calls, incoming and outgoing signals, names and exported objects are all handled on the loop's thread.
/// libdbus is used there too, so nothing changes threads on the way. Close the connection when it is no longer needed.
package actor BusConnection {
    /// The name that the bus gave to this connection, such as `:1.42`.
    package nonisolated let uniqueName: String
    /// The limits of what the connection accepts.
    package nonisolated let limits: BusLimits
    /// The loop that the connection runs on.
    package nonisolated let loop: EventLoop

    /// The loop, as the executor that the actor runs on.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Why a connection ended.
    package enum End: Sendable, Hashable {
        /// `close()` was called.
        case closed
        /// The bus ended or dropped the connection.
        case lost
    }

    let transport: BusTransport
    /// The outgoing calls that wait for a reply, by their serial number.
    var pendingCalls: [UInt32: PendingCall] = [:]
    /// The exported objects.
    var objects: [ObjectPath: ServedObject] = [:]
    /// The incoming calls that have no reply yet.
    var inFlight: CallsInFlight
    var subscriptions: [UInt64: SignalSubscription] = [:]
    /// The times at which other connections appeared on the bus; `nil` if they are not recorded.
    var arrivals: ConnectionArrivals?
    var lastIdentifier: UInt64 = 0
    private var ending = ConnectionEnding()
    /// Resumed when the last incoming call is answered and written, when the connection is lost, or after a time limit.
    private var drainWaiters: [UInt64: CheckedContinuation<Void, Never>] = [:]

    /// Connects to a bus and calls its `Hello` method.
    ///
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - loop: The loop that the connection runs on.
    ///   - limits: The limits of what to accept.
    /// - Returns: A connection that has its unique name.
    /// - Throws: `badAddress`, or the error from connecting to the bus.
    package static func open(
        _ address: BusAddress, on loop: EventLoop, limits: BusLimits = .standard
    ) async throws(BusError) -> BusConnection {
        let text = try address.resolved()
        return try await withCheckedContinuation { continuation in
            loop.execute { Handshake.start(with: text, on: loop, limits: limits, continuation) }
        }.get()
    }

    /// Creates a connection; must be called on the loop.
    init(transport: BusTransport, uniqueName: String, limits: BusLimits) {
        self.transport = transport
        self.uniqueName = uniqueName
        self.limits = limits
        loop = transport.loop
        inFlight = CallsInFlight(limits: limits)
        transport.onMessage = { [weak self] message in
            self?.assumeIsolated { $0.receive(message) }
        }
        transport.onFlushed = { [weak self] in
            self?.assumeIsolated { $0.checkDrained() }
        }
    }

    deinit {
        // If the connection was not closed, nothing refers to it any more, so closing it immediately loses nothing.
        if ending.reason == nil { loop.execute { [transport] in transport.close() } }
    }

    // MARK: Messages

    private func receive(_ message: borrowing BusMessage) {
        switch message.kind {
        case .methodReturn, .error: receiveReply(message)
        case .methodCall: receiveCall(message)
        case .signal:
            // libdbus itself reports the loss of the connection. The bus cannot send messages of this interface.
            if message.interface == DBusLocal.interface {
                if message.member == DBusLocal.disconnected { finish(.lost) }
            } else {
                receiveSignal(message)
            }
        case .unknown: break
        }
    }

    private enum DBusLocal {
        static let interface = "org.freedesktop.DBus.Local"
        static let disconnected = "Disconnected"
    }

    /// Sends a message.
    func send(_ message: borrowing BusMessage) throws(BusError) -> UInt32 {
        guard !isClosed else { throw .disconnected }
        return try transport.send(message)
    }

    /// The number of outgoing calls that wait for a reply.
    var pendingCallCount: Int { pendingCalls.count }

    /// Returns a number that is unique within this connection.
    func nextIdentifier() -> UInt64 {
        lastIdentifier += 1
        return lastIdentifier
    }

    // MARK: The end

    /// Whether new work is refused because the connection is being closed or has ended.
    var isClosing: Bool { ending.hasBegun }

    /// Whether the connection has ended.
    package var isClosed: Bool { ending.reason != nil }

    /// Waits until the connection ends.
    ///
    /// - Returns: Why it ended; nil if the waiting task was cancelled.
    package func waitUntilClosed() async -> End? {
        if let reason = ending.reason { return reason }
        let identifier = nextIdentifier()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: nil)
                } else {
                    ending.add(continuation, identifier)
                }
            }
        } onCancel: {
            loop.execute {
                self.assumeIsolated { $0.ending.remove(identifier)?.resume(returning: nil) }
            }
        }
    }

    /// Answers all unanswered incoming calls with an error, and discards the results of their handlers.
    package func giveUpCalls(with error: BusError) {
        for reply in inFlight.giveUp() { send(error, to: reply) }
        checkDrained()
    }

    /// Waits until all incoming calls are answered and the answers are written, including calls that arrive meanwhile.
    ///
    /// Outgoing calls continue, because handlers may need them to answer. Before a service ends, it releases its names,
    /// so that no more calls arrive.
    ///
    /// - Parameter limit: How long to wait.
    /// - Returns: Whether everything was answered and written.
    @discardableResult
    package func drain(within limit: Duration) async -> Bool {
        guard !isClosed, !isDrained else { return true }
        let identifier = nextIdentifier()
        let timer = loop.addTimer(after: limit) { [weak self] in
            self?.assumeIsolated { $0.drainWaiters.removeValue(forKey: identifier)?.resume() }
        }
        await withCheckedContinuation { drainWaiters[identifier] = $0 }
        timer.cancel()
        return isClosed || isDrained
    }

    /// Closes the connection after incoming calls are answered.
    ///
    /// Refuses new calls, fails outgoing calls with `disconnected`, waits until incoming calls are answered and the
    /// answers are written, and then ends the connection.
    ///
    /// - Parameter grace: How long to wait for the answers, and for the bus to accept them.
    package func close(grace: Duration = .seconds(5)) async {
        if isClosed { return }
        ending.begin()
        failPendingCalls()
        await drain(within: grace)
        finish(.closed)
    }

    private var isDrained: Bool { inFlight.isAnswered && !transport.hasMessagesToSend }

    /// Resumes the tasks in `drain(within:)` if everything is answered and written.
    func checkDrained() {
        if !drainWaiters.isEmpty, isDrained { resumeDrainWaiters() }
    }

    private func resumeDrainWaiters() {
        let waiters = drainWaiters
        drainWaiters = [:]
        for waiter in waiters.values { waiter.resume() }
    }

    private func finish(_ reason: End) {
        guard !isClosed else { return }
        let waiters = ending.finish(reason)
        transport.close()
        failPendingCalls()
        objects = [:]
        _ = inFlight.giveUp()
        for subscription in subscriptions.values { subscription.finish() }
        subscriptions = [:]
        resumeDrainWaiters()
        for waiter in waiters { waiter.resume(returning: reason) }
    }
}
