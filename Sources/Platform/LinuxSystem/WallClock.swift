// CLinux includes the headers that declare timespec.
internal import CLinux
internal import Glibc

/// The time of day, which the system also uses for the timestamps of files.
package enum WallClock {
    /// Seconds since 1970.
    package static var secondsSince1970: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }

    /// Microseconds since 1970.
    package static var microsecondsSince1970: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// The time at which the system was started, in nanoseconds since 1970.
    package static var startOfSystemNanoseconds: Int64 {
        var (now, running) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &now)
        clock_gettime(CLOCK_BOOTTIME, &running)
        return (Int64(now.tv_sec) - Int64(running.tv_sec)) * 1_000_000_000 + Int64(now.tv_nsec) - Int64(running.tv_nsec)
    }

    /// The part of the current second that has passed.
    package static var passedOfSecond: Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .nanoseconds(time.tv_nsec)
    }
}
