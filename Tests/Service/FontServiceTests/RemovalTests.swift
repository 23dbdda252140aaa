import FontModel
import Registry
import TestSupport
import Testing

@testable import FontService

/// Fonts that are removed many at a time, whose rows go after the answer.
@Suite struct `A removal of many fonts` {
    private let fixture: PublisherFixture
    private let fonts: [FontCandidate]
    private let ids: [FontIdentifier]

    init() async throws {
        fixture = try await PublisherFixture()
        fonts = try PublisherFixture.candidates(40)
        ids = try await fixture.registerBatch(fonts).outcomes.map { try $0.get().id }
    }

    private func remove(_ ids: [FontIdentifier]) async -> LibraryPublisher.Answer {
        await fixture.publisher.submit(LibraryRequest(.unregister(ids), by: .user))
    }

    @Test func `shows none of them from its answer on, and leaves no row of them`() async throws {
        let answer = await remove(ids)
        #expect(answer.errorCodes.isEmpty)
        #expect(try fixture.publishedCount == 0)
        #expect(try await fixture.registry.faces.page(FaceFilter()).faces.isEmpty)
        #expect(try await fixture.registry.registrations.records(of: fonts[0].digest).isEmpty)
        // Whatever is due after the answer is done before the next turn.
        await fixture.publisher.inTurn {}
        #expect(try await fixture.registry.contents.all().isEmpty)
        #expect(try await fixture.registry.generation() == answer.generation)
    }

    @Test func `lets them be registered again at once`() async throws {
        _ = await remove(ids)
        let again = await fixture.registerBatch(fonts)
        #expect(again.errorCodes.isEmpty)
        #expect(try fixture.publishedCount == fonts.count)
        #expect(try await fixture.registry.contents.unregistered().isEmpty)
        #expect(try await fixture.registry.faces.page(FaceFilter()).faces.count == fonts.count)
    }

    @Test func `leaves alone what somebody else has registered too`() async throws {
        let other = try Requester.program("org.example.Other")
        #expect(await fixture.register([fonts[0]], by: other).errorCodes.isEmpty)
        #expect(await remove(ids).errorCodes.isEmpty)
        await fixture.publisher.inTurn {}
        #expect(try await fixture.registry.contents.all().map(\.digest) == [fonts[0].digest])
        #expect(try fixture.publishedCount == 1)
    }

    @Test func `is completed by the next start where the service ends before its rows are gone`() async throws {
        _ = try await fixture.registry.commit(ids.map { .deleteRegistration($0) })
        #expect(try await fixture.registry.contents.unregistered().count == fonts.count)
        #expect(try await fixture.registry.faces.page(FaceFilter()).faces.isEmpty)
        try await fixture.reconcile()
        #expect(try await fixture.registry.contents.all().isEmpty)
        #expect(try fixture.publishedCount == 0)
    }

    @Test func `of few fonts takes their rows along`() async throws {
        #expect(await remove(Array(ids.prefix(3))).errorCodes.isEmpty)
        #expect(try await fixture.registry.contents.unregistered().isEmpty)
        #expect(try await fixture.registry.contents.all().count == fonts.count - 3)
    }
}
