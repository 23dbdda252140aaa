import Synchronization
import Testing

@testable import LinuxSystem

@Suite(.timeLimit(.minutes(10)))
struct AlarmClockTests {
    @Test func `alarms come in the order of their times, and cancelled ones not at all`() async {
        let clock = AlarmClock()
        var order: [Int] = []
        var preparing: Duration
        repeat {
            let (events, continuation) = AsyncStream.makeStream(of: Int.self)
            let start = SuspendingClock.now
            _ = clock.add(after: .milliseconds(60)) { continuation.yield(2) }
            _ = clock.add(after: .milliseconds(20)) { continuation.yield(1) }
            let cancelled = clock.add(after: .milliseconds(40)) { continuation.yield(0) }
            clock.cancel(cancelled)
            _ = clock.add(after: .milliseconds(80)) { continuation.finish() }
            preparing = .now - start
            order = []
            for await event in events { order.append(event) }
            // Where this took so long that another order of the times came of it, they say nothing.
        } while preparing >= .milliseconds(20)
        #expect(order == [1, 2])
    }

    @Test func `an earlier alarm does not wait for a later one, nor a new one for a thread that has ended`()
        async throws
    {
        let clock = AlarmClock()
        let late = clock.add(after: .seconds(600)) {}
        try await clock.sleep(for: .milliseconds(1))
        clock.cancel(late)
        try await clock.sleep(for: .milliseconds(1))
    }

    @Test func `who is cancelled wakes at once`() async {
        let sleeping = Task { try await AlarmClock().sleep(for: .seconds(600)) }
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
    }
}
