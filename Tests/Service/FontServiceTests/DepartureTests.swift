import FontLibrary
import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

@Suite struct `A font that leaves with its provider` {
    private let foundry: Requester
    private let press: Requester

    init() throws {
        foundry = try .program("org.example.Foundry")
        press = try .program("org.example.Press")
    }

    @Test(arguments: [false, true])
    func `goes out of the tree and comes back as it was, however it was`(isDisabled: Bool) async throws {
        let fixture = try await PublisherFixture()
        let id = try await register("Alpha", fixture)
        if isDisabled { _ = await fixture.publisher.submit(LibraryRequest(.setEnabled([id], false), by: .user)) }
        let before = try #require(try await fixture.registry.registrations.record(id))

        let generation = try await fixture.registry.generation()
        await apply(.change([id], .setAside(.gone)), fixture)
        let aside = try #require(try await fixture.registry.registrations.record(id))
        #expect(!aside.isEnabled && aside.isDisabledByUser == isDisabled)
        #expect(aside.departure?.reason == .gone && aside.departure?.wasEnabled == !isDisabled)
        #expect(try fixture.publishedCount == 0)
        #expect(try await fixture.registry.contents.record(before.digest)?.place == .stored)
        // Sidecars follow the answers.
        await fixture.publisher.exclusively {}
        #expect(try fixture.tree.notes.readSidecars().sidecars.first?.registrations.first?.departure == aside.departure)

        await apply(.change([id], .bringBack), fixture)
        #expect(try await fixture.registry.registrations.record(id) == before)
        #expect(try fixture.publishedCount == (isDisabled ? 0 : 1))
        let changes = try await fixture.registry.changes(since: generation).changes
        #expect(changes.map(\.kind) == [.removed, isDisabled ? .disabled : .added])
        #expect(changes.allSatisfy { $0.cause == .installation })
    }

    @Test func `stays where another provider has it too`() async throws {
        let fixture = try await PublisherFixture()
        let id = try await register("Alpha", fixture)
        _ = await fixture.register([try PublisherFixture.candidate("Alpha")], by: press)
        await apply(.change([id], .setAside(.gone)), fixture)
        #expect(try fixture.publishedCount == 1)
    }

    @Test func `comes back disabled where another font has its name by then`() async throws {
        let fixture = try await PublisherFixture()
        let id = try await register("Alpha", fixture)
        await apply(.change([id], .setAside(.gone)), fixture)
        let other = try FontCandidate(
            memory: SealedMemory(bytes: Array("other bytes".utf8)),
            inspection: FontInspection(
                format: .truetype,
                faces: [FaceDescription(index: 0, postscriptName: "Alpha-Regular", family: "Alpha")], findings: [],
                scanCost: 100))
        #expect(await fixture.register([other], by: press).errorCodes == [])
        await apply(.change([id], .bringBack), fixture)
        let record = try #require(try await fixture.registry.registrations.record(id))
        #expect(!record.isEnabled && !record.isDisabledByUser && record.departure == nil)
        #expect(try fixture.publishedCount == 1)
    }

    @Test func `is neither enabled nor disabled meanwhile, and can be removed for good`() async throws {
        let fixture = try await PublisherFixture()
        let id = try await register("Alpha", fixture)
        await apply(.change([id], .setAside(.gone)), fixture)
        for isEnabled in [false, true] {
            let answer = await fixture.publisher.submit(LibraryRequest(.setEnabled([id], isEnabled), by: .user))
            #expect(answer.errorCodes == [.notRegistered])
        }
        #expect(
            await fixture.publisher.submit(LibraryRequest(.change([id], .registerAgain(.enabled)), by: foundry))
                .errorCodes
                == [.notRegistered])
        #expect(await fixture.publisher.submit(LibraryRequest(.unregister([id]), by: .user)).errorCodes == [])
        #expect(try await fixture.registry.registrations.record(id) == nil)
        await fixture.publisher.exclusively {}
        #expect(try fixture.tree.notes.readSidecars().sidecars == [])
    }

    @Test(arguments: [Departure.Reason.gone, .unmounted, .user])
    func `is there again once its provider registers it, unless the user removed it`(
        reason: Departure.Reason
    ) async throws {
        let fixture = try await PublisherFixture()
        let id = try await register("Alpha", fixture)
        await apply(.change([id], .setAside(reason)), fixture)
        let answer = await fixture.register([try PublisherFixture.candidate("Alpha")], by: foundry)
        #expect(try answer.outcomes[0].get().isEnabled == (reason != .user))
        #expect(
            try await fixture.registry.registrations.record(id)?.departure?.reason == (reason == .user ? .user : nil))
        #expect(try fixture.publishedCount == (reason == .user ? 0 : 1))
    }

    @Test(arguments: [Departure.Reason.gone, .user])
    func `has a newer version in its place, unless the user removed it`(reason: Departure.Reason) throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let digest = try SealedMemory(bytes: Array("Old".utf8)).digest
        let old = RegistrationRecord(
            id: .random(), provider: foundry.provider.id, digest: digest, scope: .persistent, isEnabled: false,
            departure: Departure(reason, time: 5, wasEnabled: true))
        planner.library.load(
            ContentRecord(
                digest: digest, fileName: "\(FontIdentifier.random()).ttf", format: .truetype, size: 3, scanCost: 100,
                place: .stored),
            registrations: [old],
            faces: [FaceIdentity(postscriptName: "Alpha-Regular", family: "Alpha", revision: 1)])
        let new = try FontCandidate(
            memory: SealedMemory(bytes: Array("New".utf8)),
            inspection: FontInspection(
                format: .truetype,
                faces: [FaceDescription(index: 0, postscriptName: "Alpha-Regular", family: "Alpha", revision: 2)],
                findings: [], scanCost: 100))
        let registered = try planner.apply(LibraryRequest(.register([new], .enabled), by: foundry))[0].get()
        #expect(registered.replaced == [old.id])
        #expect(registered.isEnabled == (reason == .gone))
        let item = planner.finish().items.first { $0.digest == new.digest }
        #expect(item?.registrations.map(\.departure) == [reason == .user ? old.departure : nil])
    }

    @Test func `keeps its time, and what the user said of it`() async throws {
        let fixture = try await PublisherFixture()
        let id = try await register("Alpha", fixture)
        await apply(.change([id], .setAside(.user)), fixture)
        let departure = try await fixture.registry.registrations.record(id)?.departure
        for reason in Departure.Reason.allCases { await apply(.change([id], .setAside(reason)), fixture) }
        #expect(try await fixture.registry.registrations.record(id)?.departure == departure)

        let other = try await register("Beta", fixture)
        await apply(.change([other], .setAside(.gone)), fixture)
        await apply(.change([other], .setAside(.unmounted)), fixture)
        #expect(try await fixture.registry.registrations.record(other)?.departure?.reason == .unmounted)
        #expect(try await fixture.registry.registrations.record(other)?.departure?.wasEnabled == true)
    }

    private func register(_ family: String, _ fixture: PublisherFixture) async throws -> FontIdentifier {
        try await fixture.register([try PublisherFixture.candidate(family)], by: foundry).outcomes[0].get().id
    }

    private func apply(_ action: LibraryRequest.Action, _ fixture: PublisherFixture) async {
        let answer = await fixture.publisher.submit(LibraryRequest(action, by: .installation))
        #expect(answer.errorCodes == [])
    }
}
