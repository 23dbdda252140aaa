import Synchronization
import Testing

@testable import FontService

@Suite struct `Work in progress` {
    private final class Observer: Sendable {
        let calls = Atomic(0)
    }

    @Test func `tells of its beginning and its end, as long as there is somebody to be told`() {
        let work = WorkInProgress()
        let kept = Observer()
        var gone: Observer? = Observer()
        let calls = Observer()
        for observer in [kept, gone].compactMap(\.self) {
            work.observe(for: observer) { calls.calls.add(1, ordering: .relaxed) }
        }
        #expect(work.observerCount == 2)
        work.begin(.recovery)
        work.end(.recovery)
        #expect(calls.calls.load(ordering: .relaxed) == 4)
        gone = nil
        work.begin(.recovery)
        work.end(.recovery)
        #expect(calls.calls.load(ordering: .relaxed) == 6)
        #expect(work.observerCount == 1)
        #expect(kept.calls.load(ordering: .relaxed) == 0 && gone == nil)
    }
}
