internal import BusInterface
internal import DBus
internal import Synchronization
internal import TestSupport
internal import Testing

/// Fonts in a file system that never answers a read.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("an ordinary user may serve file systems") { await SilentFileSystem.isAvailable() })
struct SilentFileSystemTests {
    /// The reads that a provider may have hang before it is refused.
    private static let hangingReads = 2

    @Test("A read that never returns costs its caller an error, its provider a pause, and nobody else anything")
    func neverAnswered() async throws {
        try await RunningDaemon.run { daemon in
            let silent = try await SilentFileSystem(in: daemon.home.scratch)
            // Whatever first calls of either way open is there by now.
            let own = try await daemon.register(makeFont("Own"))
            _ = try await daemon.register(makeFont("Another's"), by: .user)
            let descriptors = try await daemon.settledDescriptorCount()
            let threadCount = threads(of: daemon.processID).count

            let unanswered = Unanswered(Self.hangingReads)
            let calls = (0..<Self.hangingReads).map { number in
                Task {
                    defer { unanswered.count.subtract(1, ordering: .releasing) }
                    return try await daemon.register([silent.open(number)])
                }
            }
            for number in 0..<Self.hangingReads { try await silent.waitForRead(of: number) }
            try await expectServed("Meanwhile", daemon)
            #expect(
                unanswered.count.load(ordering: .acquiring) == Self.hangingReads,
                "others were served while every one of these calls hung")
            for call in calls {
                let result = try #require(try await call.value.results.first)
                #expect(result.errorName == "RegistrationFailed")
                #expect(result.text("message").contains("took longer than"), "\(result)")
            }

            // The reads hang on. Their provider gets nothing more read, from wherever; all else it may do.
            let good = makeFont("Good")
            for font in [try daemon.home.openFont(good), try silent.open(Self.hangingReads)] {
                let refusal = try #require(try await daemon.register([font]).results.first)
                #expect(refusal.errorName == "Busy")
                #expect(refusal.text("message").contains("file system that does not answer"), "\(refusal)")
            }
            #expect(try await daemon.list().map { $0.text("id") } == [own])
            #expect(try await daemon.setEnabled([own], false).results.map(\.errorName) == [""])
            try await expectServed("Later", daemon)
            #expect(unanswered.count.load(ordering: .acquiring) == 0)
            #expect(
                threads(of: daemon.processID).count <= threadCount + Self.hangingReads + Self.comingAndGoing,
                "a thread for each read that hangs")

            await silent.end()
            // Nobody is told when a read comes back that nobody waits for, nor when a thread ends.
            try await eventually("the provider may register fonts again") {
                try await daemon.register([daemon.home.openFont(good)]).results.first?.errorName == ""
            }
            try await daemon.waitForDescriptorCount(of: descriptors + Self.comingAndGoing)
            try await eventually("no thread hangs any more") {
                threads(of: daemon.processID).count <= threadCount + Self.comingAndGoing
            }
            #expect(try await daemon.fontconfigFamilies() == ["Another's", "Meanwhile", "Later", "Good"])
            #expect(daemon.publishedFiles.count == 4)
            #expect(daemon.stagedFiles == [])
        }
    }

    @Test("A caller that leaves takes along what waits for a read that never returns")
    func callerLeaves() async throws {
        try await RunningDaemon.run { daemon in
            let silent = try await SilentFileSystem(in: daemon.home.scratch)
            _ = try await daemon.register(makeFont("Own"))
            let descriptors = try await daemon.settledDescriptorCount()
            let caller = try await daemon.connect()
            let fonts = try (0..<Self.fontsOfCall).map { try silent.open($0) }
            let call = Task {
                try await FontManager1Client(caller).registerFonts(
                    fonts: fonts, scope: "persistent", enabled: true, options: [:])
            }
            try await silent.waitForRead(of: 0)
            try await silent.waitForRead(of: 1)
            await caller.close()
            let start = ContinuousClock.now
            await #expect(throws: BusError.self) { try await call.value }
            // Each read that hangs keeps its file, and the memory that it is copied to.
            try await daemon.waitForDescriptorCount(of: descriptors + 2 * Self.readsAtOnce + Self.comingAndGoing)
            #expect(start.duration(to: .now) < .seconds(15), "long before the reads are overdue")
            try await expectServed("Meanwhile", daemon)
            await silent.end()
            try await daemon.waitForDescriptorCount(of: descriptors + Self.comingAndGoing)
        }
    }

    @Test("A service that is stopped does not wait for a read that never returns", arguments: [false, true])
    func stopped(isInBatch: Bool) async throws {
        try await RunningDaemon.run { daemon in
            let silent = try await SilentFileSystem(in: daemon.home.scratch)
            let caller = try await daemon.connect()
            let call = Task {
                guard isInBatch else {
                    return try await FontManager1Client(caller).registerFonts(
                        fonts: [silent.open(0)], scope: "persistent", enabled: true, options: [:]
                    ).results
                }
                return try await Batch(on: caller).client.addFonts(fonts: [silent.open(0)], options: [:])
            }
            try await silent.waitForRead(of: 0)
            let start = ContinuousClock.now
            async let outcome = daemon.stop()
            let refusal = try #require(try await call.value.first)
            #expect(start.duration(to: .now) < .seconds(5))
            #expect(refusal.errorName == "Busy")
            #expect(refusal.text("message").contains("ended before the font was read"), "\(refusal)")
            // The kernel lets no process end that a file system owes an answer.
            await silent.end()
            #expect(await outcome?.termination == .exited(0))
            #expect(start.duration(to: .now) < .seconds(10))
            await caller.close()
        }
    }

    /// So many fonts that most of them wait for their turn to be read.
    private static let fontsOfCall = 16
    /// What the service reads at one time.
    private static let readsAtOnce = 6

    /// The workers' sockets and pidfds, and the threads of pools that grow and shrink with their work.
    private static let comingAndGoing = 8

    /// Expects that another provider can do everything.
    private func expectServed(_ family: String, _ daemon: RunningDaemon) async throws {
        let id = try await daemon.register(makeFont(family), by: .user)
        #expect(try await daemon.list(by: .user).contains { $0.text("id") == id })
        let match = try await daemon.manager.match(descriptors: [["family": BusVariant(family)]], options: [:])
        #expect(match.first?.text("id") == id)
        #expect(try await daemon.fontconfigFamilies().contains(family))
    }
}

/// How many calls have no answer yet.
private final class Unanswered: Sendable {
    let count: Atomic<Int>

    init(_ count: Int) { self.count = Atomic(count) }
}
