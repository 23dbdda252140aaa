@testable internal import LinuxSystem
internal import Testing
@testable internal import Typecase

/// What a handler is told of a font that comes, however long it takes over each telling.
@Suite(.timeLimit(.minutes(2)))
struct ProgressTellerTests {
    private func progress(_ bytes: Int) -> FontDownloadProgress { .init(bytesDone: bytes, bytesTotal: nil) }

    @Test("A handler that blocks holds up nobody, hears the newest alone when it comes back, and after the end nothing")
    func blocking() async {
        let (calls, call) = AsyncStream.makeStream(of: Int.self)
        let threads = BlockingThreads(name: "test-handlers", maximumCount: 2)
        let isOpen = Monitor(false)
        let teller = ProgressTeller(on: threads) { progress in
            call.yield(progress.bytesDone)
            isOpen.waitForResult(limit: { _ in .seconds(60) }) { isOpen, isLate in isOpen || isLate ? () : nil }
        }
        var heard = calls.makeAsyncIterator()
        teller.tell(progress(1))
        #expect(await heard.next(isolation: #isolation) == 1)
        // None of these waits, though nobody takes them.
        for bytes in 2...1_000 { teller.tell(progress(bytes)) }
        isOpen.withLock { $0 = true }
        isOpen.wakeAll()
        #expect(await heard.next(isolation: #isolation) == 1_000)
        teller.end()
        teller.tell(progress(2_000))
        // Another handler on the same threads is called after anything that was to come.
        let other = ProgressTeller(on: threads) { progress in call.yield(-progress.bytesDone) }
        other.tell(progress(5))
        #expect(await heard.next(isolation: #isolation) == -5)
    }

    @Test("What has come before a good end is told all the same, and nothing after it")
    func finish() async {
        let (calls, call) = AsyncStream.makeStream(of: Int.self)
        let threads = BlockingThreads(name: "test-handlers", maximumCount: 1)
        let teller = ProgressTeller(on: threads) { progress in call.yield(progress.bytesDone) }
        teller.tell(progress(7))
        teller.finish()
        teller.tell(progress(8))
        var heard = calls.makeAsyncIterator()
        #expect(await heard.next(isolation: #isolation) == 7)
        let other = ProgressTeller(on: threads) { progress in call.yield(-progress.bytesDone) }
        other.tell(progress(5))
        #expect(await heard.next(isolation: #isolation) == -5)
    }

    @Test("A slow handler is called one time after the other, and ends with the newest")
    func oneAfterTheOther() async {
        let (calls, call) = AsyncStream.makeStream(of: Int.self)
        let threads = BlockingThreads(name: "test-handlers", maximumCount: 8)
        let tally = Monitor((running: 0, most: 0, told: [Int]()))
        let teller = ProgressTeller(on: threads) { progress in
            tally.withLock { tally in
                tally.running += 1
                tally.most = max(tally.most, tally.running)
            }
            tally.withLock { tally in
                tally.running -= 1
                tally.told.append(progress.bytesDone)
            }
            if progress.bytesDone == 10_000 { call.finish() }
        }
        for bytes in 1...10_000 { teller.tell(progress(bytes)) }
        for await _ in calls {}
        #expect(tally.withLock { $0.most } == 1)
        let told = tally.withLock { $0.told }
        #expect(told == told.sorted() && told.last == 10_000)
    }
}
