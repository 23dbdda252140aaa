internal import CLinux

/// How long a thread wants to run at a time, for which a short time means that it need not wait for its turn.
///
/// A thread that mostly passes things on has little to do when it is woken, and others wait for it. Where each processor
/// is busy with a font, it would wait until one of those has had its slice. One that asks for a shorter slice than theirs
/// comes first; it gets no more of the processor for that.
///
/// Source: sched_setattr(2) and Linux's Documentation/scheduler/sched-eevdf.rst. Linux before 6.12 does not know of it
/// and does as ever.
package enum SchedulerSlice {
    /// The shortest slice that the scheduler gives, in nanoseconds.
    private static let shortest: UInt64 = 100_000

    /// Has this thread, and the threads and processes that it starts from now on, run for a short time each.
    package static func requestShort() { _ = typecase_request_slice(shortest) }

    /// Has this thread run for as long at a time as any other of the system.
    package static func requestUsual() { _ = typecase_request_slice(0) }
}
