import LinuxSystem
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Work in a passing task` {
    private struct Failure: Error {}

    @Test func `comes back with its value or its error`() async {
        #expect(await PassingTask.run { 7 } == 7)
        await #expect(throws: Failure.self) {
            try await PassingTask.run { () async throws(Failure) -> Int in throw Failure() }
        }
    }

    @Test func `is cancelled with the task that waits for it`() async {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            await PassingTask.run {
                begin.finish()
                // Without an end but by cancellation.
                for await _ in AsyncStream<Void>(unfolding: { try? await AlarmClock.shared.sleep(for: .seconds(1)) }) {}
                return Task.isCancelled
            }
        }
        for await _ in begun {}
        task.cancel()
        #expect(await task.value)
    }

    @Test func `is done for each value of a stream, one after the other`() async {
        let (values, give) = AsyncStream.makeStream(of: Int.self)
        for value in 1...3 { give.yield(value) }
        give.finish()
        let (done, note) = AsyncStream.makeStream(of: String.self)
        await PassingTask.forEach(values) { value in
            note.yield("begin \(value)")
            await Task.yield()
            note.yield("end \(value)")
        }
        note.finish()
        var log: [String] = []
        for await entry in done { log.append(entry) }
        #expect(log == (1...3).flatMap { ["begin \($0)", "end \($0)"] })
    }
}
