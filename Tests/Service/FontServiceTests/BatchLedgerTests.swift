import FontModel
import InspectionProtocol
import LinuxSystem
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
        ledger.close(owner: ":1.1", provider: one, size: BatchSize())
        #expect(work.kinds == [.batches])
        ledger.close(owner: ":1.2", provider: other, size: BatchSize())
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
        ledger.close(owner: ":1.1", provider: one, size: BatchSize())
        try ledger.open(owner: ":1.1", provider: one)
        for _ in 0..<BatchLimits.perOwner { ledger.close(owner: ":1.1", provider: one, size: BatchSize()) }
        #expect(work.kinds.isEmpty)
    }

    @Test("What waits in memory of a provider's batches is limited, for the user as well, and counted until they close")
    func descriptions() throws {
        let ledger = BatchLedger(work: WorkInProgress())
        var font = BatchSize()
        font.descriptionBytes = BatchLimits.descriptionBytesPerProvider / 2
        for provider in [ProviderIdentifier.user, try provider("org.example.One")] {
            try ledger.open(owner: ":1.1", provider: provider)
            try ledger.open(owner: ":1.2", provider: provider)
            try ledger.take(font, provider: provider)
            try ledger.take(font, provider: provider)
            let error = #expect(throws: FontError.self) { try ledger.take(font, provider: provider) }
            #expect(error?.code == .exceededResourceLimit)
            ledger.close(owner: ":1.1", provider: provider, size: font)
            try ledger.take(font, provider: provider)
            ledger.close(owner: ":1.2", provider: provider, size: font + font)
        }
    }

    @Test("What is counted of a font grows with all that it says of itself")
    func sizeOfFont() throws {
        var face = FaceDescription(index: 0, postscriptName: "Font-Regular", family: "Font")
        let small = try size(of: [face])
        face.names = (0..<2000).map {
            LocalizedName(kind: .full, language: "en", value: String(repeating: "n", count: 200) + "\($0)")
        }
        let named = try size(of: [face])
        #expect(named.descriptionBytes > small.descriptionBytes + 400_000)
        #expect(named.descriptionBytes < small.descriptionBytes + 1_000_000)
        let pages = (0..<1000).map { CharacterCoverage.Page(number: UInt16($0), words: [1, 0, 0, 0]) }
        face.coverage = try #require(CharacterCoverage(pages: pages))
        let covering = try size(of: [face])
        #expect(covering.descriptionBytes > named.descriptionBytes + 32_000)
        #expect(try size(of: [face, face]).descriptionBytes == 2 * covering.descriptionBytes)
        #expect(try size(of: [face, face]).bytes == small.bytes)
    }

    private func size(of faces: [FaceDescription]) throws -> BatchSize {
        BatchSize(
            try FontCandidate(
                memory: SealedMemory(bytes: Array("bytes".utf8)),
                inspection: FontInspection(format: .truetype, faces: faces, findings: [], scanCost: 1)))
    }
}
