import FontLibrary
import FontModel
import LinuxSystem
import Synchronization
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10))) struct `A batch` {
    @Test func `tells of its progress in order, one notice after the other, up to the end`() async throws {
        let fixture = try await PublisherFixture()
        let helpers = try helpers(of: fixture) { _, _, control in
            for step in 1...9 {
                control.note(progress: Double(step) / 10)
                await Task.yield()
            }
            return LibraryPublisher.Answer(outcomes: [], generation: 7)
        }
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

    @Test func `takes as many fonts as the user may have, and of one too many none`() async throws {
        let fixture = try await PublisherFixture()
        let helpers = try helpers(of: fixture) { candidates, count, _ in
            #expect(candidates.isEmpty && count == 1)
            return LibraryPublisher.Answer(outcomes: [], generation: 7)
        }
        let batch = FontBatch(owner: ":1.1", provider: .user, isAtomic: false, helpers: helpers) { _ in }
        let font = try SealedMemory(bytes: [0]).descriptor
        let offers = try await batch.add([font])
        #expect(offers.count == 1)
        // The batch has one, so that it is one too many.
        let error = await #expect(throws: FontError.self) {
            try await batch.add(Array(repeating: font, count: FontLimits.fontsOfUser))
        }
        #expect(error?.code == .exceededResourceLimit)
        #expect(error?.message.contains("20000") == true)
        #expect(await batch.count == 1)
        #expect(try await batch.commit().outcomes.count == 1)
    }

    @Test(arguments: [false, true])
    func `keeps what its owner calls the fonts until it is closed, and no longer`(isCommitted: Bool) async throws {
        let fixture = try await PublisherFixture()
        let helpers = try helpers(of: fixture) { _, _, _ in LibraryPublisher.Answer(outcomes: [], generation: 7) }
        let batch = FontBatch(owner: ":1.1", provider: .user, isAtomic: false, helpers: helpers) { _ in }
        let font = try SealedMemory(bytes: [0]).descriptor
        _ = try await batch.add([font, font], names: ["", "b.ttf"])
        _ = try await batch.add([font])
        _ = try await batch.add([font], names: ["d.ttf"])
        #expect(await batch.names == [1: "b.ttf", 3: "d.ttf"])
        if isCommitted {
            #expect(try await batch.commit().names == [1: "b.ttf", 3: "d.ttf"])
        } else {
            try await batch.cancel()
        }
        #expect(await batch.names.isEmpty)
    }

    @Test func `takes no fonts whose names are too much for memory, and those without names all the same`() async throws
    {
        let fixture = try await PublisherFixture()
        let helpers = try helpers(of: fixture) { _, _, _ in LibraryPublisher.Answer(outcomes: [], generation: 7) }
        let batch = FontBatch(owner: ":1.1", provider: .user, isAtomic: false, helpers: helpers) { _ in }
        let font = try SealedMemory(bytes: [0]).descriptor
        let name = String(repeating: "n", count: 1024)
        var others = BatchSize()
        others.descriptionBytes = BatchLimits.descriptionBytesPerProvider - BatchSize(names: [name]).descriptionBytes
        #expect(BatchSize(names: [name]).descriptionBytes >= 1024)
        // Another batch of the user has nearly all.
        try helpers.ledger.open(owner: ":1.2", provider: .user)
        try helpers.ledger.take(others, provider: .user)
        _ = try await batch.add([font], names: [name])
        let error = await #expect(throws: FontError.self) { try await batch.add([font, font], names: ["", name]) }
        #expect(error?.code == .exceededResourceLimit)
        #expect(error?.message.contains("128 MiB") == true)
        #expect(await batch.count == 1, "none is added")
        _ = try await batch.add([font])
        #expect(try await batch.commit().names == [0: name])
        // The batch has given back what it had.
        try helpers.ledger.take(BatchSize(names: [name]), provider: .user)
        #expect(throws: FontError.self) { try helpers.ledger.take(BatchSize(names: ["n"]), provider: .user) }
    }

    private func helpers(
        of fixture: PublisherFixture,
        register:
            @escaping @Sendable (_ candidates: [FontCandidate], _ count: Int, _ control: BatchControl)
            async
            throws(FontError) -> LibraryPublisher.Answer
    ) throws -> FontBatch.Helpers {
        let ledger = BatchLedger(work: fixture.work)
        try ledger.open(owner: ":1.1", provider: .user)
        return FontBatch.Helpers(
            intake: fixture.intake,
            staging: FontStaging(publisher: fixture.publisher),
            ledger: ledger, register: register)
    }
}
