// Whose headers declare timespec, too.
internal import CLinux
internal import Glibc

/// The clock that nobody can set: it stands still while the machine sleeps.
package enum MonotonicClock {
    /// Nanoseconds since the machine was started.
    package static var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
