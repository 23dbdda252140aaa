internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// One thread that waits for file descriptors and timers, and that actors can live on.
///
/// An actor whose `unownedExecutor` is an event loop runs on the loop's thread, and so do the handlers of its sources
/// and timers: they meet the actor's state without a hop, through `assumeIsolated`. While that thread sleeps another may
/// take its place for a moment, see ``runHere(_:)``: never do two run at a time.
///
/// While there is nothing to do the thread sleeps without limit. `stop()` has to be called when the loop is not needed
/// any more: until then its thread keeps it alive.
package final class EventLoop: SerialExecutor, Sendable {
    /// What the loop's thread is called in a debugger.
    package let name: String

    let poller: Poller
    private let inbox = Mutex(Inbox())
    /// Held by whoever runs the loop's work: its own thread but for the time that it sleeps, or who stands in for it.
    private let turn = Mutex(Turn())
    /// The thread that the loop's work runs on, as `pthread_self` names it; 0 while there is none.
    private let currentThread = Atomic<UInt>(0)
    private let wakeUps = Atomic<Int>(0)
    // Only whoever has the turn touches the timers and the sources: every way to them asserts that it runs on the loop.
    private nonisolated(unsafe) let timers = TimerQueue()
    private nonisolated(unsafe) var sources: [UInt64: EventSource] = [:]
    private nonisolated(unsafe) var lastSourceIdentifier: UInt64 = 0

    /// What other threads leave for the loop.
    private struct Inbox {
        var work: [Work] = []
        /// Whether the loop sleeps, or is about to, so that it has to be woken for new work.
        var isSleeping = false
        var isStopping = false
        /// Whether the loop has done its last turn.
        var isStopped = false
        /// Whether a thread runs work that arrived after the last turn.
        var hasLateThread = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
        /// The loop's thread until somebody joins it.
        var thread: NativeThread?
    }

    private struct Turn {
        /// When the sleeping thread wakes up by itself; nil for never.
        var wakeUpTime: MonotonicTime?
    }

    private enum Work {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    /// Starts a loop.
    ///
    /// - Parameter name: What the thread is called, cut to 15 bytes.
    /// - Throws: What the system said where it has no descriptor or thread left.
    package init(name: String) throws(Errno) {
        self.name = name
        poller = try Poller()
        let thread = try NativeThread(name: name) { [self] in run() }
        inbox.withLock { $0.thread = thread }
    }

    /// How often waiting has ended since the loop started: with an event, a timer or work from elsewhere.
    package var wakeUpCount: Int { wakeUps.load(ordering: .relaxed) }

    /// Whether the caller runs on the loop.
    package var isCurrent: Bool { currentThread.load(ordering: .relaxed) == UInt(pthread_self()) }

    // MARK: Executor

    /// Takes a job of an actor that lives on the loop.
    package func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    /// Stops the program unless the caller runs on the loop.
    package func checkIsolated() {
        precondition(isCurrent, "not on the event loop \(name)")
    }

    /// Whether the caller runs on the loop.
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Runs a closure on the loop, after what is waiting there already.
    package func execute(_ work: @escaping @Sendable () -> Void) {
        add(.closure(work))
    }

    /// Runs a closure on the loop and hands back its result.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            execute { continuation.resume(returning: work()) }
        }
    }

    /// Runs a closure on the loop at once, on the calling thread, if the loop has nothing to do.
    ///
    /// It spares waking the loop's thread and waiting until that runs. Should that wake up of itself, it waits for the
    /// closure.
    ///
    /// - Parameter work: As everything on a loop, something short that does not block.
    /// - Returns: Whether the closure was run; if not, the loop has something else to do before.
    package func runHere(_ work: () -> Void) -> Bool {
        let hasRun: Bool? = turn.withLockIfAvailable { turn in
            // Not before what was added before. Whoever adds something from now on wakes the thread.
            guard inbox.withLock({ $0.isSleeping && $0.work.isEmpty }) else { return false }
            let thread = currentThread.exchange(UInt(pthread_self()), ordering: .relaxed)
            work()
            currentThread.store(thread, ordering: .relaxed)
            if let next = timers.nextDeadline, turn.wakeUpTime.map({ next < $0 }) ?? true { poller.wake() }
            return true
        }
        return hasRun ?? false
    }

    private func add(_ work: Work) {
        let (wakes, startsThread) = inbox.withLock { inbox -> (Bool, Bool) in
            inbox.work.append(work)
            if inbox.isStopped {
                defer { inbox.hasLateThread = true }
                return (false, !inbox.hasLateThread)
            }
            defer { inbox.isSleeping = false }
            return (inbox.isSleeping, false)
        }
        if wakes { poller.wake() }
        if startsThread { startLateThread() }
    }

    // MARK: Sources and timers

    /// Calls a handler on the loop whenever something happens at a descriptor.
    ///
    /// Only to be called on the loop.
    ///
    /// - Parameters:
    ///   - descriptor: The caller keeps it open until it has cancelled the source. It can have one source at a time.
    ///   - events: What to wait for; while it is empty, nothing is reported, not even that the other side closed.
    ///   - handler: Takes what happened. It is called again as long as that lasts.
    /// - Returns: The source, with which waiting can be changed and ended.
    /// - Throws: What the system said where it cannot wait for that descriptor.
    package func addSource(
        _ descriptor: Int32, events: EventMask, handler: @escaping (EventMask) -> Void
    ) throws(Errno) -> EventSource {
        checkIsolated()
        lastSourceIdentifier += 1
        let source = EventSource(
            loop: self, identifier: lastSourceIdentifier, descriptor: descriptor, handler: handler)
        try source.setEvents(events)
        sources[source.identifier] = source
        return source
    }

    /// Calls a handler on the loop when a time has passed.
    ///
    /// Only to be called on the loop.
    ///
    /// - Parameters:
    ///   - delay: How long to wait. Time in which the machine sleeps does not count.
    ///   - interval: How long to wait before each further call; nil for one call.
    ///   - handler: What to do.
    /// - Returns: The timer, with which it can be cancelled.
    package func addTimer(
        after delay: Duration, repeating interval: Duration? = nil, _ handler: @escaping () -> Void
    ) -> EventTimer {
        checkIsolated()
        return timers.add(after: delay, repeating: interval, on: self, handler)
    }

    func remove(_ source: EventSource) {
        sources[source.identifier] = nil
    }

    func remove(_ timer: EventTimer) {
        timers.remove(timer)
    }

    // MARK: Stopping

    /// Runs what is waiting, ends the thread and returns when it has ended.
    ///
    /// The caller must not be on the loop. Actors may go on using the loop as their executor: their jobs then run one
    /// after another on threads that live as long as there is work. Sources and timers are gone.
    package func stop() async {
        precondition(!isCurrent, "an event loop cannot wait for its own end")
        await withCheckedContinuation { continuation in
            let (wakes, isStopped) = inbox.withLock { inbox -> (Bool, Bool) in
                if inbox.isStopped { return (false, true) }
                inbox.isStopping = true
                inbox.stopWaiters.append(continuation)
                defer { inbox.isSleeping = false }
                return (inbox.isSleeping, false)
            }
            if isStopped { continuation.resume() }
            if wakes { poller.wake() }
        }
        let thread = inbox.withLock { $0.thread.take() }
        // Returns within microseconds: the thread has left its loop.
        thread?.join()
    }

    /// Runs work that came after the end, so that no task waits for ever for an actor on this loop.
    private func startLateThread() {
        do {
            try NativeThread(name: name) { [self] in runLateWork() }.detach()
        } catch {
            // Whoever waits for an actor on this loop would wait for ever.
            fatalError("no thread for the event loop \(name): \(error)")
        }
    }

    private func runLateWork() {
        currentThread.store(UInt(pthread_self()), ordering: .relaxed)
        while true {
            let work = inbox.withLock { inbox -> [Work] in
                // Given up under the lock: whoever adds work after that starts another thread.
                if inbox.work.isEmpty {
                    currentThread.store(0, ordering: .relaxed)
                    inbox.hasLateThread = false
                }
                defer { inbox.work = [] }
                return inbox.work
            }
            if work.isEmpty { return }
            for item in work { perform(item) }
        }
    }

    // MARK: The thread

    private func run() {
        var batch: [Work] = []
        var events = PollEvents()
        while let (mayBlock, milliseconds) = turn.withLock({ takeTurn(&$0, events, &batch) }) {
            poller.wait(into: &events, milliseconds: milliseconds)
            if mayBlock {
                wakeUps.add(1, ordering: .relaxed)
                inbox.withLock { $0.isSleeping = false }
            }
        }
    }

    /// Handles what has happened and what is waiting.
    ///
    /// - Parameters:
    ///   - turn: What is kept for the time in which the thread sleeps.
    ///   - events: What happened at the descriptors.
    ///   - batch: Where work is put; empty.
    /// - Returns: Whether the loop has nothing to do, and how long to wait for events; `nil` at its end.
    private func takeTurn(
        _ turn: inout Turn, _ events: borrowing PollEvents, _ batch: inout [Work]
    ) -> (mayBlock: Bool, milliseconds: Int32)? {
        // Before any work runs: nobody else can have this number, so reading it early tells nothing wrong.
        currentThread.store(UInt(pthread_self()), ordering: .relaxed)
        // A handler may remove a source that comes later among the events.
        events.forEach { identifier, mask in sources[identifier]?.handle(mask) }
        let mayStop = inbox.withLock { inbox in
            swap(&inbox.work, &batch)
            return inbox.isStopping
        }
        for item in batch { perform(item) }
        if mayStop, batch.isEmpty, finish() { return nil }
        batch.removeAll(keepingCapacity: true)
        timers.fireDue()
        let mayBlock = inbox.withLock { inbox in
            inbox.isSleeping = inbox.work.isEmpty && !inbox.isStopping
            return inbox.isSleeping
        }
        turn.wakeUpTime = timers.nextDeadline
        return (mayBlock, mayBlock ? timers.millisecondsUntilNext() : 0)
    }

    /// Ends the loop, unless work has arrived in the meantime.
    private func finish() -> Bool {
        for source in Array(sources.values) { source.cancel() }
        timers.removeAll()
        let waiters = inbox.withLock { inbox -> [CheckedContinuation<Void, Never>]? in
            guard inbox.work.isEmpty else { return nil }
            inbox.isStopped = true
            currentThread.store(0, ordering: .relaxed)
            defer { inbox.stopWaiters = [] }
            return inbox.stopWaiters
        }
        guard let waiters else { return false }
        for waiter in waiters { waiter.resume() }
        return true
    }

    private func perform(_ work: Work) {
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .closure(let closure): closure()
        }
    }
}
