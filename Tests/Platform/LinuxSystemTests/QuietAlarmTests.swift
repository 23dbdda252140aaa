import LinuxSystem
import Testing

@Suite struct QuietAlarmTests {
    private static let quietTime = Duration.milliseconds(100)

    @Test func `what is to be done when it is quiet is done once, as it was said last`() async {
        let alarm = QuietAlarm(after: Self.quietTime)
        let (actions, note) = AsyncStream.makeStream(of: Int.self)
        var iterator = actions.makeAsyncIterator()
        let start = SuspendingClock.now
        for number in 1...3 { alarm.note { note.yield(number) } }
        // On a machine that took so long for this, it was quiet in between.
        let wasQuiet = .now - start >= Self.quietTime
        let first = await iterator.next()
        #expect(first == 3 || wasQuiet)
        #expect(.now - start >= Self.quietTime)
        guard !wasQuiet else { return }
        // And again after it happened again.
        alarm.note { note.yield(4) }
        #expect(await iterator.next() == 4)
    }
}
