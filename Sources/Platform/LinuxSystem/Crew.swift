internal import Glibc

/// The threads of ``BlockingThreads`` and the queue that they share.
///
/// Each thread keeps the crew alive.
final class Crew: Sendable {
    /// A piece of work.
    ///
    /// `@unchecked Sendable`: its progress is only accessed under the crew's lock.
    final class Job: @unchecked Sendable {
        enum Progress {
            case waiting, running, done
            /// The deadline passed while the job was running.
            case abandoned
        }

        let hasDeadline: Bool
        let perform: @Sendable () -> Void
        /// Reports to the waiting caller that the job will not run.
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
        /// Whether the last thread never ends, so that there is always a thread for tasks.
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
    /// Whether the threads run the program's tasks.
    var carriesTasks: Bool { state.withLock { $0.keepsLast } }

    /// Whether the caller runs on one of the threads.
    var isCurrent: Bool { pthread_getspecific(Self.currentCrew) == Unmanaged.passUnretained(self).toOpaque() }

    /// The thread-specific data key under which each thread stores the crew that it belongs to.
    private static let currentCrew = {
        var key = pthread_key_t()
        // There are a thousand keys, and only this one is created, once.
        precondition(pthread_key_create(&key, nil) == 0, "no thread-specific data left")
        return key
    }()

    /// Makes the last thread stay from now on.
    func keepLastThread() {
        state.withLock { $0.keepsLast = true }
    }

    /// Queues work.
    /// - Returns: Whether the work was accepted.
    func take(_ job: Job) -> Bool {
        let isAccepted = state.withLock { state in
            // The deadline may have passed before the job was queued.
            guard job.progress == .waiting else { return true }
            guard !job.hasDeadline || state.abandonedThreads < BlockingThreads.maximumAbandoned else { return false }
            state.queue.append(job)
            return true
        }
        return isAccepted && staff(for: job)
    }

    /// Drops a job whose deadline has passed, or abandons the thread that runs it.
    func giveUp(_ job: Job) {
        let needsReplacement = state.withLock { state -> Bool in
            switch job.progress {
            case .waiting:
                job.progress = .done
                state.queue.removeAll { $0 === job }
            case .running:
                // Also counted above the limit: the thread is stuck in any case.
                job.progress = .abandoned
                state.abandonedThreads += 1
                state.threads -= 1
                return !state.queue.isEmpty
            case .done, .abandoned: break
            }
            return false
        }
        // If no thread can be started, queued work waits for the other threads or for the next work.
        if needsReplacement { _ = staff(for: nil) }
    }

    /// Lets the threads end once the queue is empty.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
    }

    /// Makes sure that a thread takes the queued work.
    ///
    /// - Parameter job: A job to remove from the queue if there is no thread.
    /// - Returns: Whether there is a thread.
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

    /// The main function of each thread.
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

    /// Waits for a job; returns nil if the thread must end.
    ///
    /// In that case, the thread is already counted as ended.
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
                // A job that was queued before the limit was reached could get stuck too.
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
