import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

@Suite struct `A call that has a name` {
    private let foundry: Requester
    private let call = NamedCall(name: "call", count: 2)

    init() throws { foundry = try .program("org.example.Foundry") }

    @Test func `is remembered font by font with what was told of each, warnings too`() throws {
        let sibling = FamilyMember(isVariable: true, digest: nil, provider: nil)
        var planner = LibraryPlanner(names: [:], usage: [:], siblings: ["alpha": [sibling]])
        let font = try candidate("Alpha").at(1)
        let first = try register([font], &planner)[0].get()
        #expect(first.warnings.count == 1)
        #expect(planner.calls.mutations.count == 1)
        guard case .recordRequest(let record)? = planner.finish().requests.first else {
            Issue.record("the registry has to learn of the call")
            return
        }
        #expect(record.position == 1 && record.digest == font.digest)

        var later = LibraryPlanner(names: [:], usage: [:], requestedFonts: [record])
        #expect(try register([font], &later)[0].get() == first)
        #expect(later.finish().isEmpty)
        #expect(try register([font], &planner)[0].get() == first, "in the same round too")
        #expect(planner.calls.mutations.count == 1)
    }

    @Test func `is not remembered where it was refused`() throws {
        let holder = [PlannedLibrary.NameOwner.system(path: "/usr/share/fonts/Taken.ttf")]
        var planner = LibraryPlanner(names: ["takenregular": holder], usage: [:])
        let fonts = [try candidate("Alpha").at(0), try candidate("Taken").at(1)]
        let atomic = planner.apply(
            LibraryRequest(.register(fonts, options), by: foundry, control: BatchControl(isAtomic: true)))
        #expect(atomic.allSatisfy { if case .failure = $0 { true } else { false } })
        #expect(planner.calls.mutations.isEmpty && planner.finish().isEmpty)
        #expect(throws: Never.self) { try register(fonts, &planner)[0].get() }
        #expect(planner.calls.mutations.count == 1)
    }

    @Test func `is the registry's concern even where it changes nothing else`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let font = try candidate("Alpha")
        let digest = font.digest
        let content = ContentRecord(
            digest: digest, fileName: "\(FontIdentifier.random()).ttf", format: .truetype, size: 5, scanCost: 100,
            place: .published(shard: "00"))
        let registration = RegistrationRecord(
            id: .random(), provider: foundry.provider.id, digest: digest, scope: .persistent, isEnabled: true)
        planner.library.load(
            content, registrations: [registration], faces: [FaceIdentity(postscriptName: "Alpha-Regular")])
        #expect(try register([font], &planner)[0].get().wasAlreadySo)
        let plan = planner.finish()
        #expect(plan.items.isEmpty && plan.requests.count == 1 && !plan.isEmpty)
    }

    private var options: RegistrationOptions { RegistrationOptions(scope: .persistent, isEnabled: true, call: call) }

    private func register(_ fonts: [FontCandidate], _ planner: inout LibraryPlanner) throws -> [ItemOutcome] {
        planner.apply(LibraryRequest(.register(fonts, options), by: foundry))
    }

    private func candidate(_ family: String) throws -> FontCandidate {
        let face = FaceDescription(index: 0, postscriptName: "\(family)-Regular", family: family)
        return try FontCandidate(
            memory: SealedMemory(bytes: Array(family.utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }
}
