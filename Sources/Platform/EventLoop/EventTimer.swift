/// A timer of an event loop.
///
/// Only to be used on its loop.
package final class EventTimer {
    private unowned let loop: EventLoop
    let interval: Duration?
    /// When it fires next, as the loop's clock tells the time.
    var deadline: MonotonicTime
    /// Where it is in its queue; nil when it is in none.
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

    /// Sees to it that the handler is not called again.
    package func cancel() {
        loop.checkIsolated()
        handler = nil
        loop.remove(self)
    }

    /// Whether it has not been cancelled.
    var isArmed: Bool { handler != nil }

    func fire() {
        let handler = handler
        if interval == nil { self.handler = nil }
        handler?()
    }
}

/// A time of the clock that counts evenly while the machine is awake.
struct MonotonicTime: Comparable {
    let nanoseconds: UInt64

    static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
