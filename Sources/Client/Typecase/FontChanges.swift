internal import BusInterface
internal import DBus
internal import Synchronization

/// The changes of the fonts that the session and this process have, as they happen.
///
/// Nothing is missed: not while the service is replaced, not while the bus is away, and not while the consumer is busy,
/// who then gets what has happened meanwhile in one piece. Listening ends when the consumer stops iterating, or its
/// task is cancelled; nothing else ends the sequence.
public struct FontChanges: AsyncSequence, Sendable {
    let service: ServiceConnection
    let processScope: ProcessScope
    let since: UInt64?

    /// Starts to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(service, processScope, since: since) }

    /// Waits for changes.
    public struct Iterator: AsyncIteratorProtocol {
        private let service: ServiceConnection
        /// What the consumer knows; `nil` before the service has been asked.
        private var generation: UInt64?
        /// Whether there may have been changes before ``generation`` that the consumer could not know of.
        private var isUncertain = false
        private let inbox: ChangeInbox
        /// Each says that something has come into the inbox, one for any number of them.
        private var arrivals: AsyncStream<Void>.Iterator

        /// How long to wait before a service is asked again that could not answer.
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
        /// - Returns: What has changed since the last call; `nil` where the task is cancelled.
        public mutating func next() async -> FontChangeSet? { await next(isolation: nil) }

        /// Waits for the next changes.
        ///
        /// - Parameter actor: Where the caller runs.
        /// - Returns: What has changed since the last call; `nil` where the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FontChangeSet? {
            while !Task.isCancelled {
                switch inbox.take() {
                case .ofProcess(let changes, let isComplete):
                    // What the service has to tell stays in the inbox.
                    return FontChangeSet(generation: generation ?? 0, changes: changes, isComplete: isComplete)
                case .hint:
                    if let changes = await ask() { return changes }
                case nil:
                    if await arrivals.next(isolation: actor) == nil { return nil }
                }
            }
            return nil
        }

        /// Asks for what has changed; `nil` where nothing has, or nobody can tell before the next hint.
        private mutating func ask() async -> FontChangeSet? {
            while !Task.isCancelled {
                do throws(BusError) {
                    let session = try await service.session()
                    if session.way.isPortal {
                        if session.isFound { return portalChanges() }
                        // The service may come with fonts that nobody could know of.
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
                    // The return of one that has left is the next hint; one that is there and slow gives none.
                    if error.isUnreachable, await !service.isServed() { return nil }
                    await service.pause(Self.retryTime)
                }
            }
            return nil
        }

        /// What is known to a sandbox that hears of changes, and not what they are.
        private mutating func portalChanges() -> FontChangeSet? {
            guard let known = generation else {
                // It begins to listen at this moment.
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

/// What has come for one consumer of changes: what happened in this process, and that the service has something new.
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

    /// More than these are not kept for a consumer who is busy.
    private static let maximumCount = 1000

    private let state = Mutex(State())
    private let onArrival: @Sendable () -> Void

    init(onArrival: @escaping @Sendable () -> Void) { self.onArrival = onArrival }

    /// Notes that the service has something new.
    func noteHint() {
        state.withLock { $0.hasHint = true }
        onArrival()
    }

    /// Takes what happened in this process.
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

    /// Takes out what there is, what happened in this process first.
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
