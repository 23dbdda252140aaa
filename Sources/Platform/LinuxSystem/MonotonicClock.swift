// CLinux includes the headers that declare timespec.
internal import CLinux
internal import Glibc

/// The clock that cannot be set; it stops while the machine is suspended.
package enum MonotonicClock {
    /// Nanoseconds since the machine was started, without the time during which it was suspended.
    package static var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
