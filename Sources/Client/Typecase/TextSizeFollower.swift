internal import BusInterface
internal import DBus
internal import DynamicType
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Knows the user's content size category from the first question on.
///
/// Nobody is asked before somebody wants to know; from then on changes are heard until the font manager goes.
final class TextSizeFollower: Sendable {
    private struct State {
        /// `nil` before it is known whether there is anybody who knows.
        var category: ContentSizeCategory?
        /// What the service has told last, who knows what the user has chosen: the desktop alone does not.
        var ofService: ContentSizeCategory?
        /// Whether somebody has waited for it in vain: nobody waits for it any more.
        var isLate = false
        var following: Task<Void, Never>?
        /// Ends when changes are to be heard too; `nil` before anybody follows.
        var listening: AsyncStream<Void>.Continuation?
        var isListening = false
        var listeners: [Int: AsyncStream<ContentSizeCategory>.Continuation] = [:]
        var lastListener = 0
        /// Who waits until the category is known.
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0

        /// Whether it is worth waiting for the category.
        var isOpen: Bool { category == nil && !isLate }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    private let service: ServiceConnection
    private let state = Mutex(State())

    /// How long anybody waits for the first size: a service that has to be started answers in a tenth of that.
    private static let patience = Duration.seconds(1)

    /// How long to wait before a service is asked again that did not answer in time.
    private static let retryTime = Duration.seconds(1)

    init(_ service: ServiceConnection) { self.service = service }

    deinit { state.withLock { $0.following }?.cancel() }

    /// The category as far as it is known.
    var category: ContentSizeCategory { state.withLock { $0.category } ?? .default }

    /// Finds out the category where nobody has: from the note of a service that runs, else by asking.
    ///
    /// Changes of it are not heard before ``listen()``: the first text of a program waits for the category alone, and
    /// what it takes to hear changes would only keep the processor from the rest of what it waits for.
    func begin() {
        let isFirst = state.withLock { $0.following == nil && $0.category == nil }
        if isFirst, let noted = notedCategory() { take(.service(noted), isFirst: true) }
        if state.withLock({ $0.category == nil }) { follow() }
    }

    /// What a service that runs has noted for all programs.
    private func notedCategory() -> ContentSizeCategory? {
        let variable = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        guard let directory = BaseDirectories.directory(variable), let address = try? service.address.resolved(),
            let text = LivingNote.read("\(directory)/typecase/\(TextSizeNote.fileName)"),
            let note = TextSizeNote(text: text), note.holds(onBusAt: address)
        else { return nil }
        return note.category
    }

    /// Asks the service from now on, where nobody does.
    func follow() {
        state.withLock { state in
            guard state.following == nil else { return }
            let (turn, listening) = AsyncStream.makeStream(of: Void.self)
            state.listening = listening
            // The task must not keep what ends it.
            state.following = Task.detached { [service, weak self] in
                await Self.follow(
                    service, listeningAfter: turn, takeFirst: { self?.take($0, isFirst: true) }, { self?.take($0) })
            }
        }
    }

    /// Hears of changes of the category from now on; none since the question is missed.
    func listen() {
        let isFirst = state.withLock { state in
            defer { state.isListening = true }
            return !state.isListening
        }
        guard isFirst else { return }
        follow()
        state.withLock { $0.listening }?.finish()
    }

    /// The same on another thread: whoever has just got a font is to draw with it first.
    func listenSoon() {
        guard state.withLock({ !$0.isListening }) else { return }
        Task.detached { [weak self] in self?.listen() }
    }

    /// What the service has told last in this process, whoever asked; that it has gone changes it for nobody.
    ///
    /// `nil` where it has told nothing.
    var categoryOfService: ContentSizeCategory? {
        get { state.withLock { $0.ofService } }
        set { state.withLock { $0.ofService = newValue } }
    }

    /// Waits until the category is known, or it is known that nobody tells it; not for ever.
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

    /// Lets those go on who have waited in vain.
    private func giveUp() {
        let waiters = state.withLock { state in
            state.isLate = state.category == nil
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The category once it is known, and whenever it is another, as long as somebody keeps the stream.
    func categories() -> AsyncStream<ContentSizeCategory> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ContentSizeCategory.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            if let category = state.category { continuation.yield(category) }
            return state.lastListener
        }
        // Keeps this object until then: the font manager may go before whoever listens.
        continuation.onTermination = { [self] _ in state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
        listen()
        guard state.withLock({ $0.category == nil }) else { return stream }
        Task.detached { [service, weak self] in
            await service.pause(Self.patience)
            self?.take(nil, isFirst: true)
        }
        return stream
    }

    /// Who has told a category, and which; `nil` for one that has no name here.
    private enum Answer {
        case service(ContentSizeCategory?)
        case desktop(ContentSizeCategory)
    }

    /// Takes note of the category.
    ///
    /// - Parameters:
    ///   - answer: What was told; `nil` where nobody tells.
    ///   - isFirst: Whether it counts only where nothing has been told: it may have been overtaken.
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
            // Who does not tell it any more leaves it as it was.
            let category = told ?? state.category ?? state.ofService ?? .default
            guard category != state.category else { return [] }
            state.category = category
            for listener in state.listeners.values { listener.yield(category) }
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Asks for the category at each hint that it may be another.
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
            // The first text waits for it: asked before anybody listens, and once more when somebody does.
            do {
                takeFirst(try await ask(service))
                for await _ in turn {}
            } catch {
                // Whoever waits for it learns from the listener that nobody tells.
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
                    // An older service does not know of it, and the return of one that has left is the next hint.
                    guard error.isUnreachable, await service.isServed() else { break }
                    isAnswered = false
                    await service.pause(retryTime)
                }
            }
        }
    }

    /// Asks for the category: the service, or where there is none the desktop.
    ///
    /// - Parameter service: The way to the service.
    /// - Returns: Who has told it, and what.
    /// - Throws: Why nobody answered.
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
