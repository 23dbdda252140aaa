import FontLibrary
import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

/// Which fonts are kept when they leave.
@Suite struct `A font that is removed` {
    private let fixture: PublisherFixture

    init() async throws { fixture = try await PublisherFixture() }

    private func font(_ revision: Int32) throws -> FontCandidate {
        let face = FaceDescription(
            index: 0, postscriptName: "Alpha-Regular", family: "Alpha", revision: revision << 16)
        return try FontCandidate(
            memory: SealedMemory(bytes: Array("Alpha \(revision)".utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }

    /// What is kept once all is done that follows the answers.
    private func removed() async throws -> [RemovedFont] {
        await fixture.publisher.exclusively {}
        return try fixture.tree.removed.fonts()
    }

    private func register(
        _ font: FontCandidate, scope: RegistrationScope = .persistent, by requester: Requester = .user
    ) async throws -> FontIdentifier {
        let options = RegistrationOptions(scope: scope, isEnabled: true, userInfo: "mark", sessionToken: "session")
        return try await fixture.register([font], options, by: requester).outcomes[0].get().id
    }

    private func remove(_ id: FontIdentifier, forGood: Bool = false, by requester: Requester = .user) async {
        let answer = await fixture.publisher.submit(LibraryRequest(.unregister([id], forGood: forGood), by: requester))
        #expect(answer.errorCodes == [])
    }

    @Test func `by the user is kept, and the registry is rid of it`() async throws {
        let font = try font(1)
        await remove(try await register(font))
        let kept = try #require(try await removed().first)
        #expect(kept.digest == font.digest && kept.reason == .uninstalled && kept.wasEnabled)
        #expect(kept.provider == .user && kept.userInfo == "mark")
        #expect(kept.names == [RemovedFont.Name(postscriptName: "Alpha-Regular", family: "Alpha", style: "")])
        #expect(try await fixture.registry.contents.all().isEmpty)
    }

    @Test func `by a newer version is kept`() async throws {
        let (old, new) = (try font(1), try font(2))
        _ = try await register(old)
        _ = try await register(new)
        let kept = try await removed()
        #expect(kept.map(\.digest) == [old.digest] && kept.map(\.reason) == [.replaced])
        #expect(try fixture.publishedCount == 1)
        try await fixture.reconcile()
        #expect(try fixture.tree.removed.fonts() == kept)
    }

    @Test func `as one of many is kept as well`() async throws {
        let fonts = try PublisherFixture.candidates(150)
        let ids = try await fixture.registerBatch(fonts).outcomes.map { try $0.get().id }
        _ = await fixture.publisher.submit(LibraryRequest(.unregister(ids), by: .user))
        #expect(Set(try await removed().map(\.digest)) == Set(fonts.map(\.digest)))
    }

    @Test func `for good is not kept`() async throws {
        await remove(try await register(try font(1)), forGood: true)
        #expect(try await removed() == [])
    }

    @Test func `with its session or by its program is not kept, and by the user is`() async throws {
        await remove(try await register(try font(1), scope: .session))
        let program = try Requester.program("org.example.Foundry")
        await remove(try await register(try font(1), by: program), by: program)
        #expect(try await removed() == [])
        await remove(try await register(try font(1), by: program), by: .user)
        #expect(try await removed().map(\.provider.rawValue) == ["org.example.Foundry"])
    }

    @Test func `that somebody else has too stays published and is not kept`() async throws {
        let id = try await register(try font(1))
        _ = try await register(try font(1), by: try .program("org.example.Foundry"))
        await remove(id)
        #expect(try await removed() == [])
        #expect(try fixture.publishedCount == 1)
    }
}
