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
        let evidence = Mutex(SessionEvidence(boot: "boot", manager: "7", bus: "bus", logins: ["1"]))
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
        let persistent = try await fixture.registry.registrations(matching: RegistrationFilter(scope: .persistent))
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
        #expect(try await fixture.registry.unregisteredContents().isEmpty)
        #expect(try fixture.publishedCount == 0)
        #expect(await fixture.registerBatch(fonts).errorCodes.isEmpty)
    }

    @Test func `while a font is being registered takes it away again`() async throws {
        let user = User()
        let scratch = try ScratchDirectory()
        let session = LoginSession(
            note: scratch["session"], threads: BlockingThreads(name: "test", maximumCount: 1),
            observe: { user.evidence.withLock { $0 } })
        let fixture = try await fixture { session.hasEnded($0) }
        let keeper = fixture.keeper(of: session)
        await keeper.recover()
        let options = RegistrationOptions(
            scope: .session, isEnabled: true, sessionToken: try await session.token())
        worker.holdUpNext()
        // It was found that the session goes on, and the registry does not have the font yet.
        let registering = Task { await fixture.register(try PublisherFixture.candidates(1), options) }
        await worker.gate.waitForArrivals(1)
        user.evidence.withLock { $0.logins = [] }
        let ending = Task { await keeper.noteLogins() }
        try await eventually("the end waits for its turn") { await fixture.publisher.waitingTurns > 0 }
        worker.gate.open()
        #expect(try await registering.value.errorCodes.isEmpty)
        await ending.value
        #expect(try await fixture.registry.registrations(matching: RegistrationFilter()).registrations.isEmpty)
        #expect(try fixture.publishedCount == 0)
    }
}
