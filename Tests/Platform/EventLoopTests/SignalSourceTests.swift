import EventLoop
import Glibc
import Testing

@Suite struct SignalTests {
    @Test func `a blocked signal arrives as an event`() async throws {
        let loop = try EventLoop(name: "test loop")
        let source = try await SignalSource([SIGUSR1, SIGUSR2], on: loop)
        await loop.run {
            // To the loop's thread alone, as the others in a test process do not block it.
            SignalSource.block([SIGUSR1, SIGUSR2])
            raise(SIGUSR2)
        }
        var iterator = source.signals.makeAsyncIterator()
        #expect(await iterator.next() == SIGUSR2)
        await loop.run { _ = raise(SIGUSR1) }
        #expect(await iterator.next() == SIGUSR1)
        await loop.stop()
    }
}
