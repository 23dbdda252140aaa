// CLinux includes the headers that declare timespec.
internal import CLinux
internal import Glibc

/// A value protected by a lock, whose changes threads can wait for.
///
/// If several threads wait, the one that started to wait last is woken first: its stack and data are still in the
/// processor's caches, and threads that are not needed have time to end. A condition variable would wake the thread
/// that has slept longest.
///
/// `@unchecked Sendable`: the value, the list and the C library's mutex are only accessed under the lock.
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

    /// Runs a closure with the value under the lock.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Repeats an attempt under the lock until it returns a result, and waits to be woken after each failed attempt.
    ///
    /// - Parameters:
    ///   - limit: How long each wait may last; nil waits until woken.
    ///   - attempt: Receives the value, and whether the last wait timed out; returns nil to wait again.
    /// - Returns: The result of the successful attempt.
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

    /// Wakes one waiting thread.
    func wakeOne() {
        pthread_mutex_lock(mutex)
        let sleeper = sleepers.popLast()
        pthread_mutex_unlock(mutex)
        // Woken after the lock is released; otherwise the thread would have to wait for the lock.
        sleeper?.wake()
    }

    /// Wakes all waiting threads.
    func wakeAll() {
        pthread_mutex_lock(mutex)
        let woken = sleepers
        sleepers = []
        pthread_mutex_unlock(mutex)
        for sleeper in woken { sleeper.wake() }
    }

    /// Waits with the lock released.
    ///
    /// - Returns: Whether the thread was woken in time.
    private func sleep(_ limit: Duration?) -> Bool {
        let sleeper = Sleeper()
        sleepers.append(sleeper)
        let deadline = limit.map(Self.deadline(after:))
        while sleepers.contains(where: { $0 === sleeper }) {
            // A wait may end spuriously.
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
/// The code that removes it from the list of waiting threads keeps it alive until it is woken.
private final class Sleeper {
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // A change of the system clock must not shorten or lengthen a wait.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    func wake() { pthread_cond_signal(condition) }

    /// Waits with the lock released.
    ///
    /// - Returns: Whether the wait ended before the deadline.
    func sleep(until deadline: timespec?, releasing mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Bool {
        guard var deadline else { return pthread_cond_wait(condition, mutex) == 0 }
        return pthread_cond_timedwait(condition, mutex, &deadline) == 0
    }
}
