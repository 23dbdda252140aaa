import FontLibrary
import Glibc
import InspectionClient
import InspectionProtocol
import LinuxSystem
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10))) struct `Notices to programs that poll` {
    @Test(arguments: Array(stride(from: 0, to: 1000, by: 50)))
    func `come twice at the beginning of later seconds`(millisecond: Int) async throws {
        let fixture = try SettlingFixture(passedOfSecond: .milliseconds(millisecond))
        let change = fixture.clock.elapsed
        await fixture.settle { $0.noteChange() }
        let notices = fixture.notices
        try #require(notices.count == 2)
        #expect(notices[0] >= change + .milliseconds(1100))
        #expect(notices[0] < change + .milliseconds(2120))
        #expect(notices[0].second > change.second)
        #expect(notices[0].passed == .milliseconds(15), "as soon as a second has begun")
        #expect(notices[1].passed == .milliseconds(994), "just before one begins")
        #expect(notices[1] - notices[0] == .milliseconds(2979))
        #expect(try await !fixture.registry.isPublicationPending())
    }

    @Test func `are put off by a stream of changes for five seconds, and come after its end as well`() async throws {
        let fixture = try SettlingFixture()
        for step in 1...24 {
            fixture.clock.at(.milliseconds(500 * step)) { [settling = fixture.settling] in settling.noteChange() }
        }
        await fixture.settle { $0.noteChange() }
        let notices = fixture.notices
        #expect(try #require(notices.first) <= PublicationSettling.longestDelay + .milliseconds(1015))
        #expect(zip(notices, notices.dropFirst()).allSatisfy { $1 - $0 <= .seconds(6) })
        let last = Duration.seconds(12)
        #expect(notices.filter { $0 >= last + PublicationSettling.firstDelay }.count == 2)
    }

    @Test func `come twice for a change between those of another`() async throws {
        let fixture = try SettlingFixture()
        fixture.clock.at(.milliseconds(3500)) { [settling = fixture.settling] in settling.noteChange() }
        await fixture.settle { $0.noteChange() }
        #expect(fixture.notices.map(\.second) == [2, 5, 7])
    }

    @Test func `come twice for a change as the last is given`() async throws {
        let fixture = try SettlingFixture { settling, count in
            if count == 2 { settling.noteChange() }
        }
        await fixture.settle { $0.noteChange() }
        #expect(fixture.notices.map(\.second) == [2, 4, 7, 9])
        #expect(try await !fixture.registry.isPublicationPending())
    }

    @Test func `are given again where they came late in a second, and not for ever`() async throws {
        let fixture = try SettlingFixture()
        // The first sleep is for the end of the changes, the second for the beginning of a second.
        fixture.clock.oversleep(by: [.zero, .milliseconds(300), .milliseconds(106), .milliseconds(105)])
        await fixture.settle { $0.noteChange() }
        let first = fixture.notices.prefix(3).map(\.passed)
        #expect(first == [.milliseconds(315), .milliseconds(121), .milliseconds(120)])
        #expect(fixture.notices.count == 4)

        let busy = try SettlingFixture()
        busy.clock.oversleep(by: Array(repeating: .milliseconds(400), count: 100))
        await busy.settle { $0.noteChange() }
        #expect(busy.notices.count == 12, "each with five repetitions")
    }

    @Test func `stay due where they are given up`() async throws {
        let fixture = try SettlingFixture()
        fixture.clock.at(.milliseconds(3000)) { [settling = fixture.settling] in settling.cancel() }
        _ = try await fixture.registry.commit([.setPublicationPending(true)])
        await fixture.settle { $0.noteChange() }
        #expect(fixture.notices.map(\.second) == [2])
        #expect(try await fixture.registry.isPublicationPending())
    }

    @Test func `come whether the cache of the last could be written or not`() async throws {
        let fixture = try SettlingFixture(isWarmed: false)
        await fixture.settle { $0.noteChange() }
        #expect(fixture.notices.map(\.second) == [2, 4])
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anything"))
    func `stay due where they cannot be given, until they are`() async throws {
        let fixture = try SettlingFixture()
        _ = try await fixture.registry.commit([.setPublicationPending(true)])
        try #require(chmod(fixture.root, 0o500) == 0)
        await fixture.settle { $0.noteChange() }
        #expect(fixture.notices.isEmpty)
        #expect(try await fixture.registry.isPublicationPending())
        try #require(chmod(fixture.root, 0o755) == 0)
        await fixture.settle { $0.noteChange() }
        #expect(fixture.notices.count == 2)
        #expect(try await !fixture.registry.isPublicationPending())
    }
}

/// Notices over a real tree and a real registry in a scratch home, at times that are made up.
private final class SettlingFixture: Sendable {
    /// When notices were given.
    private struct Record {
        var times: [Duration] = []
        weak var settling: PublicationSettling?
    }

    let clock: ScriptedClock
    let registry: Registry
    let settling: PublicationSettling
    private let home: ScratchHome
    private let work = WorkInProgress()
    private let worker: FakeWorker
    private let record: RecordBox

    private final class RecordBox: Sendable {
        let value = Mutex(Record())
    }

    /// Makes a home with a tree in which nothing is published any more.
    ///
    /// - Parameters:
    ///   - passedOfSecond: How much of a second has passed at the beginning.
    ///   - isWarmed: Whether the sentinel's cache can be written.
    ///   - onNotice: Called as a notice is given, with its number from 1.
    /// - Throws: What kept the home from being made.
    init(
        passedOfSecond: Duration = .zero, isWarmed: Bool = true,
        onNotice: @escaping @Sendable (PublicationSettling, Int) -> Void = { _, _ in }
    ) throws {
        let clock = ScriptedClock(passedOfSecond: passedOfSecond)
        let record = RecordBox()
        worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                guard case .warm(let directories) = job else { return .failed(.refused("not in this test")) }
                let (settling, count) = record.value.withLock { record in
                    record.times.append(clock.elapsed)
                    return (record.settling, record.times.count)
                }
                if let settling { onNotice(settling, count) }
                return isWarmed ? .warmed(patternCounts: directories.map { _ in 0 }) : .failed(.refused("not now"))
            }
        }
        home = try ScratchHome()
        try home.scratch.makeDirectory("home/.local/share/fonts/typecase/.stage")
        try home.scratch.makeDirectory("home/.local/state/typecase")
        let locations = try FontLocations(environment: home.environment)
        registry = try Registry.open(at: locations.registry).0
        let settling = PublicationSettling(
            tree: try FontTree(locations: locations), inspector: worker.pool(), registry: registry,
            threads: BlockingThreads(name: "test", maximumCount: 4), work: work, clock: clock,
            log: PublisherFixture.log)
        self.clock = clock
        self.record = record
        self.settling = settling
        record.value.withLock { $0.settling = settling }
    }

    /// The directory of the published fonts.
    var root: String { home.userFontDirectory + "/typecase" }

    /// When notices were given, as the clock goes.
    var notices: [Duration] { record.value.withLock { $0.times } }

    /// Notes changes, and returns once nothing is due any more.
    func settle(_ change: (PublicationSettling) -> Void) async {
        let (ends, noteEnd) = AsyncStream.makeStream(of: Void.self)
        let observer = EventLog()
        work.observe(for: observer) { noteEnd.yield() }
        change(settling)
        for await _ in ends where work.kinds.isEmpty { break }
        withExtendedLifetime(observer) {}
    }
}

extension Duration {
    /// The second that it is in.
    fileprivate var second: Int64 { components.seconds }

    /// How much of that second has passed.
    fileprivate var passed: Duration { self - .seconds(second) }
}
