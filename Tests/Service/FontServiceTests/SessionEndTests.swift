import FontLibrary
import FontModel
import LinuxSystem
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// Fonts that are on their way into the library when the login session ends that they are to end with.
@Suite(.timeLimit(.minutes(10))) struct `A login session that ends` {
    private let worker: HeldUpWorker
    private let options = RegistrationOptions(scope: .session, isEnabled: true, sessionToken: "session")

    init() throws { worker = try HeldUpWorker() }

    private final class User: Sendable {
        let evidence = Mutex(SessionEvidence(boot: "boot", manager: "7", buses: [SessionBus("bus")], logins: ["1"]))

        func logOut() { evidence.withLock { $0.logins = [] } }
        func logIn(_ login: String) { evidence.withLock { $0.logins = [login] } }
    }

    private final class SessionEnd: Sendable {
        let hasCome = Mutex(false)
    }

    private func fixture(_ hasEnded: @escaping @Sendable (String) -> Bool) async throws -> PublisherFixture {
        try await PublisherFixture(
            connections: 2, warming: { [worker] directories, _ in worker.warm(directories) }, hasEnded: hasEnded)
    }

    @Test func `keeps fonts out that come afterwards, and no others`() async throws {
        let fixture = try await fixture { $0 == "past" }
        var past = options
        past.sessionToken = "past"
        let fonts = try PublisherFixture.candidates(300)
        #expect(await fixture.register(Array(fonts[..<2]), past).errorCodes == [.unsupportedScope])
        #expect(await fixture.registerBatch(fonts, past).errorCodes == [.unsupportedScope])
        #expect(try fixture.publishedCount == 0)
        #expect(await fixture.register(Array(fonts[..<1]), options).errorCodes.isEmpty)
        #expect(await fixture.register(Array(fonts[1..<2])).errorCodes.isEmpty)
        // One that is there cannot go over to the session either, in a batch that has nothing else to do.
        #expect(await fixture.registerBatch(Array(fonts[..<2]), past).errorCodes == [.unsupportedScope])
        let persistent = try await fixture.registry.registrations.page(matching: RegistrationFilter(scope: .persistent))
        #expect(persistent.registrations.count == 1)
    }

    /// After planning, before its fonts are published, and before they are registered.
    @Test(arguments: [0.1, 0.3, 0.95])
    func `while a large batch is carried out leaves nothing of it behind`(progress: Double) async throws {
        let end = SessionEnd()
        let fixture = try await fixture { _ in end.hasCome.withLock { $0 } }
        let before = worker.jobCount
        let control = BatchControl(isAtomic: false) { if $0 >= progress - 0.001 { end.hasCome.withLock { $0 = true } } }
        let fonts = try PublisherFixture.candidates(200)
        #expect(await fixture.registerBatch(fonts, options, control: control).errorCodes == [.unsupportedScope])
        #expect(worker.jobCount - before < fonts.count / 4, "it is tried once, not font by font")
        #expect(try await fixture.registry.contents.unregistered().isEmpty)
        #expect(try fixture.publishedCount == 0)
        #expect(await fixture.registerBatch(fonts).errorCodes.isEmpty)
    }

    @Test func `while a font is being registered takes it away again`() async throws {
        try await withUser { user, session, fixture, keeper in
            await keeper.recover()
            let options = try await forSession(session)
            worker.holdUpNext()
            // It was found that the session goes on, and the registry does not have the font yet.
            let registering = Task { await fixture.register(try PublisherFixture.candidates(1), options) }
            await worker.gate.waitForArrivals(1)
            user.logOut()
            let ending = Task { await keeper.noteLogins() }
            try await eventually("the end waits for its turn") { await fixture.publisher.waitingTurns > 0 }
            worker.gate.open()
            #expect(try await registering.value.errorCodes.isEmpty)
            await ending.value
            #expect(try await fonts(fixture).isEmpty)
            #expect(try fixture.publishedCount == 0)
        }
    }

    @Test func `leaves those alone that are registered for the next one before it had its turn`() async throws {
        try await withUser { user, session, fixture, keeper in
            await keeper.recover()
            let (past, renewed, new) = try (
                PublisherFixture.candidate("Past"), PublisherFixture.candidate("Renewed"),
                PublisherFixture.candidate("New")
            )
            #expect(await fixture.register([past, renewed], try await forSession(session)).errorCodes.isEmpty)
            // As a large batch under way does.
            #expect(await fixture.publisher.takeLane())
            user.logOut()
            let ending = Task { await keeper.noteLogins() }
            try await eventually("the end waits for the batch") { await fixture.publisher.laneWaiterCount > 0 }
            user.logIn("2")
            #expect(await fixture.register([renewed, new], try await forSession(session)).errorCodes.isEmpty)
            await fixture.publisher.giveLaneBack()
            await ending.value
            #expect(try await fonts(fixture) == [renewed.digest, new.digest])
            #expect(try fixture.publishedCount == 2)
        }
    }

    @Test(arguments: [true, false])
    func `leaves a font alone that comes again before the end of the session before was seen`(
        isByName: Bool
    ) async throws {
        try await withUser { user, session, fixture, keeper in
            let (past, renewed) = try (PublisherFixture.candidate("Past"), PublisherFixture.candidate("Renewed"))
            let answer = await fixture.register([past, renewed], try await forSession(session))
            user.logIn("2")
            let options = try await forSession(session)
            let again =
                isByName
                ? await fixture.publisher.submit(
                    LibraryRequest(.change([try answer.outcomes[1].get().id], .registerAgain(options)), by: .user))
                : await fixture.register([renewed], options)
            #expect(try again.outcomes.map { try $0.get().id } == [try answer.outcomes[1].get().id])
            // The first start of the session, which a call may be ahead of.
            await keeper.recover()
            #expect(try await fonts(fixture) == [renewed.digest])
            // The store's note of it goes on as well.
            let sidecars = try fixture.tree.notes.readSidecars().sidecars
            #expect(sidecars.flatMap(\.registrations).map(\.sessionToken) == [options.sessionToken])
        }
    }

    /// Runs a test with a user who is logged in, and what ends the fonts of the sessions.
    private func withUser(
        _ body: (User, LoginSession, PublisherFixture, LibraryKeeper) async throws -> Void
    ) async throws {
        let user = User()
        let scratch = try ScratchDirectory()
        let session = LoginSession(
            note: scratch["session"], threads: BlockingThreads(name: "test", maximumCount: 1),
            observe: { _ in user.evidence.withLock { $0 } })
        let fixture = try await fixture { session.hasEnded($0) }
        try await body(user, session, fixture, fixture.keeper(of: session))
    }

    private func forSession(_ session: LoginSession) async throws -> RegistrationOptions {
        RegistrationOptions(scope: .session, isEnabled: true, sessionToken: try await session.token())
    }

    private func fonts(_ fixture: PublisherFixture) async throws -> Set<FontDigest> {
        let page = try await fixture.registry.registrations.page(matching: RegistrationFilter())
        return Set(page.registrations.map(\.registration.digest))
    }
}
