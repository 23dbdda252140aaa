import FontLibrary
import FontModel
import Synchronization
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10))) struct `A batch` {
    @Test func `tells of its progress in order, one notice after the other, up to the end`() async throws {
        let fixture = try await PublisherFixture()
        let ledger = BatchLedger(work: fixture.work)
        try ledger.open(owner: ":1.1", provider: .user)
        let helpers = FontBatch.Helpers(
            intake: fixture.intake,
            staging: FontStaging(tree: fixture.tree, threads: fixture.threads, log: PublisherFixture.log),
            ledger: ledger,
            register: { _, _, control in
                for step in 1...9 {
                    control.note(progress: Double(step) / 10)
                    await Task.yield()
                }
                return LibraryPublisher.Answer(outcomes: [], generation: 7)
            })
        let (notices, notice) = AsyncStream.makeStream(of: Double.self)
        let active = Atomic(0)
        let most = Atomic(0)
        let batch = FontBatch(owner: ":1.1", provider: .user, isAtomic: false, helpers: helpers) { progress in
            most.max(active.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            // Whoever takes the notice needs some time for it.
            for _ in 0..<100 { await Task.yield() }
            notice.yield(progress)
            active.subtract(1, ordering: .relaxed)
        }
        #expect(try await batch.commit().generation == 7)
        #expect(await batch.progress == 1)
        var told: [Double] = []
        for await progress in notices {
            told.append(progress)
            if progress == 1 { break }
        }
        #expect(told == told.sorted())
        #expect(Set(told).count == told.count)
        #expect(most.load(ordering: .relaxed) == 1)
    }
}
