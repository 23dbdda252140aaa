internal import CLinux
internal import Glibc

/// The timers of a loop, in a heap whose first element fires next.
///
/// Each timer stores its index in the heap, so that cancelling a timer is cheap. This matters because nearly every
/// timer is a call's timeout, and nearly every call is answered before its timeout.
final class TimerQueue {
    private var heap: [EventTimer] = []

    func add(
        after delay: Duration, repeating interval: Duration?, on loop: EventLoop, _ handler: @escaping () -> Void
    ) -> EventTimer {
        let timer = EventTimer(
            loop: loop, deadline: Self.deadline(after: delay), interval: interval, handler: handler)
        insert(timer)
        return timer
    }

    func remove(_ timer: EventTimer) {
        guard let index = timer.index else { return }
        let last = heap.removeLast()
        timer.index = nil
        guard last !== timer else { return }
        place(last, at: index)
        siftUp(from: index)
        siftDown(from: last.index ?? index)
    }

    func removeAll() {
        for timer in heap { timer.index = nil }
        heap = []
    }

    /// Fires the timers that are due now, but not timers that their handlers add.
    func fireDue() {
        guard !heap.isEmpty else { return }
        let now = Self.now()
        var due: [EventTimer] = []
        while let first = heap.first, first.deadline <= now {
            remove(first)
            due.append(first)
        }
        for timer in due {
            timer.fire()
            if let interval = timer.interval, timer.isArmed {
                timer.deadline = Self.deadline(after: interval)
                insert(timer)
            }
        }
    }

    /// The time at which the next timer is due; nil if there is no timer.
    var nextDeadline: MonotonicTime? { heap.first?.deadline }

    /// The time until the next timer is due, in milliseconds and rounded up; -1 if there is no timer.
    func millisecondsUntilNext() -> Int32 {
        guard let first = heap.first else { return -1 }
        let now = Self.now()
        guard first.deadline > now else { return 0 }
        let milliseconds = (first.deadline.nanoseconds - now.nanoseconds + 999_999) / 1_000_000
        return Int32(clamping: milliseconds)
    }

    private func insert(_ timer: EventTimer) {
        timer.index = heap.count
        heap.append(timer)
        siftUp(from: heap.count - 1)
    }

    private func place(_ timer: EventTimer, at index: Int) {
        heap[index] = timer
        timer.index = index
    }

    private func siftUp(from start: Int) {
        var index = start
        let timer = heap[index]
        while index > 0 {
            let parent = (index - 1) / 2
            guard timer.deadline < heap[parent].deadline else { break }
            place(heap[parent], at: index)
            index = parent
        }
        place(timer, at: index)
    }

    private func siftDown(from start: Int) {
        var index = start
        let timer = heap[index]
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].deadline < heap[child].deadline { child += 1 }
            guard heap[child].deadline < timer.deadline else { break }
            place(heap[child], at: index)
            index = child
        }
        place(timer, at: index)
    }

    private static func now() -> MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    private static func deadline(after delay: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = delay.components
        guard delay > .zero else { return now() }
        // A delay of several centuries or more counts as infinite.
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let nanoseconds = overflow ? UInt64.max : whole &+ UInt64(attoseconds) / 1_000_000_000
        let (sum, overflows) = now().nanoseconds.addingReportingOverflow(nanoseconds)
        return MonotonicTime(nanoseconds: overflows ? .max : sum)
    }
}
