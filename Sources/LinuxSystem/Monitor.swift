// Whose headers declare timespec, too.
internal import CLinux
internal import Glibc

/// A value behind a lock, for whose changes threads can wait.
///
/// `@unchecked Sendable`: the value and the two handles of the C library are only touched as its lock allows.
final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: consuming sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Setting the clock must not shorten or lengthen a wait.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
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
            if let limit = limit(value) {
                isLate = !wait(limit)
            } else {
                pthread_cond_wait(condition, mutex)
                isLate = false
            }
        }
    }

    /// Wakes one thread that waits.
    func wakeOne() { pthread_cond_signal(condition) }

    /// Wakes every thread that waits.
    func wakeAll() { pthread_cond_broadcast(condition) }

    private func wait(_ limit: Duration) -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = limit.components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return pthread_cond_timedwait(condition, mutex, &time) == 0
    }
}
