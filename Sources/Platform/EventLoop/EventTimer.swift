/// A timer of an event loop.
///
/// Must only be used on its loop.
package final class EventTimer {
    private unowned let loop: EventLoop
    let interval: Duration?
    /// The time at which the timer fires next, by the loop's clock.
    var deadline: MonotonicTime
    /// The timer's index in its queue; nil if it is not in a queue.
    var index: Int?
    private var handler: (() -> Void)?

    init(
        loop: EventLoop, deadline: MonotonicTime, interval: Duration?, handler: @escaping () -> Void
    ) {
        self.loop = loop
        self.deadline = deadline
        self.interval = interval
        self.handler = handler
    }

    /// Cancels the timer, so that its handler is not called again.
    package func cancel() {
        loop.checkIsolated()
        handler = nil
        loop.remove(self)
    }

    /// Whether the timer has not been cancelled.
    var isArmed: Bool { handler != nil }

    func fire() {
        let handler = handler
        if interval == nil { self.handler = nil }
        handler?()
    }
}

/// A time of the clock that runs uniformly while the machine is awake.
struct MonotonicTime: Comparable {
    let nanoseconds: UInt64

    static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
