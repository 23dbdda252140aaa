import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10))) struct `A family and style that another provider's font has` {
    private let worker: HeldUpWorker
    private let fixture: PublisherFixture
    private let foundry: Requester
    private let press: Requester

    init() async throws {
        let worker = try HeldUpWorker()
        self.worker = worker
        fixture = try await PublisherFixture(connections: 2) { directories, _ in worker.warm(directories) }
        foundry = try .program("org.example.Foundry")
        press = try .program("org.example.Press")
    }

    /// A font of the style "Regular", whose family others may have as well.
    private func font(_ postscriptName: String, family: String) throws -> FontCandidate {
        let face = FaceDescription(index: 0, postscriptName: postscriptName, family: family, style: "Regular")
        return try FontCandidate(
            memory: SealedMemory(bytes: Array("\(postscriptName) of \(family)".utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }

    /// Fonts of families of their own, and after them one of the family that is asked for.
    private func fonts(_ count: Int, lastOf family: String) throws -> [FontCandidate] {
        let others = try (0..<count - 1).map { try font("Plain\($0)", family: "Plain \($0)") }
        return others + [try font("Clone", family: family)]
    }

    /// Has the user's batch of 160 fonts, one of them a "Wanted Sans", be held up before programs see any of it.
    private func holdBatch() async throws -> Task<LibraryPublisher.Answer, Never> {
        worker.holdUpNext()
        let fonts = try fonts(160, lastOf: "Wanted Sans")
        let batch = Task { [fixture] in await fixture.registerBatch(fonts) }
        await worker.gate.waitForArrivals(1)
        return batch
    }

    private func expectRefusal(_ outcome: ItemOutcome?, for owner: Requester) throws {
        let outcome = try #require(outcome)
        let error = #expect(throws: FontError.self) { try outcome.get() }
        #expect(error?.code == .duplicatedName)
        #expect(error?.owner == owner.provider.id.rawValue)
    }

    @Test func `is refused to the planned round, and may be had disabled and twice by the same provider`() throws {
        let first = try font("First", family: "Wanted Sans")
        func plan(_ font: FontCandidate, _ options: RegistrationOptions, by requester: Requester) -> ItemOutcome? {
            let holder = FamilyHolder(
                digest: first.digest, provider: foundry.provider.id, face: FaceIdentity(first.faces[0]))
            var planner = LibraryPlanner(names: [:], usage: [:], familyHolders: ["wantedsans": [holder]])
            return planner.apply(LibraryRequest(.register([font], options), by: requester)).first
        }
        let clone = try font("Clone", family: "WANTED-SANS")
        try expectRefusal(plan(clone, .enabled, by: press), for: foundry)
        let disabled = RegistrationOptions(scope: .persistent, isEnabled: false)
        #expect(try plan(clone, disabled, by: press)?.get().isEnabled == false)
        #expect(try plan(clone, .enabled, by: foundry)?.get().isEnabled == true)
        #expect(try plan(font("Other", family: "Other Sans"), .enabled, by: press)?.get().isEnabled == true)
    }

    @Test func `is no matter of the style's name alone where programs go by looks`() throws {
        func font(
            _ name: String, style: String, revision: Int32 = 5, weight: Double = 400, axes: [VariationAxis] = []
        ) throws -> FontCandidate {
            let face = FaceDescription(
                index: 0, postscriptName: name, family: "Wanted Sans", style: style, weight: weight, axes: axes,
                revision: revision)
            return try FontCandidate(
                memory: SealedMemory(bytes: Array(name.utf8)),
                inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
        }
        let first = try font("First", style: "Regular")
        func outcome(_ other: FontCandidate, by requester: Requester) throws -> ItemOutcome {
            var planner = LibraryPlanner(names: [:], usage: [:])
            _ = try planner.apply(LibraryRequest(.register([first], .enabled), by: foundry))[0].get()
            return planner.apply(LibraryRequest(.register([other], .enabled), by: requester))[0]
        }
        for revision: Int32 in [5, 6] {
            let book = try font("Book", style: "Book", revision: revision)
            try expectRefusal(try outcome(book, by: press), for: foundry)
            #expect(throws: Never.self) { try outcome(book, by: foundry).get() }
        }
        let axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]
        for welcome in [
            try font("Older", style: "Book", revision: 4), try font("Light", style: "Light", weight: 300),
            try font("Variable", style: "Variable", axes: axes),
        ] { #expect(throws: Never.self) { try outcome(welcome, by: press).get() } }
    }

    @Test(arguments: [1, 100, 160])
    func `is refused to the one font of a batch that has it, however many there are`(count: Int) async throws {
        #expect(await fixture.register([try font("First", family: "Wanted Sans")], by: foundry).errorCodes.isEmpty)
        let answer = await fixture.registerBatch(try fonts(count, lastOf: "Wanted Sans"), by: press)
        #expect(answer.outcomes.count == count)
        try expectRefusal(answer.outcomes.last, for: foundry)
        for outcome in answer.outcomes.dropLast() { #expect(throws: Never.self) { try outcome.get() } }
        #expect(try fixture.publishedCount == count)
    }

    @Test(arguments: [1, 100, 160])
    func `is the batch's where the other font is disabled`(count: Int) async throws {
        let disabled = RegistrationOptions(scope: .persistent, isEnabled: false)
        let first = await fixture.register([try font("First", family: "Wanted Sans")], disabled, by: foundry)
        let waiting = try #require(first.outcomes.first).get().id
        #expect(await fixture.registerBatch(try fonts(count, lastOf: "Wanted Sans"), by: press).errorCodes.isEmpty)
        let enabling = await fixture.publisher.submit(LibraryRequest(.setEnabled([waiting], true), by: foundry))
        try expectRefusal(enabling.outcomes.first, for: press)
    }

    @Test func `is waited for while a large batch may be given it, by a font that is registered`() async throws {
        let batch = try await holdBatch()
        let single = try font("Single", family: "Wanted Sans")
        let waiting = Task { [fixture, press] in await fixture.register([single], by: press) }
        try await eventually("the font waits for the batch") { await !fixture.publisher.blocked.isEmpty }
        // Whatever is about other fonts goes on meanwhile.
        #expect(await fixture.register([try font("Other", family: "Other Sans")], by: press).errorCodes.isEmpty)
        worker.gate.open()
        #expect(await batch.value.errorCodes.isEmpty)
        try expectRefusal(await waiting.value.outcomes.first, for: .user)
        #expect(try fixture.publishedCount == 161)
    }

    @Test func `is waited for while a large batch may be given it, by a font that is enabled`() async throws {
        let disabled = RegistrationOptions(scope: .persistent, isEnabled: false)
        let registered = await fixture.register([try font("Single", family: "Wanted Sans")], disabled, by: press)
        let id = try #require(registered.outcomes.first).get().id
        let batch = try await holdBatch()
        let request = LibraryRequest(.setEnabled([id], true), by: press)
        let waiting = Task { [fixture] in await fixture.publisher.submit(request) }
        try await eventually("the font waits for the batch") { await !fixture.publisher.blocked.isEmpty }
        worker.gate.open()
        #expect(await batch.value.errorCodes.isEmpty)
        try expectRefusal(await waiting.value.outcomes.first, for: .user)
        #expect(try fixture.publishedCount == 160)
    }
}
