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
