internal import BusInterface
internal import DBus
internal import DynamicType
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Follows the user's content size category from the first request on.
///
/// Before the first request, neither the service nor the desktop is asked. After it, changes are followed until the
/// font manager is deallocated.
final class TextSizeFollower: Sendable {
    private struct State {
        /// The category; `nil` until the service or the desktop has answered, or it is known that neither does.
        var category: ContentSizeCategory?
        /// The last answer of the service.
        ///
        /// Only the service, not the desktop, knows what the user has chosen.
        var ofService: ContentSizeCategory?
        /// Whether a wait for the category has timed out: later callers do not wait for it.
        var isLate = false
        var following: Task<Void, Never>?
        /// The stream whose end starts the listening for changes; `nil` before the follower runs.
        var listening: AsyncStream<Void>.Continuation?
        var isListening = false
        var listeners: [Int: AsyncStream<ContentSizeCategory>.Continuation] = [:]
        var lastListener = 0
        /// The callers that wait for the category.
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0

        /// Whether callers should wait for the category.
        var isOpen: Bool { category == nil && !isLate }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    private let service: ServiceConnection
    private let state = Mutex(State())

    /// The maximum wait for the first category: a service that has to be started answers in a tenth of that.
    private static let patience = Duration.seconds(1)

    /// How long to wait before asking a service again that did not answer in time.
    private static let retryTime = Duration.seconds(1)

    init(_ service: ServiceConnection) { self.service = service }

    deinit { state.withLock { $0.following }?.cancel() }

    /// The category; the default one while it is unknown.
    var category: ContentSizeCategory { state.withLock { $0.category } ?? .default }

    /// Finds out the category if it is unknown: from the note of a running service, or else by asking.
    ///
    /// Changes are not followed before ``listen()``: the first text of a program only waits for the category, and the
    /// work to follow changes would compete with that wait for the processor.
    func begin() {
        let isFirst = state.withLock { $0.following == nil && $0.category == nil }
        if isFirst, let noted = notedCategory() { take(.service(noted), isFirst: true) }
        if state.withLock({ $0.category == nil }) { follow() }
    }

    /// Returns the category that a running service has noted for all programs.
    private func notedCategory() -> ContentSizeCategory? {
        let variable = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        guard let directory = BaseDirectories.directory(variable), let address = try? service.address.resolved(),
            let text = LivingNote.read("\(directory)/typecase/\(TextSizeNote.fileName)"),
            let note = TextSizeNote(text: text), note.holds(onBusAt: address)
        else { return nil }
        return note.category
    }

    /// Starts the task that asks the service, unless it is running.
    func follow() {
        state.withLock { state in
            guard state.following == nil else { return }
            let (turn, listening) = AsyncStream.makeStream(of: Void.self)
            state.listening = listening
            // The task must not retain this object, whose `deinit` cancels the task.
            state.following = Task.detached { [service, weak self] in
                await Self.follow(
                    service, listeningAfter: turn, takeFirst: { self?.take($0, isFirst: true) }, { self?.take($0) })
            }
        }
    }

    /// Starts following changes of the category; no change since the first answer is missed.
    func listen() {
        let isFirst = state.withLock { state in
            defer { state.isListening = true }
            return !state.isListening
        }
        guard isFirst else { return }
        follow()
        state.withLock { $0.listening }?.finish()
    }

    /// Calls ``listen()`` on another thread, so that a caller that has just received a font can first draw with it.
    func listenSoon() {
        guard state.withLock({ !$0.isListening }) else { return }
        Task.detached { [weak self] in self?.listen() }
    }

    /// The last answer of the service in this process, regardless of the caller.
    ///
    /// It stays valid after the service has ended.
    ///
    /// `nil` if the service has not answered.
    var categoryOfService: ContentSizeCategory? {
        get { state.withLock { $0.ofService } }
        set { state.withLock { $0.ofService = newValue } }
    }

