import FontModel
import Registry
import Testing

@testable import FontService

@Suite struct `What all programs together may have` {
    private let foundry: Requester
    private let press: Requester

    init() throws {
        foundry = try .program("org.example.Foundry")
        press = try .program("org.example.Press")
    }

    private func code(
        _ font: String, by requester: Requester, _ planner: inout LibraryPlanner
    ) throws -> FontError.Code? {
        let request = LibraryRequest(.register([try PublisherFixture.candidate(font)], .enabled), by: requester)
        guard case .failure(let error)? = planner.apply(request).first else { return nil }
        return error.code
    }

    @Test func `is bounded for each of them, whoever has registered the rest, and not for the user`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:], programFonts: FontLimits.fontsOfPrograms - 1)
        #expect(try code("Alpha", by: foundry, &planner) == nil)
        #expect(try code("Beta", by: press, &planner) == .exceededResourceLimit)
        #expect(try code("Alpha", by: foundry, &planner) == nil, "what it has already")
        #expect(try code("Beta", by: .user, &planner) == nil)
    }

    @Test func `is counted from what is registered`() async throws {
        let fixture = try await PublisherFixture()
        #expect(try await fixture.register(PublisherFixture.candidates(3), by: foundry).errorCodes.isEmpty)
        #expect(try await fixture.register(PublisherFixture.candidates(2, "Other"), by: .user).errorCodes.isEmpty)
        #expect(await fixture.publisher.state.programFontCount == 3)
        let shared = try await fixture.register(PublisherFixture.candidates(1), by: press)
        #expect(shared.errorCodes.isEmpty)
        #expect(await fixture.publisher.state.programFontCount == 4)
        #expect(try await fixture.registry.providers.programFontCount() == 4)
        let id = try #require(try shared.outcomes.first?.get().id)
        _ = await fixture.publisher.submit(LibraryRequest(.unregister([id]), by: press))
        #expect(await fixture.publisher.state.programFontCount == 3)
    }
}
