internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

/// Batches that take a while, and what else happens meanwhile.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct LargeBatchTests {
    /// Where disks fail and processes die, nothing depends on a second opinion, which costs a process for each font.
    private static let environment = ["TYPECASE_SECOND_OPINION": "never"]

    @Test(
        "Others register, enable and remove fonts, list them and find one while a large batch is being committed",
        arguments: Way.allCases)
    func others(way: Way) async throws {
        // On a busy machine others may get their turn when the batch is through; who has to wait for it does so each time.
        for _ in 0..<3 where try await isOvertaken(by: way) { return }
        Issue.record("others waited for the batch")
    }

    /// Registers a large batch in one way while somebody else registers, enables, removes and asks.
    ///
    /// - Returns: Whether the others were through before the batch was.
    private func isOvertaken(by way: Way) async throws -> Bool {
        try await RunningDaemon.run { daemon in
            // Whose batch it is, who registers meanwhile, and who asks.
            let other: Way = way == .user ? .provider : .user
            let asking = FontManager1Client(try await daemon.connect())
            let ready = try await daemon.register(makeFont("Ready"), by: other, enabled: false)
            let owner = try await daemon.connect()
            let batch = try await Batch(on: owner, by: way, with: Batch.fonts(900))
            let watched = try await daemon.progress(of: batch, toldTo: owner)
            async let committed = batch.commit()
            // The first sign of progress comes when the batch has everything that it needs to itself.
            for await _ in watched.prefix(1) {}
            #expect(try await batch.commitError()?.shortName == "BatchClosed", "committed once is enough")
            let single = try await daemon.register([daemon.home.openFont(makeFont("Single"))], by: other)
            #expect(single.results.map(\.errorName) == [""])
            let listed = try await asking.listFaces(filter: ["source": BusVariant("typecase")]).faces
            #expect([1, 901].contains(listed.count), "nobody sees a part of the batch")
            #expect(listed.contains { $0.text("family") == "Single" })
            let found = try await asking.match(descriptors: [["family": BusVariant("Single")]], options: [:])
            #expect(found.map { $0.text("id") } == [single.results[0].text("id")])
            let asked = try await asking.generation()
            _ = try await daemon.setEnabled([ready], true, by: other)
            let removed = try await daemon.unregister([single.results[0].text("id")], by: other)
            let answer = try await committed
            #expect(answer.results.allSatisfy { $0.errorName == "" })
            #expect(try await daemon.fontconfigFamilies() == Set((0..<900).map { "Batch \($0)" } + ["Ready"]))
            #expect(daemon.stagedFiles.isEmpty)
            return [asked, single.generation, removed.generation].allSatisfy { $0 < answer.generation }
        }
    }

    @Test("A font of the batch that somebody else registers meanwhile waits for it and is the same font")
    func sameFont() async throws {
        try await RunningDaemon.run { daemon in
            let fonts = Batch.fonts(300)
            let batch = try await Batch(on: daemon.connection, with: fonts)
            let watched = try await daemon.progress(of: batch)
            async let committed = batch.commit()
            for await _ in watched.prefix(1) {}
            let again = try await daemon.register([daemon.home.openFont(fonts[7])])
            // Other bytes under a name of the batch: refused, whoever comes first.
            var namesake = FontBuilder(family: "Namesake")
            namesake.postscriptName = "Batch8-Regular"
            let refused = try await daemon.register([daemon.home.openFont(namesake.build(), name: "namesake.ttf")])
            let answer = try await committed
            #expect(again.results[0].text("id") == answer.results[7].text("id"))
            #expect(again.results[0].boolean("already_registered") == true)
            #expect(refused.results.map(\.errorName) == ["DuplicatedName"])
            #expect(daemon.publishedFiles.count == 300)
        }
    }

    @Test("A batch that is cancelled while it is being committed leaves nothing, or is there as a whole")
    func cancelled() async throws {
        var wasCancelled = false
        for isLate in [false, true] {
            try await RunningDaemon.run { daemon in
                let batch = try await Batch(on: daemon.connection, with: Batch.fonts(400))
                let watched = try await daemon.progress(of: batch)
                async let error = batch.commitError()
                if isLate { for await _ in watched.prefix(1) {} }
                if let refusal = await batch.cancelError() {
                    #expect(refusal.shortName == "BatchClosed")
                    #expect(try await error == nil)
                    #expect(daemon.publishedFiles.count == 400)
                } else {
                    wasCancelled = true
                    #expect(daemon.stagedFiles.isEmpty, "nothing is left when the reply comes")
                    #expect(try await error?.shortName == "BatchClosed")
                    #expect(daemon.publishedFiles.isEmpty && daemon.storedFiles.isEmpty)
                    #expect(try await daemon.list().isEmpty)
                    #expect(try await daemon.fontconfigList().isEmpty)
                }
                #expect(daemon.stagedFiles.isEmpty)
            }
        }
        #expect(wasCancelled, "the cancellation that follows at once comes in time")
    }

    @Test("An owner who leaves while the batch is being committed leaves all of it or nothing")
    func abandoned() async throws {
        try await RunningDaemon.run { daemon in
            let owner = try await daemon.connect()
            let batch = try await Batch(on: owner, with: Batch.fonts(300))
            async let error = batch.commitError()
            await owner.close()
            _ = try? await error
            try await daemon.waitUntilNothingIsStaged()
            // One more batch comes after the end of that one.
            var next = try await Batch(on: daemon.connection)
            try await next.add(Batch.fonts(200, "Next"))
            _ = try await next.commit()
            let count = try await daemon.fontconfigFamilies().count
            #expect([200, 500].contains(count))
            #expect(daemon.publishedFiles.count == count)
            #expect(daemon.storedFiles.count == count, "a sidecar each")
        }
    }

    @Test("50 clients with a batch each are all served, and see one font each that they share")
    func manyClients() async throws {
        try await RunningDaemon.run { daemon in
            let shared = makeFont("Shared")
            let ends = Ends()
            let ids = try await withThrowingTaskGroup(of: [String].self) { group in
                for client in 0..<50 {
                    group.addTask {
                        let connection = try await daemon.connect()
                        defer { ends.note() }
                        var batch: Batch
                        while true {
                            let seen = ends.count
                            do {
                                batch = try await Batch(on: connection)
                                break
                            } catch let error as BusError where error.shortName == "ExceededResourceLimit" {
                                // All are one provider to the service, which may have eight batches at a time.
                                await ends.wait(beyond: seen)
                            }
                        }
                        try await batch.add(Batch.fonts(4, "Client \(client)") + [shared])
                        let results = try await batch.commit().results
                        await connection.close()
                        return results.map { $0.errorName + $0.text("id") }
                    }
                }
                var all: [[String]] = []
                for try await ids in group { all.append(ids) }
                return all
            }
            #expect(Set(ids.map(\.last)).count == 1, "the shared font is registered once")
            #expect(Set(ids.flatMap { $0 }).count == 201)
            #expect(try await daemon.fontconfigFamilies().count == 201)
            #expect(daemon.stagedFiles.isEmpty)
        }
    }

    @Test(
        "Killed while a batch is being committed, registry and tree agree after the next start",
        .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() },
        // What is left of the first fonts of all must not be taken for what a lost registry knew.
        arguments: [(1, 200), (0, 200), (0, 60)])
    func killed(before: Int, count: Int) async throws {
        let (none, all) = (before, before + count)
        try await KillSweep.run(["renameat2", "fdatasync"], points: 4) { supervisor in
            try await RunningDaemon.run(isStarted: false) { daemon in
                try await daemon.start(environment: Self.environment)
                let kept = before > 0 ? try await daemon.register(makeFont("Kept")) : nil
                await daemon.stop()
                var wasAcknowledged = false
                do {
                    try await daemon.start(wrapper: supervisor.wrapper, environment: Self.environment)
                    let batch = try await Batch(
                        on: daemon.connection, options: ["atomic": BusVariant(before == 0)], with: Batch.fonts(count))
                    wasAcknowledged = try await batch.commit().results.allSatisfy { $0.errorName == "" }
                    #expect(wasAcknowledged)
                    await daemon.stop()
                } catch {
                    try await daemon.expectKill(by: supervisor, toldBy: error)
                }
                try await daemon.start(environment: Self.environment)
                try await daemon.waitUntilRecovered()
                let families = try await daemon.fontconfigFamilies()
                #expect([none, all].contains(families.count), "all or nothing")
                if wasAcknowledged { #expect(families.count == all) }
                #expect(daemon.publishedFiles.count == families.count)
                #expect(daemon.storedFiles.count == families.count, "a sidecar each")
                #expect(daemon.stagedFiles.isEmpty)
                let registered = try await daemon.management.status()
                #expect(try registered["fonts"]?.converted(to: UInt32.self) == UInt32(families.count))
                if let kept {
                    #expect(try await daemon.list(["enabled": BusVariant(true)]).contains { $0.text("id") == kept })
                }
                try await daemon.restart()
                try await daemon.waitUntilRecovered()
                #expect(daemon.publishedFiles.count == families.count)
                let hasRoot = access(daemon.publishedDirectory, F_OK) == 0
                #expect(hasRoot == !families.isEmpty, "no directory without a font, which costs every program time")
                // The same batch again: what is there is the same, what is not comes.
                var again = try await Batch(on: daemon.connection)
                try await again.add(Batch.fonts(count))
                #expect(try await again.commit().results.allSatisfy { $0.errorName == "" })
                #expect(daemon.publishedFiles.count == all)
            }
        }
    }

    @Test(
        "Where the disk is full or fails while a large batch is committed, each font says why and none of it is there",
        .enabled("processes may be traced here") { await RunningDaemon.canTrace() },
        arguments: [
            ("renameat2", "ENOSPC", "StorageFull"), ("renameat2", "EDQUOT", "StorageFull"),
            ("renameat2", "EIO", "RegistrationFailed"), ("fsync", "EIO", "RegistrationFailed"),
            ("fdatasync", "EIO", "RegistrationFailed"),
        ])
    func failingDisk(call: String, errno: String, name: String) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: Self.environment)
            let before = try await daemon.register(makeFont("Before"))
            await daemon.stop()
            let failing = [
                "/usr/bin/strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
                "inject=\(call):error=\(errno)",
            ]
            try await daemon.start(wrapper: failing, environment: Self.environment)
            let fonts = Batch.fonts(100)
            do {
                let batch = try await Batch(on: daemon.connection, with: fonts)
                let answer = try await batch.commit()
                #expect(answer.results.count == fonts.count)
                #expect(Set(answer.results.map(\.errorName)) == [name])
            } catch let error as BusError {
                #expect(error.shortName == name, "\(error)")
            }
            #expect(try await daemon.list().map { $0.text("id") } == [before])

            await daemon.stop()
            try await daemon.start(environment: Self.environment)
            try await daemon.waitUntilRecovered()
            #expect(daemon.publishedFiles.count == 1)
            #expect(daemon.stagedFiles.isEmpty)
            #expect(try await daemon.fontconfigFamilies() == ["Before"])
            let again = try await Batch(on: daemon.connection, with: fonts).commit()
            #expect(again.results.allSatisfy { $0.errorName == "" })
            #expect(try await daemon.fontconfigFamilies() == Set((0..<fonts.count).map { "Batch \($0)" } + ["Before"]))
        }
    }
}

/// Tells those who wait that a batch has ended.
private final class Ends: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// How many have ended so far.
    var count: Int { state.withLock { $0.count } }

    /// Takes note that another one has ended.
    func note() {
        let waiting = state.withLock { state in
            state.count += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until more have ended than somebody has seen.
    func wait(beyond seen: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.count == seen { state.waiting.append(continuation) }
                return state.count != seen
            }
            if isOver { continuation.resume() }
        }
    }
}

extension RunningDaemon {
    /// The progress of a batch, as its owner is told of it: this connection where nothing else is said.
    func progress(of batch: Batch, toldTo owner: BusConnection? = nil) async throws -> AsyncStream<BusSignal> {
        try await (owner ?? connection).signals(
            matching: MatchRule(
                path: batch.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"))
    }
}
