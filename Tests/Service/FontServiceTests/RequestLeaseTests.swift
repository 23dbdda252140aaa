import FontModel
import LinuxSystem
import TestSupport
import Testing

@testable import FontService

/// The leases that the requests of one connection share.
@Suite(.timeLimit(.minutes(1))) struct RequestLeaseTests {
    private let ended = EventLog()
    private let leases: FontLeases
    private let fixture: PublisherFixture

    init() async throws {
        fixture = try await PublisherFixture()
        leases = FontLeases(
            note: fixture.home.scratch["leases"], registry: fixture.registry, threads: fixture.threads,
            work: fixture.work, log: PublisherFixture.log)
        leases.endRegistrations { [ended] in for registration in $0 { ended.add(registration.id.rawValue) } }
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
        let fonts = try await begin(FontLeases.maximumPerHolder + 20, for: ":1.1")
        #expect(Set(fonts.map(\.token)).count == FontLeases.maximumForRequests)
        #expect(Set(fonts.dropFirst(FontLeases.maximumForRequests).map(\.token)) == [fonts[15].token])
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
