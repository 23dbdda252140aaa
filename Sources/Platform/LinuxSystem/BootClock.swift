// CLinux includes the headers that declare timespec.
internal import CLinux
internal import Glibc

/// The clock with which the kernel records process start times; it also runs while the machine is suspended.
package enum BootClock {
    /// The time since the machine was started.
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Converts a time in clock ticks since boot, as in `/proc/PID/stat`.
    ///
    /// - Parameter ticks: The number of ticks.
    /// - Returns: The time.
    package static func time(ofTicks ticks: UInt64) -> Duration {
        let perSecond = UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: perSecond)
        return .seconds(Int64(clamping: seconds)) + .nanoseconds(Int64(rest * (1_000_000_000 / perSecond)))
    }
}
