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
        arguments: Moment.allCases, [100, 160])
    func batch(moment: Moment, count: Int) async throws {
        try await RunningDaemon.run { daemon in
            let before = try await daemon.register(makeFont("Before"))
            let process = daemon.processID
            let fonts = Batch.fonts(count)
            let batch = try await Batch(on: daemon.connection, with: fonts)
            // Its directory is scanned, so that there is a worker for that.
            let second = try await daemon.register(makeFont("Second"))
            let workers = daemon.descendants
            let committing: Task<Set<String>, any Error>
            let changes = try await daemon.management.statusChanged()
            let disk: Interference
            switch moment {
            case .beforeCommit:
                disk = try await daemon.makeReadOnly()
                committing = Task { try await result(of: batch) }
            case .published:
                // Without it the batch would be through before anything fails.
                try #require(workers.contains { commandLine(of: $0).contains("warm") })
                for worker in workers { kill(worker, SIGSTOP) }
                committing = Task { try await result(of: batch) }
                try await eventually("the fonts are in place", below: daemon.publishedDirectory) {
                    daemon.publishedFiles.count == count + 2
                }
                // What ends a rename must not be taken for a new one: the daemon is to be through with them.
                _ = try await daemon.settledDescriptorCount()
                disk = try await daemon.makeReadOnly()
                for worker in workers { kill(worker, SIGCONT) }
            }
            let refusals = try await committing.value
            // Otherwise the signal that is waited for next never comes.
            try #require(refusals == ["ReadOnly"])
            if moment == .published {
                // What is in place could not be taken back, which everybody is told of.
                for await _ in changes {
                    if try await daemon.management.status().boolean("read_only") == true { break }
                }
                let status = try await daemon.management.status()
                #expect(status.boolean("ready") == false)
                #expect(!status.text("read_only_reason").isEmpty)
            }
            #expect(try await daemon.list().map { $0.text("id") } == [before, second])
            #expect(try await error(of: "Single", daemon) == "ReadOnly")
            #expect(try await daemon.list().count == 2)

            await disk.end()
            // Only who tries has it looked at again, and every few seconds at most.
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

    @Test(
        "Fonts for an open batch are refused meanwhile, and the batch goes on with others afterwards"
    )
    func openBatch() async throws {
        try await RunningDaemon.run { daemon in
            let before = try await daemon.register(makeFont("Before"))
            let fonts = Batch.fonts(48)
            var batch = try await Batch(on: daemon.connection, with: Array(fonts[..<16]))
            #expect(daemon.stagedFiles.count == 16)
            let process = daemon.processID
            let disk = try await daemon.makeReadOnly(["\(daemon.publishedDirectory)/.stage"])
            try await batch.add(Array(fonts[16..<32]))
            #expect(
                batch.offers.map(\.errorName) == Array(repeating: "", count: 16)
                    + Array(repeating: "ReadOnly", count: 16))
            #expect(daemon.stagedFiles.count == 16, "nothing is left of them")
            #expect(try await daemon.list().map { $0.text("id") } == [before])
            await disk.end()
            // Reading failed there as well, which is looked at again every few seconds.
            while try await error(of: "Single", daemon) == "ReadOnly" {}
            try await batch.add(Array(fonts[32...]))
            let answer = try await batch.commit()
            #expect(
                answer.results.map(\.errorName)
                    == Array(repeating: "", count: 16) + Array(repeating: "ReadOnly", count: 16)
                    + Array(repeating: "", count: 16))
            #expect(daemon.processID == process)
            try await expectAgreement(daemon, 34)
        }
    }

    @Test(
        "An open batch that is committed while its directories can only be read is refused, and nothing of it is there",
        arguments: [32, 160])
    func committedMeanwhile(count: Int) async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Before"))
            let fonts = Batch.fonts(count)
            let batch = try await Batch(on: daemon.connection, with: fonts)
            let published = daemon.publishedFiles.map(\.path)
            let disk = try await daemon.makeReadOnly(daemon.fontDirectories)
            #expect(try await result(of: batch) == ["ReadOnly"])
            #expect(try await daemon.list().count == 1)
            #expect(daemon.publishedFiles.map(\.path) == published)
            await disk.end()
            var errors: Set<String>
            repeat {
                errors = try await result(of: Batch(on: daemon.connection, with: fonts))
            } while errors == ["ReadOnly"]
            #expect(errors.isEmpty)
            try await expectAgreement(daemon, count + 1)
        }
    }

    @Test("While a change of the system's fonts cannot be written down, fonts are refused, and taken afterwards")
    func systemFonts() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Before"))
            let disk = try await daemon.makeReadOnly()
            try daemon.home.addSystemFont(makeFont("Of The System"), name: "system.ttf")
            try await eventually("the change cannot be written down") {
                try await !daemon.management.status().text("system_fonts_failure").isEmpty
            }
            #expect(try await !error(of: "Single", daemon).isEmpty)
            await disk.end()
            try await eventually("the change is written down, and fonts are taken") {
                try await error(of: "Single", daemon).isEmpty
            }
            #expect(try await daemon.management.status().text("system_fonts_failure").isEmpty)
        }
    }

    /// The errors of the batch's fonts, or of the whole call; none where all are registered.
    private func result(of batch: Batch) async throws -> Set<String> {
        do throws(BusError) {
            return Set(try await batch.client.commit(timeout: .seconds(300)).results.map(\.errorName)).subtracting([""])
        } catch {
            return [Self.name(of: error)]
        }
    }

    /// The error of one font, or of the whole call; empty where it is registered.
    private func error(of family: String, _ daemon: RunningDaemon) async throws -> String {
        do {
            return try await daemon.register([daemon.home.openFont(makeFont(family))]).results[0].errorName
        } catch let error as BusError {
            return Self.name(of: error)
        }
    }

    /// The short name of an error.
    ///
    /// A notice to programs may have changed the time of a directory of the system's fonts, which cannot be written down
    /// either, and SQLite has one error for whatever a disk answers.
    private static func name(of error: BusError) -> String {
        error.message.contains("The system's fonts, whose names must not be taken") ? "ReadOnly" : error.shortName
    }

    /// The arguments that a process was started with.
    private func commandLine(of process: Int32) -> [Substring] {
        ((try? readProcessFile("/proc/\(process)/cmdline")) ?? "").split(separator: "\0")
    }

    /// Registry, tree, store and fontconfig say the same, once what failed is cleared up.
    private func expectAgreement(_ daemon: RunningDaemon, _ count: Int) async throws {
        #expect(try await daemon.list(["limit": BusVariant(UInt32(1000))]).count == count)
        #expect(daemon.stagedFiles.isEmpty, "nothing is left of the batch that failed")
        #expect(daemon.publishedFiles.filter { !$0.path.hasPrefix(".") }.count == count)
        #expect(try await daemon.fontconfigFamilies().count == count)
        #expect(try await daemon.filesLeftInStore().count == count, "a sidecar of each")
    }
}
