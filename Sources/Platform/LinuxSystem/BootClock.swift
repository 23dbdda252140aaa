// Whose headers declare timespec, too.
internal import CLinux
internal import Glibc

/// The clock by which the kernel says when a process started: it runs on while the machine sleeps.
package enum BootClock {
    /// How long ago the machine was started.
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// What a time in clock ticks since boot is, as `/proc/PID/stat` counts them.
    ///
    /// - Parameter ticks: The number of ticks.
    /// - Returns: The time.
    package static func time(ofTicks ticks: UInt64) -> Duration {
        let perSecond = UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: perSecond)
        return .seconds(Int64(clamping: seconds)) + .nanoseconds(Int64(rest * (1_000_000_000 / perSecond)))
    }
}
