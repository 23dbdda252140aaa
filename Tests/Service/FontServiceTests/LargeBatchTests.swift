import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite(.serialized, .timeLimit(.minutes(10))) struct `While a large batch is carried out` {
    private let worker: HeldUpWorker
    private let fixture: PublisherFixture

    init() async throws {
        let worker = try HeldUpWorker()
        self.worker = worker
        fixture = try await PublisherFixture(connections: 2) { directories, _ in worker.warm(directories) }
    }

    /// Begins a batch that is held up at its first cache until the gate is opened.
    private func hold(
        _ fonts: [FontCandidate], by requester: Requester = .user
    ) async -> Task<
        LibraryPublisher.Answer, Never
    > {
        worker.holdUpNext()
        let batch = Task { [fixture] in await fixture.registerBatch(fonts, by: requester) }
        await worker.gate.waitForArrivals(1)
        return batch
    }

    @Test func `its provider may have as many more fonts as the batch does not add`() async throws {
        let program = try Requester.program("org.example.Foundry")
        let fonts = try PublisherFixture.candidates(950)
        #expect(await fixture.registerBatch(Array(fonts[..<900]), by: program).errorCodes.isEmpty)
        // 100 that are there already, and 50 new ones.
        let batch = await hold(Array(fonts[800...]), by: program)

        let singles = try PublisherFixture.candidates(51, "Single")
        let fitting = await fixture.register(Array(singles[..<50]), by: program)
        #expect(fitting.errorCodes.isEmpty)
        let surplus = await fixture.register(Array(singles[50...]), by: program)
        #expect(surplus.errorCodes == [.exceededResourceLimit])
        worker.gate.open()
        #expect(await batch.value.errorCodes.isEmpty)
        #expect(
            try await fixture.registry.providers.usage(of: program.provider.id).fonts == FontLimits.fontsPerProvider)
    }

    @Test func `a font whose place one of its fonts takes is judged after its end`() async throws {
        let program = try Requester.program("org.example.Foundry")
        func candidate(_ bytes: String, revision: Int32) throws -> FontCandidate {
            let face = FaceDescription(
                index: 0, postscriptName: "Old-Regular", family: "Old", revision: revision << 16)
            return try FontCandidate(
                memory: SealedMemory(bytes: Array(bytes.utf8)),
                inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
        }
        let (old, new) = (try candidate("old", revision: 1), try candidate("new", revision: 2))
        #expect(await fixture.register([old], by: program).errorCodes.isEmpty)
        let batch = await hold([new] + (try PublisherFixture.candidates(199)), by: program)

        let refusal = ContentRefusal(.denied, reason: "known to be harmful")
        let judging = Task { [fixture] in
            await fixture.publisher.submit(
                LibraryRequest(.judge([ContentJudgement(old.digest, refusal: refusal)]), by: .check))
        }
        try await eventually("the judgement waits for the batch") { await !fixture.publisher.blocked.isEmpty }
        worker.gate.open()
        #expect(await batch.value.errorCodes.isEmpty)
        #expect(await judging.value.errorCodes == [.notRegistered])
        try await fixture.reconcile()
        #expect(try fixture.publishedCount == 200)
        #expect(try await fixture.registry.registrations.records(of: new.digest).count == 1)
    }

    @Test func `another one that waits for its end can be cancelled`() async throws {
        let batch = await hold(try PublisherFixture.candidates(200))
        let control = BatchControl(isAtomic: false)
        let fonts = try PublisherFixture.candidates(200, "Waiting")
        let waiting = Task { [fixture] in await fixture.registerBatch(fonts, control: control) }
        try await eventually("the batch waits for its lane") { await fixture.publisher.laneWaiterCount > 0 }
        #expect(control.cancel())
        #expect(await waiting.value.errorCodes == [.batchClosed])
        #expect(await fixture.publisher.laneWaiterCount == 0)
        worker.gate.open()
        #expect(await batch.value.errorCodes.isEmpty)
        #expect(await fixture.registerBatch(fonts).errorCodes.isEmpty)
    }

    @Test func `others wait provider by provider, and single fonts do not`()
        async throws
    {
        let order = EventLog()
        let (greedy, modest) = (
            try Requester.program("org.example.Greedy"), try Requester.program("org.example.Modest")
        )
        let held = await hold(try PublisherFixture.candidates(200), by: greedy)
        var waiting: [Task<Void, any Error>] = []
        for (name, requester) in [("greedy 1", greedy), ("greedy 2", greedy), ("modest", modest), ("user", .user)] {
            let fonts = try PublisherFixture.candidates(150, name)
            let place = waiting.count
            waiting.append(
                Task { [fixture] in
                    let answer = await fixture.registerBatch(fonts, by: requester)
                    #expect(answer.errorCodes.isEmpty)
                    order.add(name)
                })
            try await eventually("\(name) waits for its lane") { await fixture.publisher.laneWaiterCount > place }
        }
        // All of that is still to come.
        let single = await fixture.register(
            try PublisherFixture.candidates(1, "Single"), by: try Requester.program("org.example.Single"))
        #expect(single.errorCodes.isEmpty)
        #expect(order.all.isEmpty)
        worker.gate.open()
        #expect(await held.value.errorCodes.isEmpty)
        for task in waiting { try await task.value }
        #expect(order.all == ["greedy 1", "modest", "user", "greedy 2"])
    }

    @Test func `a small one that has to wait for it can be cancelled`() async throws {
        let fonts = try PublisherFixture.candidates(200)
        let batch = await hold(fonts)
        let control = BatchControl(isAtomic: false)
        let waiting = Task { [fixture] in await fixture.registerBatch(Array(fonts[..<2]), control: control) }
        try await eventually("the call waits for the batch") { await !fixture.publisher.blocked.isEmpty }
        #expect(control.cancel())
        #expect(await waiting.value.errorCodes == [.batchClosed])
        #expect(await fixture.publisher.blocked.isEmpty)
        worker.gate.open()
        #expect(await batch.value.errorCodes.isEmpty)
    }

    @Test func `a small one that has waited for it cannot be cancelled once it is its turn`() async throws {
        let fonts = try PublisherFixture.candidates(200)
        let batch = await hold(fonts)
        let control = BatchControl(isAtomic: false)
        let waiting = Task { [fixture] in await fixture.registerBatch(Array(fonts[..<2]), control: control) }
        try await eventually("the call waits for the batch") { await !fixture.publisher.blocked.isEmpty }
        worker.gate.open()
        #expect(await batch.value.errorCodes.isEmpty)
        #expect(await waiting.value.errorCodes.isEmpty)
        #expect(!control.cancel())
    }

    @Test func `one that registers nothing new is cancelled without a trace of its name, or cannot be any more`()
        async throws
    {
        let program = try Requester.program("org.example.Foundry")
        let fonts = try PublisherFixture.candidates(200).enumerated().map { $1.at($0) }
        #expect(await fixture.registerBatch(fonts, by: program).errorCodes.isEmpty)
        func named(_ name: String) -> RegistrationOptions {
            RegistrationOptions(scope: .persistent, isEnabled: true, call: NamedCall(name: name, count: 200))
        }
        let canceller = Canceller(at: 0.1)
        let cancelled = await fixture.registerBatch(fonts, named("call"), by: program, control: canceller.control)
        #expect(canceller.wasInTime)
        #expect(cancelled.errorCodes == [.batchClosed] && cancelled.outcomes.count == 200)

        // The name is free for another batch, which cannot be cancelled once the registry knows of it.
        let others = Array(fonts.reversed()).enumerated().map { $1.at($0) }
        let control = BatchControl(isAtomic: false)
        #expect(await fixture.registerBatch(others, named("call"), by: program, control: control).errorCodes.isEmpty)
        #expect(!control.cancel())
        #expect(await fixture.registerBatch(fonts, named("call"), by: program).errorCodes == [.requestReused])
    }

    @Test(arguments: [(0.1, true), (0.3, true), (0.4, false), (0.7, false)])
    func `it can be cancelled until its files are published, without a trace, and is there as a whole after that`(
        progress: Double, isInTime: Bool
    ) async throws {
        #expect(await fixture.register(try PublisherFixture.candidates(3, "Before")).errorCodes.isEmpty)
        // What a round has left for after its commit is done, and the notices to programs too.
        try await fixture.reconcile()
        let before = try await traces()
        let canceller = Canceller(at: progress)
        let batch = await fixture.registerBatch(try PublisherFixture.candidates(200), control: canceller.control)
        #expect(canceller.wasInTime == isInTime)
        if isInTime {
            #expect(batch.errorCodes == [.batchClosed] && batch.outcomes.count == 200)
            #expect(canceller.progress.last == progress, "nothing was done after it")
            #expect(try await traces() == before)
        } else {
            #expect(batch.errorCodes.isEmpty)
            let after = try await traces()
            #expect(after.contents.count == 203 && after.files.isSuperset(of: before.files))
            #expect(after.files.count == before.files.count + 600, "each font, and its note and its spare in the store")
            #expect(after.files.allSatisfy { !$0.contains("/.stage/") })
        }
    }

    /// What there is of fonts: the contents and the generation that the registry knows, and all files of tree, stage and
    /// store but for the shards' own, which may stay for the next fonts.
    private struct Traces: Equatable {
        var contents: Set<FontDigest>
        var generation: UInt64
        var registrations: Int
        var files: Set<String>
    }

    private func traces() async throws -> Traces {
        let registry = fixture.registry
        return Traces(
            contents: Set(try await registry.contents.all(notJudgedBy: nil)),
            generation: try await registry.generation(),
            registrations: try await registry.summary().registrations,
            // Notices to programs come and go by themselves.
            files: Set(TreeListing(fixture.home.dataDirectory).files.keys.filter { !$0.hasSuffix("/changes/.bump") }))
    }

    @Test func `its cancellation does not wait until all files are prepared`() async throws {
        // After planning: what is written then is not worth writing.
        let canceller = Canceller(at: 0.1)
        let batch = await fixture.registerBatch(try PublisherFixture.candidates(200), control: canceller.control)
        #expect(batch.errorCodes == [.batchClosed])
        #expect(canceller.progress == [0.1])
        #expect(try fixture.publishedCount == 0)
        #expect(await fixture.registerBatch(try PublisherFixture.candidates(200)).errorCodes.isEmpty)
    }
}
