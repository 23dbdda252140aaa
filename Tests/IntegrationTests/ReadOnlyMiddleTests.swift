internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// A home that becomes read-only while a batch is on its way into it, as a disk with errors is made, and that can be
/// written to again later.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("running processes may be traced here") { await RunningDaemon.canTraceOthers() })
struct ReadOnlyMiddleTests {
    /// Where the batch is when it happens.
    enum Moment: CaseIterable {
        /// It is filled, and nothing was published.
        case beforeCommit
        /// Its fonts are in place, and the registry does not know of them.
        case published
    }

    /// A small batch is carried out in a round, a large one beside the rounds.
    @Test(
        "The batch is refused as read-only, nothing of it is there, and it succeeds later without a restart",
        arguments: [Moment.beforeCommit, .published], [100, 160])
    func batch(moment: Moment, count: Int) async throws {
        try await RunningDaemon.run { daemon in
            let before = try await daemon.register(makeFont("Before"))
            let process = daemon.processID
            let fonts = Batch.fonts(count)
            let batch = try await Batch(on: daemon.connection, with: fonts)
            // Its directory is scanned, so that there is a worker for that.
            let second = try await daemon.register(makeFont("Second"))
            let workers = daemon.descendants
            if moment == .published { for worker in workers { kill(worker, SIGSTOP) } }
            let committing: Task<Set<String>, any Error>
            let disk: Interference
            switch moment {
            case .beforeCommit:
                disk = try await daemon.makeReadOnly()
                committing = Task { try await result(of: batch) }
            case .published:
                for worker in workers { kill(worker, SIGSTOP) }
                committing = Task { try await result(of: batch) }
                while daemon.publishedFiles.count < count + 2 { _ = try await daemon.manager.whoAmI() }
                disk = try await daemon.makeReadOnly()
                for worker in workers { kill(worker, SIGCONT) }
            }
            #expect(try await committing.value == ["ReadOnly"])
            #expect(try await daemon.list().map { $0.text("id") } == [before, second])
            let single = try await daemon.register([daemon.home.openFont(makeFont("Single"))])
            #expect(single.results.map(\.errorName) == ["ReadOnly"])
            #expect(try await daemon.list().count == 2)

            await disk.end()
            // What was in the way is looked at again every few seconds.
            var errors: Set<String>
            repeat {
                errors = try await result(of: Batch(on: daemon.connection, with: fonts))
            } while errors == ["ReadOnly"]
            #expect(errors.isEmpty)
            #expect(daemon.processID == process)
            try await expectAgreement(daemon, count + 2)
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            try await expectAgreement(daemon, count + 2)
        }
    }

    /// The errors of the batch's fonts, or of the whole call; none where all are registered.
    private func result(of batch: Batch) async throws -> Set<String> {
        do throws(BusError) {
            return Set(try await batch.client.commit(timeout: .seconds(300)).results.map(\.errorName)).subtracting([""])
        } catch {
            return [error.shortName]
        }
    }

    private func expectAgreement(_ daemon: RunningDaemon, _ count: Int) async throws {
        #expect(try await daemon.list(["limit": BusVariant(UInt32(1000))]).count == count)
        #expect(daemon.stagedFiles.isEmpty, "nothing is left of the batch that failed")
        #expect(daemon.publishedFiles.filter { !$0.path.hasPrefix(".") }.count == count)
        #expect(try await daemon.fontconfigFamilies().count == count)
        #expect(try await daemon.filesLeftInStore().count == count, "a sidecar of each")
    }
}
