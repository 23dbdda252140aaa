internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// What fonts that are registered together share, counted in the calls of the real daemon.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("processes may be traced here") { await RunningDaemon.canTrace() })
struct SharedWorkTests {
    /// Of a small batch, which is one commit, and of a large one, whose contents are entered in groups of 64 before the
    /// one commit that anybody sees.
    @Test(
        "A batch is one sync, one scan of each directory, one publication and one signal",
        arguments: [(fonts: 100, commits: 1), (fonts: 300, commits: 6)])
    func batch(fonts: Int, commits: Int) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let trace = daemon.home.scratch["trace"]
            try await daemon.start(wrapper: SystemCallTrace.wrapper(writingTo: trace))
            // What the start has to do is done when this is answered, and no program has to be told of it.
            _ = try await daemon.register(makeFont("Disabled"), enabled: false)
            let batch = try await Batch(on: daemon.connection, with: Batch.fonts(fonts))
            let signals = try await daemon.manager.fontsChanged()
            let start = try SystemCallTrace.length(of: trace)
            let answer = try await batch.commit()
            #expect(answer.results.allSatisfy { $0.errorName == "" })

            for await generation in signals where generation >= answer.generation { break }

            let work = try SystemCallTrace(trace, from: start, upTo: 1, signals: 1)
            #expect(work.count(.fileSystemSync) == 1)
            #expect(work.count(.fontSync) == 0, "not font by font")
            #expect(work.publications.count == fonts)
            #expect(work.scans.sorted() == Set(work.publications + work.newDirectories).sorted())
            #expect(work.count(.commit) == commits)
            #expect(work.count(.signal) == 1)
            // In this order: on the disk, in place, scanned, registered; then everybody is told, and who asked answered.
            let synced = try #require(work.events.firstIndex(of: .fileSystemSync))
            let published = try #require(work.events.firstIndex { $0.isPublication })
            let lastPublished = try #require(work.events.lastIndex { $0.isPublication })
            let scanned = try #require(work.events.firstIndex { $0.isScan })
            let lastScanned = try #require(work.events.lastIndex { $0.isScan })
            let committed = try #require(work.events.firstIndex(of: .commit))
            let lastCommitted = try #require(work.events.lastIndex(of: .commit))
            let told = try #require(work.events.firstIndex(of: .signal))
            let answered = try #require(work.events.firstIndex(of: .reply))
            #expect(synced < published && lastPublished < scanned && lastScanned < committed)
            #expect(lastCommitted < told && lastCommitted < answered)
        }
    }

    @Test("Fonts that are registered by themselves at the same time share syncs, scans, commits and signals")
    func inFlight() async throws {
        let count = 40
        try await RunningDaemon.run(isStarted: false) { daemon in
            let trace = daemon.home.scratch["trace"]
            // A slow disk: while one commit waits for it, the other fonts come in.
            try await daemon.start(
                wrapper: SystemCallTrace.wrapper(writingTo: trace, ["-e", "inject=fdatasync:delay_enter=500000"]))
            try await daemon.waitUntilRecovered()
            // Its signal may come after its reply, and is not one of those that are counted.
            let changes = try await daemon.manager.fontsChanged()
            _ = try await daemon.register(makeFont("Disabled"), enabled: false)
            for await _ in changes { break }
            let start = try SystemCallTrace.length(of: trace)
            let generations = try await withThrowingTaskGroup(of: UInt64.self) { tasks in
                for index in 0..<count {
                    let font = try daemon.home.openFont(makeFont("Single \(index)"), name: "\(index).ttf")
                    tasks.addTask {
                        let answer = try await daemon.register([font])
                        #expect(answer.results.map(\.errorName) == [""])
                        return answer.generation
                    }
                }
                return try await tasks.reduce(into: Set<UInt64>()) { $0.insert($1) }
            }
            let work = try SystemCallTrace(trace, from: start, upTo: count)
            #expect(work.count(.reply) == count)
            #expect(work.publications.count == count)
            // The notices to programs change the time of a directory that the system's fonts can be in, which is noted.
            let commits = work.commits.filter { !$0.publications.isEmpty }
            #expect(commits.count == generations.count, "fonts of one commit have one generation")
            #expect(work.count(.commit) <= generations.count + 2)
            // One signal may tell of two, and the last may come after the last reply, where the trace ends.
            #expect((1...generations.count).contains(work.count(.signal)))
            #expect(generations.count <= count / 4)
            #expect(work.count(.fileSystemSync) <= generations.count, "fonts of one commit share a sync")
            #expect(work.count(.fileSystemSync) + work.count(.fontSync) <= count / 2)
            for commit in commits {
                #expect(commit.scans.count == Set(commit.scans).count, "each directory is scanned once for a commit")
                #expect(Set(commit.publications).isSubset(of: commit.scans), "so is each that a font came into")
            }
        }
    }
}
