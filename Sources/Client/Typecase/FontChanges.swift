internal import BusInterface
internal import DBus
internal import Synchronization

/// A sequence of the changes to the fonts of the session and of this process, as they happen.
///
/// No change is missed while the service is replaced, while the bus is away, or while the consumer is busy. A busy
/// consumer then receives all changes of that time in one set. Listening ends when the consumer stops iterating or its
/// task is cancelled; nothing else ends the sequence.
public struct FontChanges: AsyncSequence, Sendable {
    let service: ServiceConnection
    let processScope: ProcessScope
    let since: UInt64?

    /// Starts to listen for changes.
    public func makeAsyncIterator() -> Iterator { Iterator(service, processScope, since: since) }

    /// An iterator that waits for changes.
    public struct Iterator: AsyncIteratorProtocol {
        private let service: ServiceConnection
        /// The generation that the consumer knows; `nil` before the service has been asked.
        private var generation: UInt64?
        /// Whether there may have been changes before ``generation`` that the consumer could not know about.
        private var isUncertain = false
        private let inbox: ChangeInbox
        /// Each element announces new items in the inbox, regardless of their number.
        private var arrivals: AsyncStream<Void>.Iterator

        /// The time to wait before asking again a service that could not answer.
        private static let retryTime = Duration.seconds(1)

        init(_ service: ServiceConnection, _ processScope: ProcessScope, since: UInt64?) {
            self.service = service
            generation = since
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let inbox = ChangeInbox { continuation.yield() }
            self.inbox = inbox
            let listening = Task.detached { await ServiceListener.ofFonts(service).run { inbox.noteHint() } }
            let number = processScope.listen { inbox.add($0) }
            continuation.onTermination = { _ in
                listening.cancel()
                processScope.stopListening(number)
            }
            arrivals = stream.makeAsyncIterator()
        }

        /// Waits for the next changes.
        ///
        /// - Returns: The changes since the last call; `nil` if the task is cancelled.
        public mutating func next() async -> FontChangeSet? { await next(isolation: nil) }

        /// Waits for the next changes.
        ///
        /// - Parameter actor: The actor that the caller runs on.
        /// - Returns: The changes since the last call; `nil` if the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FontChangeSet? {
            while !Task.isCancelled {
                switch inbox.take() {
                case .ofProcess(let changes, let isComplete):
                    // The hint from the service stays in the inbox.
                    return FontChangeSet(generation: generation ?? 0, changes: changes, isComplete: isComplete)
                case .hint:
                    if let changes = await ask() { return changes }
                case nil:
                    if await arrivals.next(isolation: actor) == nil { return nil }
                }
            }
            return nil
        }

        /// Asks the service for the changes.
        ///
        /// - Returns: The changes; `nil` if there are none, or if no answer is possible before the next hint.
        private mutating func ask() async -> FontChangeSet? {
            while !Task.isCancelled {
                do throws(BusError) {
                    let session = try await service.session()
                    if session.way.isPortal {
                        if session.isFound { return portalChanges() }
                        // The service may start with fonts that the consumer could not know about.
                        if generation == nil { isUncertain = true }
                        return nil
                    }
                    let fonts = session.fonts
                    guard let known = generation else {
                        let current = try await fonts.generation()
                        generation = current
                        return isUncertain ? FontChangeSet(generation: current, changes: [], isComplete: false) : nil
                    }
                    let reply = try await fonts.changes(sinceGeneration: known)
                    generation = reply.generation
                    if reply.complete, reply.changes.isEmpty { return nil }
                    return FontChangeSet(
                        generation: reply.generation, changes: reply.changes.map { FontChange(BusRecord($0)) },
                        isComplete: reply.complete)
                } catch {
                    if generation == nil { isUncertain = true }
                    // If the service is gone, its return is the next hint. A service that is present but slow gives no
                    // hint.
                    if error.isUnreachable, await !service.isServed() { return nil }
                    await service.pause(Self.retryTime)
                }
            }
            return nil
        }

        /// Returns the change set for a sandbox, which is notified of changes but does not learn what they are.
        private mutating func portalChanges() -> FontChangeSet? {
            guard let known = generation else {
                // Listening begins at this moment.
                generation = 0
                return isUncertain ? FontChangeSet(generation: 0, changes: [], isComplete: false) : nil
            }
            return FontChangeSet(generation: known, changes: [], isComplete: false)
        }
    }
}

extension FontChange {
    init(_ record: BusRecord) {
        self.init(
            generation: record.value("generation") ?? 0, kind: Kind(rawValue: record.text("kind")),
            id: record.text("id"), provider: record.value("provider"), cause: Cause(rawValue: record.text("cause")),
            reason: record.value("reason"))
    }
}

/// The inbox of one consumer of changes: the changes of this process, and whether the service has new ones.
final class ChangeInbox: Sendable {
    enum Item {
        case ofProcess([FontChange], isComplete: Bool)
        case hint
    }

    private struct State {
        var ofProcess: [FontChange] = []
        var isComplete = true
        var hasHint = false
    }

    /// The maximum number of changes that are kept for a busy consumer.
    private static let maximumCount = 1000

    private let state = Mutex(State())
    private let onArrival: @Sendable () -> Void

    init(onArrival: @escaping @Sendable () -> Void) { self.onArrival = onArrival }

    /// Records that the service has new changes.
    func noteHint() {
        state.withLock { $0.hasHint = true }
        onArrival()
    }

    /// Adds a change of this process.
    func add(_ change: FontChange) {
        state.withLock { state in
            if state.ofProcess.count < Self.maximumCount {
                state.ofProcess.append(change)
            } else {
                (state.ofProcess, state.isComplete) = ([], false)
            }
        }
        onArrival()
    }

    /// Removes and returns the next item; the changes of this process come first.
    func take() -> Item? {
        state.withLock { state in
            if !state.ofProcess.isEmpty || !state.isComplete {
                defer { (state.ofProcess, state.isComplete) = ([], true) }
                return .ofProcess(state.ofProcess, isComplete: state.isComplete)
            }
            defer { state.hasHint = false }
            return state.hasHint ? .hint : nil
        }
    }
}
