// Whose headers declare timespec, too.
internal import CLinux
internal import Glibc

/// The time of day, which files get as theirs.
package enum WallClock {
    /// How much of the current second has passed.
    package static var passedOfSecond: Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .nanoseconds(time.tv_nsec)
    }
}
