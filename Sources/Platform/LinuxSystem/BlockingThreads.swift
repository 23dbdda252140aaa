internal import Synchronization

/// A thread pool for work that blocks (disk, hashing, worker sockets), separate from Swift's cooperative pool.
///
/// Threads start when there is work and end after 10 seconds without work; while idle, they sleep in the kernel. Work
/// starts in the order in which it was submitted.
///
/// The threads can also run the program's tasks, see ``carryAllTasks()``. In that case a task may block anywhere, and
/// ``run(deadline:_:)`` does not change threads.
package final class BlockingThreads: Sendable {
    /// The work was not finished by its deadline.
    ///
    /// If the work had been started, its thread continues it, outside the pool.
    package struct DeadlineExceeded: Error, Sendable, Equatable {}

    /// Too many threads are stuck in work that passed its deadline, or the system has no thread left.
    package struct Overloaded: Error, Sendable, Equatable {}

    /// The maximum number of stuck threads; beyond it, work with a deadline is refused.
    ///
    /// Each stuck thread keeps its stack and its descriptors.
    package static let maximumAbandoned = 16

    let crew: Crew

    /// Creates a pool without threads.
    ///
    /// - Parameters:
    ///   - name: The name of the threads, as debuggers show it, cut to 15 bytes.
    ///   - maximumCount: The maximum number of threads at a time, not counting stuck ones.
    package convenience init(name: String, maximumCount: Int) {
        self.init(name: name, maximumCount: maximumCount, idleTime: .seconds(10))
    }

    init(name: String, maximumCount: Int, idleTime: Duration) {
        precondition(maximumCount > 0, "a pool needs a thread")
        crew = Crew(name: name, maximumCount: maximumCount, idleTime: idleTime)
    }

    deinit { crew.close() }

    /// Runs work on one of the threads.
    ///
    /// If the caller already runs on one of the threads, the work runs immediately, unless it has a deadline. An actor
    /// that calls this can run other work while it waits.
    ///
    /// - Parameters:
    ///   - deadline: How long the caller waits, counted from now; nil waits forever. When the deadline passes, work
    ///     that has not started is dropped. If the work has started, its thread may be stuck in the kernel forever, so
    ///     the thread is abandoned and no longer counts as part of the pool.
    ///   - isUnwanted: Whether the result is no longer needed. It is called every half second; once it returns true,
    ///     the deadline counts as passed.
    ///   - work: The work. It is not interrupted when the task is cancelled.
    /// - Returns: The work's result.
    /// - Precondition: If there is a deadline, the threads do not run tasks: work that gets stuck on them would block
    ///   tasks.
    /// - Throws: The work's error, `DeadlineExceeded` or `Overloaded`.
    @concurrent
    package func run<R: Sendable>(
        deadline: Duration? = nil, unless isUnwanted: (@Sendable () -> Bool)? = nil,
        _ work: @escaping @Sendable () throws -> R
    ) async throws -> R {
        if deadline == nil {
            if crew.isCurrent { return try work() }
        } else {
            precondition(!crew.carriesTasks, "work that may get stuck needs threads that carry no tasks")
        }
        let outcome = Outcome<R>()
        let job = Crew.Job(hasDeadline: deadline != nil) {
            outcome.settle(Result(catching: work))
        } refuse: {
            outcome.settle(.failure(Overloaded()))
        }
        let giveUp: @Sendable () -> Void = { [crew] in
            crew.giveUp(job)
            outcome.settle(.failure(DeadlineExceeded()))
        }
        let alarm = deadline.map { AlarmClock.shared.add(after: $0, giveUp) }
        defer { if let alarm { AlarmClock.shared.cancel(alarm) } }
        let lookout = isUnwanted.map { Lookout(for: $0, giveUp) }
        defer { lookout?.end() }
        return try await withCheckedThrowingContinuation { continuation in
            outcome.await(continuation)
            if !crew.take(job) { job.refuse() }
        }
    }

    /// Starts work on one of the threads without waiting for it.
    ///
    /// - Parameter work: The work.
    /// - Returns: Whether the work will run; false if the system has no thread left.
    package func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        crew.take(Crew.Job(hasDeadline: false, perform: work, refuse: {}))
    }

    /// The number of threads, not counting stuck ones.
    var threadCount: Int { crew.threadCount }
    /// The number of stuck threads.
    var abandonedCount: Int { crew.abandonedCount }
}

/// Polls for a condition that has no notification.
private final class Lookout: Sendable {
    /// The interval between checks; most work finishes before the first one.
    private static let interval = Duration.milliseconds(500)

    private let hasHappened: @Sendable () -> Bool
    private let action: @Sendable () -> Void
    /// The alarm for the next check; `nil` after the end.
    private let alarm = Mutex<AlarmClock.Alarm?>(nil)

    init(for hasHappened: @escaping @Sendable () -> Bool, _ action: @escaping @Sendable () -> Void) {
        self.hasHappened = hasHappened
        self.action = action
        alarm.withLock { $0 = next() }
    }

    /// Stops checking.
    func end() {
        let alarm = alarm.withLock { alarm in
            defer { alarm = nil }
            return alarm
        }
        if let alarm { AlarmClock.shared.cancel(alarm) }
    }

    private func next() -> AlarmClock.Alarm {
        AlarmClock.shared.add(after: Self.interval) { [weak self] in self?.look() }
    }

    private func look() {
        if hasHappened() { return action() }
        alarm.withLock { alarm in if alarm != nil { alarm = next() } }
    }
}

/// The outcome of a job: its result or its passed deadline, whichever comes first.
private final class Outcome<Success: Sendable>: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Success, any Error>)
        case settled(Result<Success, any Error>)
        case delivered
    }

    private let state = Mutex(State.pending)

    func await(_ continuation: CheckedContinuation<Success, any Error>) {
        let early = state.withLock { state -> Result<Success, any Error>? in
            if case .settled(let result) = state {
                state = .delivered
                return result
            }
            state = .awaited(continuation)
            return nil
        }
        if let early { continuation.resume(with: early) }
    }

    func settle(_ result: Result<Success, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Success, any Error>? in
            switch state {
            case .pending: state = .settled(result)
            case .awaited(let continuation):
                state = .delivered
                return continuation
            case .settled, .delivered: break
            }
            return nil
        }
        continuation?.resume(with: result)
    }
}
