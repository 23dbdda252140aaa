import FontModel
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10))) struct `While a large batch is carried out` {
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
        #expect(try await fixture.registry.usage(of: program.provider.id).fonts == FontLimits.fontsPerProvider)
    }

    @Test func `another one that waits for its end can be cancelled`() async throws {
        let batch = await hold(try PublisherFixture.candidates(200))
        let control = BatchControl(isAtomic: false)
        let fonts = try PublisherFixture.candidates(200, "Waiting")
        let waiting = Task { [fixture] in await fixture.registerBatch(fonts, control: control) }
        try await eventually("the batch waits for its lane") { await !fixture.publisher.laneWaiters.isEmpty }
        #expect(control.cancel())
        #expect(await waiting.value.errorCodes == [.batchClosed])
        #expect(await fixture.publisher.laneWaiters.isEmpty)
        worker.gate.open()
        #expect(await batch.value.errorCodes.isEmpty)
        #expect(await fixture.registerBatch(fonts).errorCodes.isEmpty)
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
