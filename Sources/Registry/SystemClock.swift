internal import Glibc

/// The time of day.
enum SystemClock {
    /// Whole seconds since 1970.
    static var secondsSince1970: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }
}