    /// Waits until the category is known, or is known to be unavailable, for a limited time.
    func settle() async {
        begin()
        let number = state.withLock { state -> Int? in
            guard state.isOpen else { return nil }
            state.lastWaiter += 1
            return state.lastWaiter
        }
        guard let number else { return }
        let patience = Task.detached { [service, weak self] in
            await service.pause(Self.patience)
            if !Task.isCancelled { self?.giveUp() }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSettled = state.withLock { state in
                    if !state.isOpen || Task.isCancelled { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isSettled { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
        patience.cancel()
    }

    /// Resumes the callers whose wait has timed out.
    private func giveUp() {
        let waiters = state.withLock { state in
            state.isLate = state.category == nil
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns a stream of the category as soon as it is known, and of its changes, as long as the stream is used.
    func categories() -> AsyncStream<ContentSizeCategory> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ContentSizeCategory.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            if let category = state.category { continuation.yield(category) }
            return state.lastListener
        }
        // Retains this object until then: the font manager may be deallocated before the stream ends.
        continuation.onTermination = { [self] _ in state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
        listen()
        guard state.withLock({ $0.category == nil }) else { return stream }
        Task.detached { [service, weak self] in
            await service.pause(Self.patience)
            self?.take(nil, isFirst: true)
        }
        return stream
    }

    /// The source of an answer and its category; `nil` for a category that this library does not know.
    private enum Answer {
        case service(ContentSizeCategory?)
        case desktop(ContentSizeCategory)
    }

    /// Stores an answer, and notifies callers if the category has changed.
    ///
    /// - Parameters:
    ///   - answer: The answer; `nil` if there is none.
    ///   - isFirst: Whether the answer only counts if no category is known: a newer answer may have arrived before it.
    private func take(_ answer: Answer?, isFirst: Bool = false) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            if isFirst, state.category != nil { return [] }
            var told: ContentSizeCategory?
            switch answer {
            case .service(let category):
                told = category
                state.ofService = category ?? state.ofService
            case .desktop(let category): told = state.ofService ?? category
            case nil: break
            }
            // If there is no answer, the category stays the same.
            let category = told ?? state.category ?? state.ofService ?? .default
            guard category != state.category else { return [] }
            state.category = category
            for listener in state.listeners.values { listener.yield(category) }
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Asks for the category at each hint that it may have changed.
    private static func follow(
        _ service: ServiceConnection, listeningAfter turn: AsyncStream<Void>,
        takeFirst: @escaping @Sendable (Answer?) -> Void, _ take: @escaping @Sendable (Answer?) -> Void
    ) async {
        let (hints, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listener = ServiceListener(service: service) { (session, hint) throws(BusError) in
            let changes = try await session.textSizes.categoryChanged()
            let ofDesktop = try await SettingsPortal(session.connection).textScalingFactorHints { hint() }
            return {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { for await _ in changes { hint() } }
                    group.addTask { await ofDesktop() }
                }
            }
        } onFailure: {
            take(nil)
        }
        let listening = Task.detached {
            // The first text waits for the category. Ask once before subscribing to changes, and once more after it.
            do {
                takeFirst(try await ask(service))
                for await _ in turn {}
            } catch {
                // The listener reports to waiting callers that there is no answer.
            }
            await listener.run { continuation.yield() }
        }
        continuation.onTermination = { _ in listening.cancel() }
        for await _ in hints {
            var isAnswered = false
            while !isAnswered, !Task.isCancelled {
                isAnswered = true
                do throws(BusError) {
                    take(try await ask(service))
                } catch {
                    take(nil)
                    // An older service does not support the question, and if a service has ended, its return is the
                    // next hint.
                    guard error.isUnreachable, await service.isServed() else { break }
                    isAnswered = false
                    await service.pause(retryTime)
                }
            }
        }
    }

    /// Asks the service for the category, or the desktop if there is no service.
    ///
    /// - Parameter service: The connection to the service.
    /// - Returns: The source of the answer and the category.
    /// - Throws: The reason why there is no answer.
    private static func ask(_ service: ServiceConnection) async throws(BusError) -> Answer {
        let session = try await service.session()
        do throws(BusError) {
            return .service(ContentSizeCategory(rawValue: try await session.textSizes.category()))
        } catch {
            guard error.isUnreachable, let category = await DesktopTextSize.category(inPlaceOf: service) else {
                throw error
            }
            return .desktop(category)
        }
    }
}
