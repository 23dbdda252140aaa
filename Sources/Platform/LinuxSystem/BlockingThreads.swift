internal import Synchronization

/// Threads for work that blocks (disk, hashing, worker sockets), kept apart from Swift's cooperative pool.
///
/// Threads start when there is work and end after 10 seconds without; while they have none they sleep in the kernel.
/// Work starts in the order it was given.
///
/// The threads can carry the program's tasks, see ``carryAllTasks()``: then a task may block wherever it is, and
/// ``run(deadline:_:)`` costs it no change of threads.
package final class BlockingThreads: Sendable {
    /// The work was not done by its deadline.
    ///
    /// If it had been started, its thread goes on with it, alone.
    package struct DeadlineExceeded: Error, Sendable, Equatable {}

    /// Too many threads are stuck in work that passed its deadline, or the system has no thread left.
    package struct Overloaded: Error, Sendable, Equatable {}

    /// How many threads may be stuck before work with a deadline is refused: each keeps its stack and its descriptors.
    package static let maximumAbandoned = 16

    let crew: Crew

    /// Makes a pool, without a thread yet.
    ///
    /// - Parameters:
    ///   - name: What debuggers call the threads, cut to 15 bytes.
    ///   - maximumCount: How many may work at a time, without those that are stuck.
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
    /// Where the caller runs on one of them already, the work is done at once, unless it has a deadline. An actor that
    /// calls is free for others meanwhile.
    ///
    /// - Parameters:
    ///   - deadline: How long the caller waits, counted from now. When it passes, work that has not started is dropped;
    ///     the thread of work that has is given up, because it may be stuck in the kernel for ever, and no longer
    ///     counts as one of the pool. nil waits for ever.
    ///   - isUnwanted: Whether nobody waits for the work any more, asked every half second: then the deadline has passed.
    ///   - work: What to do. It is not interrupted when the task is cancelled.
    /// - Returns: The work's result.
    /// - Precondition: The threads do not carry tasks where there is a deadline: work that gets stuck on them would
    ///   keep tasks from going on.
    /// - Throws: What the work throws, `DeadlineExceeded` or `Overloaded`.
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

    /// Begins with work on one of the threads at once, for which nobody waits here.
    ///
    /// - Parameter work: What to do.
    /// - Returns: Whether it will be done; not where the system has no thread left.
    package func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        crew.take(Crew.Job(hasDeadline: false, perform: work, refuse: {}))
    }

    /// How many threads there are, without those that are stuck.
    var threadCount: Int { crew.threadCount }
    /// How many threads are stuck.
    var abandonedCount: Int { crew.abandonedCount }
}

/// Asks from time to time whether something has happened that nobody tells of.
private final class Lookout: Sendable {
    /// Most work is done before the first time.
    private static let interval = Duration.milliseconds(500)

    private let hasHappened: @Sendable () -> Bool
    private let action: @Sendable () -> Void
    /// The next time; `nil` at the end.
    private let alarm = Mutex<AlarmClock.Alarm?>(nil)

    init(for hasHappened: @escaping @Sendable () -> Bool, _ action: @escaping @Sendable () -> Void) {
        self.hasHappened = hasHappened
        self.action = action
        alarm.withLock { $0 = next() }
    }

    /// Does not ask again.
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

/// What comes of a job: of its result and its deadline, whichever is first.
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
