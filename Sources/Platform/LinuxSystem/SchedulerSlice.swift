internal import CLinux

/// The length of the time slices that a thread requests from the scheduler; with short slices, it runs sooner.
///
/// A thread that mostly passes things on has little work each time it is woken, and others wait for it. If every
/// processor is busy with a font, the thread would have to wait until one of the threads that are busy with fonts has
/// used its slice. A thread that requests a shorter slice is scheduled first; it does not receive more processor time
/// in total.
///
/// Source: sched_setattr(2) and Linux's Documentation/scheduler/sched-eevdf.rst. Linux before 6.12 ignores the request
/// and schedules as usual.
package enum SchedulerSlice {
    /// The shortest slice that the scheduler supports, in nanoseconds.
    private static let shortest: UInt64 = 100_000

    /// Requests short slices for this thread and for the threads and processes that it starts from now on.
    package static func requestShort() { _ = typecase_request_slice(shortest) }

    /// Requests slices of the system's usual length for this thread.
    package static func requestUsual() { _ = typecase_request_slice(0) }
}
