// Whose headers declare timespec, too.
internal import CLinux
internal import Glibc

/// A value behind a lock, for whose changes threads can wait.
///
/// Of several threads that wait, the one that came last is woken first: its stack and its data are still in the
/// processor's caches, and those that are not needed get the time to end. A condition variable would wake the one that
/// has slept longest.
///
/// `@unchecked Sendable`: the value, the list and the handle of the C library are only touched as its lock allows.
final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private var sleepers: [Sleeper] = []
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: consuming sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Works on the value under the lock.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Works on the value under the lock until that has a result, and waits to be woken in between.
    ///
    /// - Parameters:
    ///   - limit: How long to wait at a time; nil waits until woken.
    ///   - attempt: Is given the value, and whether the last wait ended with its time; nil waits once more.
    /// - Returns: What an attempt returned.
    func waitForResult<Result>(
        limit: (borrowing Value) -> Duration?, _ attempt: (inout Value, _ isLate: Bool) -> Result?
    ) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var isLate = false
        while true {
            if let result = attempt(&value, isLate) { return result }
            isLate = !sleep(limit(value))
        }
    }

    /// Wakes one thread that waits.
    func wakeOne() {
        pthread_mutex_lock(mutex)
        let sleeper = sleepers.popLast()
        pthread_mutex_unlock(mutex)
        // Woken while the lock is held, it would have to wait for that next.
        sleeper?.wake()
    }

    /// Wakes every thread that waits.
    func wakeAll() {
        pthread_mutex_lock(mutex)
        let woken = sleepers
        sleepers = []
        pthread_mutex_unlock(mutex)
        for sleeper in woken { sleeper.wake() }
    }

    /// Waits, without the lock meanwhile.
    ///
    /// - Returns: Whether the thread was woken in time.
    private func sleep(_ limit: Duration?) -> Bool {
        let sleeper = Sleeper()
        sleepers.append(sleeper)
        let deadline = limit.map(Self.deadline(after:))
        while sleepers.contains(where: { $0 === sleeper }) {
            // The system may end a wait that nobody ended.
            if !sleeper.sleep(until: deadline, releasing: mutex),
                let index = sleepers.firstIndex(where: { $0 === sleeper })
            {
                sleepers.remove(at: index)
                return false
            }
        }
        return true
    }

    private static func deadline(after limit: Duration) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = limit.components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}

/// One thread's wait.
///
/// Whoever takes it off the list of those that wait keeps it alive until it is woken.
private final class Sleeper {
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Setting the clock must not shorten or lengthen a wait.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    func wake() { pthread_cond_signal(condition) }

    /// Waits with a lock that is released meanwhile.
    ///
    /// - Returns: Whether it ended before its time.
    func sleep(until deadline: timespec?, releasing mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Bool {
        guard var deadline else { return pthread_cond_wait(condition, mutex) == 0 }
        return pthread_cond_timedwait(condition, mutex, &deadline) == 0
    }
}
