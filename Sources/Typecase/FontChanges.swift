internal import BusInterface
internal import DBus

/// The changes of the fonts that the session has, as they happen.
///
/// Nothing is missed: not while the service is replaced, not while the bus is away, and not while the consumer is busy,
/// who then gets what has happened meanwhile in one piece. Listening ends when the consumer stops iterating, or its task
/// is cancelled; nothing else ends the sequence.
public struct FontChanges: AsyncSequence, Sendable {
    let service: ServiceConnection
    let since: UInt64?

    /// Starts to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(service, since: since) }

    /// Waits for changes.
    public struct Iterator: AsyncIteratorProtocol {
        private let service: ServiceConnection
        /// What the consumer knows; `nil` before the service has been asked.
        private var generation: UInt64?
        /// Whether there may have been changes before ``generation`` that the consumer could not know of.
        private var isUncertain = false
        /// Each says that something may have changed, one for any number of them.
        private var hints: AsyncStream<Void>.Iterator

        /// How long to wait before a service is asked again that could not answer.
        private static let retryTime = Duration.seconds(1)

        init(_ service: ServiceConnection, since: UInt64?) {
            self.service = service
            generation = since
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let listening = Task.detached { await ChangeListener(service: service).run { continuation.yield() } }
            continuation.onTermination = { _ in listening.cancel() }
            hints = stream.makeAsyncIterator()
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
            while await hints.next(isolation: actor) != nil {
                if let changes = await ask() { return changes }
            }
            return nil
        }

        /// Asks for what has changed; `nil` where nothing has, or nobody can tell before the next hint.
        private mutating func ask() async -> FontChangeSet? {
            while !Task.isCancelled {
                do throws(BusError) {
                    let fonts = try await service.session().fonts
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
                    // Its return is the next hint.
                    if error.isUnreachable { return nil }
                    await service.pause(Self.retryTime)
                }
            }
            return nil
        }
    }
}

extension FontChange {
    init(_ record: BusRecord) {
        self.init(
            generation: record.value("generation") ?? 0, kind: Kind(rawValue: record.text("kind")),
            id: record.text("id"), provider: record.text("provider"), cause: Cause(rawValue: record.text("cause")),
            reason: record.value("reason"))
    }
}

/// Listens for hints that fonts may have changed: the signal, the return of the service, the return of the bus.
struct ChangeListener: Sendable {
    let service: ServiceConnection

    /// How long to wait for a bus that has gone, at first and at most.
    private static let waits = (first: Duration.milliseconds(250), last: Duration.seconds(8))

    /// Listens until the task is cancelled.
    func run(_ hint: @escaping @Sendable () -> Void) async {
        var wait = Self.waits.first
        while !Task.isCancelled {
            do throws(BusError) {
                let session = try await service.session()
                let changes = try await session.fonts.fontsChanged()
                let owners = try await session.connection.ownerChanges(of: FontManager1Names.busName)
                wait = Self.waits.first
                // Whatever happened until now was not heard.
                hint()
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { for await _ in changes { hint() } }
                    // Asking one that has left would start it again.
                    group.addTask { for await change in owners where change.newOwner != nil { hint() } }
                    group.addTask { _ = await session.connection.waitUntilClosed() }
                    // Whichever ends first, nothing more will come of the others.
                    await group.next()
                    group.cancelAll()
                }
            } catch {
                // There is no bus, or it has gone again: tried again below.
            }
            await service.pause(wait)
            wait = min(wait * 2, Self.waits.last)
        }
    }
}
