import FontModel
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(2))) struct `While a large batch is carried out` {
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
}
