package import EventLoop

/// A connection to a message bus, as an actor that lives on an event loop.
///
/// Calls out, signals in and out, names, exported objects: all of it happens on the loop's thread, where libdbus is
/// used too, so nothing hops between threads on the way. It has to be closed when it is not needed any more.
package actor BusConnection {
    /// The name the bus gave to this connection, such as `:1.42`.
    package nonisolated let uniqueName: String
    /// What the connection accepts before it refuses.
    package nonisolated let limits: BusLimits
    /// The loop the connection lives on.
    package nonisolated let loop: EventLoop

    /// The loop, as the executor that the actor runs on.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Why a connection ended.
    package enum End: Sendable, Hashable {
        /// `close()` was called.
        case closed
        /// The bus went away, or dropped the connection.
        case lost
    }

    let transport: BusTransport
    /// The calls out that wait for a reply, by their number.
    var pendingCalls: [UInt32: PendingCall] = [:]
    /// The exported objects.
    var objects: [ObjectPath: ServedObject] = [:]
    /// The calls in that have no reply yet.
    var inFlight: CallsInFlight
    var subscriptions: [UInt64: SignalSubscription] = [:]
    /// When others appeared on the bus; `nil` where nobody wants to know.
    var arrivals: ConnectionArrivals?
    var lastIdentifier: UInt64 = 0
    private var ending = ConnectionEnding()
    /// Continued when the last call in has been answered, the last byte is written, or the connection is lost.
    private var drainWaiters: [UInt64: CheckedContinuation<Void, Never>] = [:]

    /// Connects to a bus and says hello.
    ///
    /// - Parameters:
    ///   - address: Which bus.
    ///   - loop: Where the connection is to live.
    ///   - limits: What to accept.
    /// - Returns: A connection that has its unique name.
    /// - Throws: `badAddress`, or what went wrong on the way to the bus.
    package static func open(
        _ address: BusAddress, on loop: EventLoop, limits: BusLimits = .standard
    ) async throws(BusError) -> BusConnection {
        let text = try address.resolved()
        return try await withCheckedContinuation { continuation in
            loop.execute { Handshake.start(with: text, on: loop, limits: limits, continuation) }
        }.get()
    }

    /// Only to be called on the loop.
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
        // Where nobody closed it, nothing refers to it any more, so nothing is lost by closing it at once.
        if ending.reason == nil { loop.execute { [transport] in transport.close() } }
    }

    // MARK: Messages

    private func receive(_ message: borrowing BusMessage) {
        switch message.kind {
        case .methodReturn, .error: receiveReply(message)
        case .methodCall: receiveCall(message)
        case .signal:
            // libdbus itself says when the connection is gone. From the bus no message of this interface can come.
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

    /// How many calls out wait for a reply.
    var pendingCallCount: Int { pendingCalls.count }

    /// A number that no other thing of this connection has.
    func nextIdentifier() -> UInt64 {
        lastIdentifier += 1
        return lastIdentifier
    }

    // MARK: The end

    /// Whether nothing new begins, as the connection is being closed or has ended.
    var isClosing: Bool { ending.hasBegun }

    /// Whether the connection has ended.
    package var isClosed: Bool { ending.reason != nil }

    /// Waits until the connection ends.
    ///
    /// - Returns: Why it ended; nil where the waiting task was cancelled.
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

    /// Answers the calls in that have no answer yet with an error; what their handlers come to is told to nobody.
    package func giveUpCalls(with error: BusError) {
        for reply in inFlight.giveUp() { send(error, to: reply) }
        checkDrained()
    }

    /// Waits until the calls in that have come so far, and those that come meanwhile, are answered and written.
    ///
    /// Calls out go on, as answering may need them. A service that is about to end gives up its names before, so that no
    /// more calls come.
    ///
    /// - Parameter limit: How long to wait.
    /// - Returns: Whether nothing is left to be answered or written.
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

    /// Closes the connection: refuses new calls, fails the calls out with `disconnected`, lets the calls in be answered
    /// and written, and then ends.
    ///
    /// - Parameter grace: How long to wait for answers and for the bus to take them.
    package func close(grace: Duration = .seconds(5)) async {
        if isClosed { return }
        ending.begin()
        failPendingCalls()
        await drain(within: grace)
        finish(.closed)
    }

    private var isDrained: Bool { inFlight.isAnswered && !transport.hasMessagesToSend }

    /// Lets whoever waits for that go on where nothing is left to be answered or written.
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
