@testable internal import FontDaemon
internal import FontLibrary
internal import Testing

/// When changes of files are looked at; the time is made up.
@Suite struct `Changes that wait to be looked at` {
    private let start = ContinuousClock.now

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    private func shard() throws -> Shard { try #require(Shard(name: "00")) }

    @Test func `are due once it was quiet for a moment, all at once`() throws {
        var pending = PendingChanges()
        #expect(pending.due == nil)
        let shard = try shard()
        for number in 0..<3 { pending.note("\(number).ttf", in: shard, at: after(400 * number)) }
        pending.noteSystem(at: after(800))
        #expect(pending.due == after(1800))
        #expect(pending.take(at: after(1799)) == PendingChanges.Due())
        let due = pending.take(at: after(1800))
        #expect(
            due == PendingChanges.Due(tree: .entries([shard: ["0.ttf", "1.ttf", "2.ttf"]]), isSystemChanged: true))
        #expect(pending.due == nil)
        #expect(pending.take(at: after(9000)) == PendingChanges.Due())
    }

    @Test func `are looked at although more keep coming`() throws {
        var pending = PendingChanges()
        let shard = try shard()
        var looks: [Int] = []
        for time in stride(from: 0, through: 20_000, by: 500) {
            pending.note("font.ttf", in: shard, at: after(time))
            if pending.take(at: after(time)).isOfFonts { looks.append(time) }
        }
        #expect(looks == [5000, 10_500, 16_000])
    }

    @Test func `of rules and providers do not wait for fonts that come and go`() throws {
        var pending = PendingChanges()
        let shard = try shard()
        pending.note("font.ttf", in: shard, at: start)
        pending.notePolicy(at: after(100))
        pending.noteProviders(at: after(200))
        pending.note("font.ttf", in: shard, at: after(900))
        #expect(pending.due == after(1200))
        #expect(
            pending.take(at: after(1200)) == PendingChanges.Due(isPolicyChanged: true, areProvidersChanged: true))
        #expect(pending.due == after(1900), "the fonts are still to come")
    }

    @Test func `are not told one by one where there are very many`() throws {
        var pending = PendingChanges()
        let shard = try shard()
        for number in 0...LibraryWatch.maximumEntries { pending.note("\(number).ttf", in: shard, at: start) }
        pending.note("another.ttf", in: shard, at: start)
        #expect(pending.take(at: after(1000)) == PendingChanges.Due(tree: .anything))
    }
}
