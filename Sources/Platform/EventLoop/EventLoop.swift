internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// A thread that waits for file descriptors and timers, and serves as an executor for actors.
///
/// If an actor's `unownedExecutor` is an event loop, the actor runs on the loop's thread. The handlers of the loop's
/// sources and timers run there too, so they reach the actor's state through `assumeIsolated`, without changing
/// threads. While the loop's thread sleeps, another thread may briefly run work in its place (see ``runHere(_:)``), but
/// the two never run at the same time.
///
/// While the loop has nothing to do, its thread sleeps without a timeout. Call `stop()` when the loop is no longer
/// needed: until then, the thread keeps the loop alive.
package final class EventLoop: SerialExecutor, Sendable {
    /// The name of the loop's thread, as debuggers show it.
    package let name: String

    let poller: Poller
    private let inbox = Mutex(Inbox())
    /// Locked by the thread that runs the loop's work.
    ///
    /// This is the loop's own thread except while it sleeps, or a thread in its place.
    private let turn = Mutex(Turn())
    /// The thread that the loop's work runs on, as returned by `pthread_self`; 0 if there is none.
    private let currentThread = Atomic<UInt>(0)
    private let wakeUps = Atomic<Int>(0)
    // Only the thread that has locked `turn` uses the timers and sources: every access asserts that it runs on the
    // loop.
    private nonisolated(unsafe) let timers = TimerQueue()
    private nonisolated(unsafe) var sources: [UInt64: EventSource] = [:]
    private nonisolated(unsafe) var lastSourceIdentifier: UInt64 = 0

    /// The work and requests that other threads leave for the loop.
    private struct Inbox {
        var work: [Work] = []
        /// Whether the loop sleeps or is about to sleep, and therefore must be woken for new work.
        var isSleeping = false
        var isStopping = false
        /// Whether the loop has finished its last turn.
        var isStopped = false
        /// Whether a thread runs work that arrived after the last turn.
        var hasLateThread = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
        /// The loop's thread, until it is joined.
        var thread: NativeThread?
    }

    private struct Turn {
        /// The time at which the sleeping thread wakes up by itself; nil if it has no timeout.
        var wakeUpTime: MonotonicTime?
    }

    private enum Work {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    /// Creates a loop and starts its thread.
    ///
    /// - Parameter name: The name of the thread, cut to 15 bytes.
    /// - Throws: The system's error, if no descriptor or thread is left.
    package init(name: String) throws(Errno) {
        self.name = name
        poller = try Poller()
        let thread = try NativeThread(name: name) { [self] in run() }
        inbox.withLock { $0.thread = thread }
    }

    /// The number of times that the loop has stopped waiting since it started.
    ///
    /// A wait ends with an event, a timer or work from another thread.
    package var wakeUpCount: Int { wakeUps.load(ordering: .relaxed) }

    /// Whether the caller runs on the loop.
    package var isCurrent: Bool { currentThread.load(ordering: .relaxed) == UInt(pthread_self()) }

    // MARK: Executor

    /// Enqueues a job of an actor that runs on the loop.
    package func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    /// Stops the program if the caller does not run on the loop.
    package func checkIsolated() {
        precondition(isCurrent, "not on the event loop \(name)")
    }

    /// Whether the caller runs on the loop.
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Runs a closure on the loop, after the work that is already queued.
    package func execute(_ work: @escaping @Sendable () -> Void) {
        add(.closure(work))
    }

    /// Runs a closure on the loop and returns its result.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            execute { continuation.resume(returning: work()) }
        }
    }

    /// Runs a closure immediately, on the calling thread in place of the loop's thread, if the loop has nothing to do.
    ///
    /// This avoids waking the loop's thread and waiting until it runs. If the loop's thread wakes up by itself in the
    /// meantime, it waits for the closure to finish.
    ///
    /// - Parameter work: The closure. Like all work of a loop, it must be short and must not block.
    /// - Returns: Whether the closure was run. If it was not, the loop has other work to do first.
    package func runHere(_ work: () -> Void) -> Bool {
        let hasRun: Bool? = turn.withLockIfAvailable { turn in
            // Must not run before work that was added earlier. Whatever is added from now on wakes the thread.
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

    /// Calls a handler on the loop whenever an event occurs on a descriptor.
    ///
    /// Must be called on the loop.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor. The caller keeps it open until the source is cancelled. A descriptor can have
    ///     only one source at a time.
    ///   - events: The events to wait for. While this set is empty, nothing is reported, not even that the other side
    ///     has closed.
    ///   - handler: Receives the events that occurred. It is called again as long as they persist.
    /// - Returns: The source, which can change the events or cancel the wait.
    /// - Throws: The system's error, if it cannot wait for this descriptor.
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

    /// Calls a handler on the loop after a delay.
    ///
    /// Must be called on the loop.
    ///
    /// - Parameters:
    ///   - delay: How long to wait. Time during which the machine is suspended does not count.
    ///   - interval: How long to wait before each further call; nil for a single call.
    ///   - handler: The closure to call.
    /// - Returns: The timer, which can be cancelled.
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

    /// Runs the queued work, stops the thread and returns after the thread has ended.
    ///
    /// The caller must not run on the loop. Actors may continue to use the loop as their executor: their jobs then run
    /// one after another on threads that exist only while there is work. Sources and timers are removed.
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

    /// Starts a thread for work that arrived after the loop stopped.
    ///
    /// Otherwise a task could wait forever for an actor on this loop.
    private func startLateThread() {
        do {
            try NativeThread(name: name) { [self] in runLateWork() }.detach()
        } catch {
            // A task that waits for an actor on this loop would wait forever.
            fatalError("no thread for the event loop \(name): \(error)")
        }
    }

    private func runLateWork() {
        currentThread.store(UInt(pthread_self()), ordering: .relaxed)
        while true {
            let work = inbox.withLock { inbox -> [Work] in
                // Reset under the lock: a caller that adds work after this point starts another thread.
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

    /// Handles the events that occurred and the queued work.
    ///
    /// - Parameters:
    ///   - turn: The state to keep while the thread sleeps.
    ///   - events: The events that occurred on the descriptors.
    ///   - batch: An empty buffer for the queued work.
    /// - Returns: Whether the loop has nothing to do, and how long to wait for events; `nil` after the last turn.
    private func takeTurn(
        _ turn: inout Turn, _ events: borrowing PollEvents, _ batch: inout [Work]
    ) -> (mayBlock: Bool, milliseconds: Int32)? {
        // Set before any work runs. No other thread has this number, so a thread that reads it early draws no wrong
        // conclusion.
        currentThread.store(UInt(pthread_self()), ordering: .relaxed)
        // A handler may remove a source that appears later among the events.
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

    /// Ends the loop, unless more work has arrived in the meantime.
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
