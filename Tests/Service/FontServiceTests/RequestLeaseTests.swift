import FontModel
import LinuxSystem
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// The leases that the requests of one connection share.
@Suite(.timeLimit(.minutes(1))) struct RequestLeaseTests {
    private let ended = EventLog()
    /// What keeps registrations from being removed.
    private let obstacle = Obstacle()
    private let leases: LeaseService
    private let fixture: PublisherFixture

    init() async throws {
        fixture = try await PublisherFixture()
        leases = LeaseService(
            note: fixture.home.scratch["leases"], registry: fixture.registry, threads: fixture.threads,
            work: fixture.work, log: PublisherFixture.log, retryDelay: .milliseconds(20))
        leases.endRegistrations { [ended, obstacle] registrations in
            if let error = obstacle.error.withLock({ $0 }) { return registrations.map { _ in .failure(error) } }
            return registrations.map { registration in
                ended.add(registration.id.rawValue)
                return .success(())
            }
        }
        await leases.restore(on: "bus") { _, _ in true }
    }

    /// Begins leases, each filled with a font.
    private func begin(_ count: Int, for holder: String) async throws -> [(token: String, id: FontIdentifier)] {
        var begun: [(String, FontIdentifier)] = []
        for number in 0..<count {
            let token = try await leases.beginForRequest(of: holder)
            let id = FontIdentifier.random()
            await leases.fill(
                token, with: [id: try SealedMemory(bytes: Array("\(holder) \(number)".utf8)).digest], of: holder)
            begun.append((token, id))
        }
        return begun
    }

    @Test func `The first requests have leases of their own, and later ones share the newest`() async throws {
        let fonts = try await begin(LeaseService.maximumPerHolder + 20, for: ":1.1")
        #expect(Set(fonts.map(\.token)).count == LeaseService.maximumForRequests)
        #expect(Set(fonts.dropFirst(LeaseService.maximumForRequests).map(\.token)) == [fonts[15].token])
        let other = try await begin(1, for: ":1.2")
        #expect(!fonts.map(\.token).contains(other[0].token))
        await leases.release(":1.1")
        #expect(Set(ended.all) == Set(fonts.map(\.id.rawValue)))
        #expect(leases.hasEnded(fonts[15].token) == true && leases.hasEnded(other[0].token) == false)
    }

    @Test func `A request that is given up takes back its own fonts, not those of others in the lease`() async throws {
        let fonts = try await begin(20, for: ":1.1")
        await leases.takeBack([fonts[19].token: [fonts[19].id], fonts[0].token: [fonts[0].id]], from: ":1.1")
        #expect(Set(ended.all) == [fonts[19].id.rawValue, fonts[0].id.rawValue])
        #expect(leases.hasEnded(fonts[0].token) == true, "nothing is left of it")
        #expect(leases.hasEnded(fonts[19].token) == false)
        // What another program has joined lasts for it.
        let digest = try SealedMemory(bytes: Array(":1.1 17".utf8)).digest
        #expect(try await leases.join([digest], ":1.2") == [digest])
        await leases.takeBack([fonts[17].token: [fonts[17].id]], from: ":1.1")
        #expect(ended.all.count == 2)
    }

    @Test func `A font that a later request asked for too stays when the first is given up`() async throws {
        let fonts = try await begin(2, for: ":1.1")
        let digest = try SealedMemory(bytes: Array(":1.1 0".utf8)).digest
        #expect(try await leases.join([digest], ":1.1") == [digest])
        await leases.takeBack([fonts[0].token: [fonts[0].id], fonts[1].token: [fonts[1].id]], from: ":1.1")
        #expect(ended.all == [fonts[1].id.rawValue])
        await leases.release(":1.1")
        #expect(Set(ended.all) == Set(fonts.map(\.id.rawValue)))
    }

    @Test func `A request that is given up does not end what its program holds by a handle`() async throws {
        let token = try await leases.begin(for: ":1.1", term: LeaseTerm(handle: "document"))
        let id = FontIdentifier.random()
        let digest = try SealedMemory(bytes: [1]).digest
        await leases.fill(token, with: [id: digest], of: ":1.1")
        #expect(try await leases.join([digest], ":1.1") == [digest])
        await leases.takeBack([token: [id]], from: ":1.1")
        #expect(ended.all.isEmpty && leases.hasEnded(token) == false)
        try await leases.end("document", of: ":1.1")
        #expect(ended.all == [id.rawValue])
    }

    @Test func `What cannot be removed at the end of its lease is removed later`() async throws {
        let token = try await leases.begin(for: ":1.1", term: LeaseTerm(handle: "document"))
        let first = FontIdentifier.random()
        await leases.fill(token, with: [first: try SealedMemory(bytes: [1]).digest], of: ":1.1")
        obstacle.error.withLock { $0 = FontError(.storageFull, "The disk is full.") }
        let error = await #expect(throws: FontError.self) { try await leases.end("document", of: ":1.1") }
        #expect(error?.code == .storageFull)
        #expect(leases.hasEnded(token) == true && ended.all.isEmpty)
        #expect(fixture.work.kinds.contains(.leases), "the service stays for it")
        obstacle.error.withLock { $0 = nil }
        try await eventually("it is tried again by itself") { ended.all == [first.rawValue] }
        try await eventually("nothing is left to do") { !fixture.work.kinds.contains(.leases) }
    }

    @Test func `A call that cannot hold a font of others leaves their leases as they were`() async throws {
        let token = try await leases.begin(for: ":1.1")
        let answer = await fixture.register(
            [try PublisherFixture.candidate("Shared")],
            RegistrationOptions(scope: .session, isEnabled: true, sessionToken: token))
        let id = try #require(answer.outcomes.first?.get().id)
        try await leases.settle(token, with: [id], of: ":1.1")
        // The second font of the call is registered for a lease that is over.
        let gone = await fixture.register(
            [try PublisherFixture.candidate("Going")],
            RegistrationOptions(scope: .session, isEnabled: true, sessionToken: "lease:gone"))
        let other = try await leases.begin(for: ":1.2")
        let error = await #expect(throws: FontError.self) {
            try await leases.settle(other, with: [id, try gone.outcomes[0].get().id], of: ":1.2")
        }
        #expect(error?.code == .busy)
        await leases.abandon(other, of: ":1.2")
        await leases.release(":1.1")
        #expect(ended.all == [id.rawValue], "nobody else holds it")
    }

    @Test func `Removing is tried again at growing distances, and by one at a time`() {
        let registration = SessionRegistration(FontIdentifier.random(), sessionToken: "lease:1")
        var overdue = OverdueRegistrations(firstDelay: .seconds(10))
        var delays: [Duration] = []
        for _ in 0..<8 {
            let (delay, isFirst) = overdue.add([registration])
            #expect(isFirst == delays.isEmpty)
            delays.append(delay ?? .zero)
            #expect(overdue.add([registration]) == (nil, false), "an attempt is to come already")
            overdue.isAwaited = false
            #expect(overdue.take(except: []) == [registration])
        }
        #expect(delays == [10, 20, 40, 80, 160, 320, 600, 600].map { .seconds($0) })
        #expect(overdue.reset() && !overdue.reset())
        #expect(overdue.add([registration]) == (.seconds(10), true))
        #expect(overdue.take(except: [registration]) == [], "it is being removed anyway")
    }

    @Test func `What was registered before a call failed ends with its lease`() async throws {
        let token = try await leases.begin(for: ":1.1")
        let answer = await fixture.register(
            [try PublisherFixture.candidate("Left Behind")],
            RegistrationOptions(scope: .session, isEnabled: true, sessionToken: token))
        let id = try #require(answer.outcomes.first?.get().id)
        await leases.abandon(token, of: ":1.1")
        #expect(ended.all == [id.rawValue])
        #expect(leases.hasEnded(token) == true)
    }

    @Test func `A failed request does not end the lease that it shares`() async throws {
        let fonts = try await begin(16, for: ":1.1")
        let token = try await leases.beginForRequest(of: ":1.1")
        #expect(token == fonts[15].token)
        await leases.fill(token, with: [:], of: ":1.1")
        #expect(leases.hasEnded(token) == false && ended.all.isEmpty)
        // Where a lease has ended, there is room for one.
        await leases.takeBack([token: [fonts[15].id]], from: ":1.1")
        #expect(try await !fonts.map(\.token).contains(leases.beginForRequest(of: ":1.1")))
    }
}

private final class Obstacle: Sendable {
    let error = Mutex<FontError?>(nil)
}
