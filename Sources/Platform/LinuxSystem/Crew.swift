internal import Glibc

/// The threads behind the class for blocking work, and the work they share.
///
/// Each thread keeps it alive.
final class Crew: Sendable {
    /// A piece of work.
    ///
    /// `@unchecked Sendable`: its progress is only touched under the crew's lock.
    final class Job: @unchecked Sendable {
        enum Progress {
            case waiting, running, done
            /// Its deadline passed while it ran.
            case abandoned
        }

        let hasDeadline: Bool
        let perform: @Sendable () -> Void
        /// Tells whoever waits that nobody will do it.
        let refuse: @Sendable () -> Void
        fileprivate var progress = Progress.waiting

        init(hasDeadline: Bool, perform: @escaping @Sendable () -> Void, refuse: @escaping @Sendable () -> Void) {
            self.hasDeadline = hasDeadline
            self.perform = perform
            self.refuse = refuse
        }
    }

    private struct State {
        var queue: [Job] = []
        var threads = 0
        var idleThreads = 0
        var abandonedThreads = 0
        /// Whether the last thread stays, so that there is always one for the work of tasks.
        var keepsLast = false
        var isClosed = false
    }

    private let name: String
    private let maximumCount: Int
    private let idleTime: Duration
    private let state = Monitor(State())

    init(name: String, maximumCount: Int, idleTime: Duration) {
        self.name = name
        self.maximumCount = maximumCount
        self.idleTime = idleTime
    }

    var threadCount: Int { state.withLock { $0.threads } }
    var abandonedCount: Int { state.withLock { $0.abandonedThreads } }
    /// Whether the threads carry the program's tasks.
    var carriesTasks: Bool { state.withLock { $0.keepsLast } }

    /// Whether the caller runs on one of the threads.
    var isCurrent: Bool { pthread_getspecific(Self.currentCrew) == Unmanaged.passUnretained(self).toOpaque() }

    /// Where each thread of a crew keeps which crew it belongs to.
    private static let currentCrew = {
        var key = pthread_key_t()
        // There are a thousand keys, and this is made once.
        precondition(pthread_key_create(&key, nil) == 0, "no thread-specific data left")
        return key
    }()

    /// Keeps the last thread from now on.
    func keepLastThread() {
        state.withLock { $0.keepsLast = true }
    }

    /// Queues work.
    ///
    /// - Returns: Whether it was accepted.
    func take(_ job: Job) -> Bool {
        let isAccepted = state.withLock { state in
            // A deadline may have passed before the job came here.
            guard job.progress == .waiting else { return true }
            guard !job.hasDeadline || state.abandonedThreads < BlockingThreads.maximumAbandoned else { return false }
            state.queue.append(job)
            return true
        }
        return isAccepted && staff(for: job)
    }

    /// Drops a job whose deadline has passed, or gives up the thread that is at it.
    func giveUp(_ job: Job) {
        let needsReplacement = state.withLock { state -> Bool in
            switch job.progress {
            case .waiting:
                job.progress = .done
                state.queue.removeAll { $0 === job }
            case .running:
                // Past the limit as well: the thread is stuck whether it is counted or not.
                job.progress = .abandoned
                state.abandonedThreads += 1
                state.threads -= 1
                return !state.queue.isEmpty
            case .done, .abandoned: break
            }
            return false
        }
        // Without a thread for it, what is queued waits for the others, or for the next work.
        if needsReplacement { _ = staff(for: nil) }
    }

    /// Lets the threads end when the queue is empty.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
    }

    /// Sees to it that somebody takes what is in the queue.
    ///
    /// - Parameter job: A job to take back where there is nobody.
    /// - Returns: Whether there is somebody.
    private func staff(for job: Job?) -> Bool {
        let startsThread = state.withLock { state in
            guard state.queue.count > state.idleThreads, state.threads < maximumCount else { return false }
            state.threads += 1
            return true
        }
        guard startsThread else {
            state.wakeOne()
            return true
        }
        do {
            try NativeThread(name: name) { [self] in work() }.detach()
            return true
        } catch {
            return state.withLock { state in
                state.threads -= 1
                if state.threads > 0 { return true }
                state.queue.removeAll { $0 === job }
                return false
            }
        }
    }

    /// What each thread does.
    private func work() {
        pthread_setspecific(Self.currentCrew, Unmanaged.passUnretained(self).toOpaque())
        while let job = next() {
            job.perform()
            let isAbandoned = state.withLock { state in
                guard job.progress == .abandoned else {
                    job.progress = .done
                    return false
                }
                state.abandonedThreads -= 1
                return true
            }
            if isAbandoned { return }
        }
    }

    private enum Step {
        case perform(Job)
        case refuse(Job)
        case end
    }

    /// Waits for work; nil where the thread is to end, which is counted then already.
    private func next() -> Job? {
        while true {
            switch nextStep() {
            case .perform(let job): return job
            case .refuse(let job): job.refuse()
            case .end: return nil
            }
        }
    }

    private func nextStep() -> Step {
        var isIdle = false
        return state.waitForResult { [idleTime] state in
            state.keepsLast && state.threads == 1 ? nil : idleTime
        } _: { state, isLate -> Step? in
            if isIdle { state.idleThreads -= 1 }
            isIdle = false
            if !state.queue.isEmpty {
                let job = state.queue.removeFirst()
                // Queued before the limit was reached, it could be the next to get stuck.
                if job.hasDeadline, state.abandonedThreads >= BlockingThreads.maximumAbandoned {
                    job.progress = .done
                    return .refuse(job)
                }
                job.progress = .running
                return .perform(job)
            }
            if state.isClosed || isLate && !(state.keepsLast && state.threads == 1) {
                state.threads -= 1
                return .end
            }
            state.idleThreads += 1
            isIdle = true
            return nil
        }
    }
}
