internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// The daemon is told to end while calls are in flight.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct CleanEndTests {
    private static let fontCount = 48

    @Test("Told to end among registrations, it answers each with the truth, announces what it did, and ends well")
    func registrations() async throws {
        try await RunningDaemon.run { daemon in
            try await daemon.waitUntilRecovered()
            let signals = try await daemon.manager.fontsChanged()
            let families = (0..<Self.fontCount).map { "Ending \($0)" }
            let (answers, answer) = AsyncStream.makeStream(of: (family: String, error: BusError?).self)
            for (index, family) in families.enumerated() {
                let font = try daemon.home.openFont(makeFont(family), name: "\(index).ttf")
                Task {
                    do {
                        let results = try await daemon.register([font]).results
                        #expect(results.first?.errorName == "", "\(results)")
                        answer.yield((family, nil))
                    } catch {
                        answer.yield((family, error as? BusError ?? .failed("\(error)")))
                    }
                }
            }
            var registered: Set<String> = []
            var count = 0
            var ending: Task<ChildProcess.Outcome?, Never>?
            for await (family, error) in answers {
                // From the first answer on the daemon has the others before it, or not yet.
                if ending == nil { ending = Task { await daemon.stop() } }
                if let error {
                    // Sent after the name was free; nobody starts a daemon here.
                    #expect(error.code == .serviceUnknown, "\(family): \(error)")
                } else {
                    registered.insert(family)
                }
                count += 1
                if count == families.count { break }
            }
            let outcome = try #require(await ending?.value)
            #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
            #expect(!registered.isEmpty)

            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(Set(try await daemon.fontconfigFamilies()) == registered)
            // Announced before the first daemon's end: the second had nothing to tell.
            let generation = try await daemon.manager.generation()
            for await announced in signals where announced == generation { break }
        }
    }

    @Test("Told to end, it leaves nothing of batches that nobody committed", arguments: Way.allCases)
    func openBatches(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            let kept = try await daemon.register(makeFont("Kept"), by: way)
            let batch = try await Batch(on: daemon.connection, by: way, with: Batch.fonts(20))
            #expect(daemon.stagedFiles.count == 20)
            #expect(try await #require(daemon.stop()).termination == .exited(0))
            #expect(daemon.stagedFiles.isEmpty)
            #expect(await batch.cancelError() != nil)
            try await daemon.start()
            #expect(try await daemon.list(by: way).map { $0.text("id") } == [kept])
        }
    }

    @Test("Workers that somebody ends among registrations cost no font")
    func endedWorkers() async throws {
        try await RunningDaemon.run { daemon in
            try await daemon.waitUntilRecovered()
            let families = (0..<Self.fontCount).map { "Undisturbed \($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, family) in families.enumerated() {
                    let font = try daemon.home.openFont(makeFont(family), name: "\(index).ttf")
                    group.addTask {
                        let results = try await daemon.register([font]).results
                        #expect(results.first?.errorName == "", "\(results)")
                    }
                }
                // With the first answer the others are under way, or wait.
                try await group.next()
                for worker in daemon.descendants { kill(worker, SIGTERM) }
                try await group.waitForAll()
            }
            #expect(try await daemon.fontconfigFamilies() == Set(families))
        }
    }

    @Test("A call whose work comes to no end is told so, and the daemon ends well all the same")
    func stuckWork() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Before"))
            // From now on no font is ever examined to its end.
            for worker in daemon.descendants { kill(worker, SIGSTOP) }
            defer { for worker in daemon.descendants { kill(worker, SIGCONT) } }
            let font = try daemon.home.openFont(makeFont("Stuck"))
            let least = try await daemon.settledDescriptorCount()
            let call = Task { try await daemon.register([font]) }
            try await eventually("the call has come in, with its font") { daemon.descriptorCount > least }
            // Calls of one connection are handled in order.
            _ = try await daemon.manager.whoAmI()
            let outcome = try #require(await daemon.stop())
            #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
            let results = try await call.value.results
            #expect(results.map(\.errorName) == ["Busy"], "\(results)")
        }
    }
}

extension RunningDaemon {
    /// The processes that the daemon started, and those that they started.
    var descendants: [Int32] {
        var found: [Int32] = []
        var parents = [processID]
        while let parent = parents.popLast() {
            // Any thread may have started one.
            let children = threads(of: parent).flatMap { thread in
                ((try? readProcessFile("/proc/\(parent)/task/\(thread)/children")) ?? "").split(separator: " ")
            }
            found += children.compactMap { Int32($0) }
            parents += children.compactMap { Int32($0) }
        }
        return found
    }
}
