internal import FetchProtocol
@testable internal import FontDaemon
internal import Synchronization
internal import Testing

/// How often the owner of a job is told how far it is.
struct JobProgressTests {
    private final class Counter: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func add() { state.withLock { $0 += 1 } }
    }

    private let tellings = Counter()
    private let progress: JobProgress
    private let start = ContinuousClock.now

    init() {
        let tellings = tellings
        progress = JobProgress { tellings.add() }
    }

    @Test func `However much comes before the owner was told, it is told once, and then the last`() {
        for done in 1...1000 {
            progress.note(FetchProgress(done: done, total: 2000), at: start.advanced(by: .seconds(done)))
        }
        #expect(tellings.count == 1)
        #expect(progress.bytes == (1000, 2000))
        #expect(progress.part == 0.5)
        #expect(progress.bytesToTell(at: start) == (1000, 2000))
    }

    @Test func `A fetcher that tells without a pause has its owner told now and then`() {
        // A thousand times in a second, of an owner who is told at once.
        for millisecond in 0..<1000 {
            let now = start.advanced(by: .milliseconds(millisecond))
            let before = tellings.count
            progress.note(FetchProgress(done: millisecond, total: nil), at: now)
            if tellings.count > before { #expect(progress.bytesToTell(at: now).done == UInt64(millisecond)) }
        }
        #expect(tellings.count == 20)
        #expect(progress.bytes.done == 999)
        #expect(progress.part == -1)
    }
}
