import FontModel
import Testing

@testable import FontService

struct BatchLedgerTests {
    private func provider(_ name: String) throws -> ProviderIdentifier {
        try #require(ProviderIdentifier(rawValue: name))
    }

    @Test("As long as a batch is open the process is needed, whoever's it is")
    func openBatchesAreWork() throws {
        let work = WorkInProgress()
        let ledger = BatchLedger(work: work)
        let (one, other) = (try provider("org.example.One"), try provider("org.example.Other"))
        #expect(work.kinds.isEmpty)
        try ledger.open(owner: ":1.1", provider: one)
        try ledger.open(owner: ":1.2", provider: other)
        ledger.close(owner: ":1.1", provider: one, bytes: 0)
        #expect(work.kinds == [.batches])
        ledger.close(owner: ":1.2", provider: other, bytes: 0)
        #expect(work.kinds.isEmpty)
    }

    @Test("A batch that is refused leaves nothing behind, and room comes back with the next that is closed")
    func refusedBatches() throws {
        let work = WorkInProgress()
        let ledger = BatchLedger(work: work)
        let one = try provider("org.example.One")
        for _ in 0..<BatchLimits.perOwner { try ledger.open(owner: ":1.1", provider: one) }
        let error = #expect(throws: FontError.self) { try ledger.open(owner: ":1.1", provider: one) }
        #expect(error?.code == .exceededResourceLimit)
        ledger.close(owner: ":1.1", provider: one, bytes: 0)
        try ledger.open(owner: ":1.1", provider: one)
        for _ in 0..<BatchLimits.perOwner { ledger.close(owner: ":1.1", provider: one, bytes: 0) }
        #expect(work.kinds.isEmpty)
    }
}
