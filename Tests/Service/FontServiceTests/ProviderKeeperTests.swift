import FontLibrary
import FontModel
import Glibc
import LinuxSystem
import ProviderInstallations
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(5))) struct `The fonts of a provider` {
    private let fixture: PublisherFixture
    private let foundry: Requester
    private let keeper: ProviderKeeper

    init() async throws {
        fixture = try await PublisherFixture()
        foundry = try .program("org.example.Foundry")
        try fixture.home.scratch.write("", to: "lock")
        try fixture.home.scratch.write("", to: "locks")
        keeper = ProviderKeeper(
            registry: fixture.registry, publisher: fixture.publisher,
            search: InstallationSearch(environment: fixture.home.environment),
            transactions: PackageTransactions(
                locks: [fixture.home.scratch["lock"]], table: fixture.home.scratch["locks"]),
            threads: fixture.threads, work: fixture.work, log: PublisherFixture.log)
    }

    private func manifest(_ id: String = "org.example.Foundry") -> String { "share/typecase/providers/\(id).json" }

    private func install(_ id: String = "org.example.Foundry") throws {
        try fixture.home.scratch.write("{}", to: manifest(id))
    }

    private func register(_ family: String, by requester: Requester? = nil) async throws -> FontIdentifier {
        let candidate = try PublisherFixture.candidate(family)
        return try await fixture.register([candidate], by: requester ?? foundry).outcomes[0].get().id
    }

    private func departure(of id: FontIdentifier) async throws -> Departure? {
        try #require(try await fixture.registry.registrations.record(id)).departure
    }

    /// Waits until a font has left, of which everybody is told.
    private func waitForDeparture(of id: FontIdentifier) async throws {
        for await _ in fixture.changes where try await departure(of: id) != nil { return }
    }

    @Test func `leave with it and come back with it`() async throws {
        try install()
        let fonts = [try await register("Alpha"), try await register("Beta")]
        try await keeper.reconcile()
        #expect(try fixture.publishedCount == 2)

        fixture.home.scratch.remove(manifest())
        try await keeper.reconcile()
        #expect(try fixture.publishedCount == 0)
        for font in fonts { #expect(try await departure(of: font)?.reason == .gone) }
        let generation = try await fixture.registry.generation()
        try await keeper.reconcile()
        #expect(try await fixture.registry.generation() == generation, "whoever is gone leaves once")

        try install()
        try await keeper.reconcile()
        #expect(try fixture.publishedCount == 2)
        for font in fonts { #expect(try await departure(of: font) == nil) }
    }

    @Test func `stay where it was never installed`() async throws {
        let font = try await register("Alpha")
        let own = try await register("Beta", by: .user)
        try await keeper.reconcile()
        #expect(try await departure(of: font) == nil)
        #expect(try await departure(of: own) == nil)
        #expect(try fixture.publishedCount == 2)
    }

    @Test func `leave though nobody looked while it was there, as it was when it registered them`() async throws {
        try install()
        let evidence = InstallationSearch(environment: fixture.home.environment).evidence(of: foundry.provider.id)
        var provider = foundry.provider
        provider.installation = evidence
        let font = try await register("Alpha", by: .provider(provider))
        fixture.home.scratch.remove(manifest())
        try await keeper.reconcile()
        #expect(try await departure(of: font)?.reason == .gone)
    }

    @Test func `leave though its bell was rung where the service manager does not hear it`() async throws {
        try install()
        let font = try await register("Alpha")
        try await keeper.reconcile()
        // The unit of the bell before has not ended yet: nobody looks for this one.
        fixture.home.scratch.remove(manifest())
        try await waitForDeparture(of: font)
        #expect(try await departure(of: font)?.reason == .gone)
    }

    @Test func `leave where it is removed while it registers them`() async throws {
        try install()
        var provider = foundry.provider
        provider.installation = InstallationSearch(environment: fixture.home.environment).evidence(of: provider.id)
        fixture.home.scratch.remove(manifest())
        // The bell has rung by then, and found nothing.
        try await keeper.reconcile()
        let font = try await register("Alpha", by: .provider(provider))
        let registrations = RegisteredProviders()
        registrations.add([provider])
        registrations.end()
        await keeper.watch(registrations)
        #expect(try await departure(of: font)?.reason == .gone)
    }

    @Test func `leave where it is removed in the middle of its own batch`() async throws {
        try install()
        var provider = foundry.provider
        provider.installation = InstallationSearch(environment: fixture.home.environment).evidence(of: provider.id)
        let batch = Task { [fixture, provider] in
            await fixture.registerBatch(try PublisherFixture.candidates(300), by: .provider(provider))
        }
        try await eventually("some of its fonts are registered") {
            try await !fixture.registry.providers.presences().isEmpty
        }
        fixture.home.scratch.remove(manifest())
        try await keeper.reconcile()
        #expect(try await batch.value.errorCodes == [])
        let registrations = RegisteredProviders()
        registrations.add([provider])
        registrations.end()
        await keeper.watch(registrations)
        #expect(try fixture.publishedCount == 0)
        let presence = try #require(try await fixture.registry.providers.presences().first)
        #expect(presence.presentCount == 0 && presence.departedCounts == [.gone: 300])
    }

    @Test func `wait for their medium without end, and for their provider for 30 days`() async throws {
        let (alpha, beta) = (try await register("Alpha"), try await register("Beta", by: .program("org.example.Press")))
        let place = try fixture.home.scratch.makeDirectory("media/stick")
        let file = InstallationEvidence.File(path: "\(place)/manifest.json", mountPoint: place, fileSystem: 1)
        _ = try await fixture.registry.commit([
            .setInstallation(foundry.provider.id, [InstallationEvidence(.manifest, files: [file])])
        ])
        try await keeper.reconcile()
        #expect(try await departure(of: alpha)?.reason == .unmounted)

        let long = Departure.lifetime + 60
        let past = WallClock.secondsSince1970 - long
        _ = try await fixture.registry.commit([
            .setDeparture(alpha, Departure(.unmounted, time: past, wasEnabled: true)),
            .setEnabled(beta, false), .setDeparture(beta, Departure(.gone, time: past, wasEnabled: true)),
        ])
        try await keeper.reconcile()
        #expect(try await departure(of: alpha)?.reason == .unmounted)
        #expect(try await fixture.registry.registrations.record(beta) == nil)

        // The medium is there again, without the provider: its time begins.
        let here = try FileSystem.identity(of: place)
        _ = try await fixture.registry.commit([
            .setInstallation(
                foundry.provider.id,
                [
                    InstallationEvidence(
                        .manifest, files: [.init(path: file.path, mountPoint: place, fileSystem: here)])
                ])
        ])
        try await keeper.reconcile()
        let departure = try #require(try await departure(of: alpha))
        #expect(departure.reason == .gone && departure.time > past && departure.wasEnabled)
    }

    @Test func `go by hand, stay away though it is there, and come back by hand`() async throws {
        try install()
        let font = try await register("Alpha")
        #expect(try await keeper.remove(foundry.provider.id) == 1)
        #expect(try fixture.publishedCount == 0)
        try await keeper.reconcile()
        #expect(try await departure(of: font)?.reason == .user)
        await #expect(throws: FontError.self) { try await self.keeper.remove(self.foundry.provider.id) }
        #expect(try await keeper.restore(foundry.provider.id) == 1)
        #expect(try fixture.publishedCount == 1)
        await #expect(throws: FontError.self) { try await self.keeper.restore(self.foundry.provider.id) }
        await #expect(throws: FontError.self) { try await self.keeper.remove(.user) }
    }

    @Test func `are where the user wants them, though somebody looks in the middle of that`() async throws {
        try install()
        let font = try await register("Alpha")
        try await keeper.reconcile()
        for round in 0..<12 {
            // The look finds that they are to come back, while the user removes them.
            _ = await fixture.publisher.submit(LibraryRequest(.change([font], .setAside(.gone)), by: .installation))
            async let look: Void = keeper.reconcile()
            for _ in 0..<round { await Task.yield() }
            _ = try await keeper.remove(foundry.provider.id)
            try await look
            #expect(try await departure(of: font)?.reason == .user, "round \(round)")
            #expect(try fixture.publishedCount == 0)
            _ = try await keeper.restore(foundry.provider.id)
            #expect(try fixture.publishedCount == 1)
        }
        // The look finds that they are to leave, while the user brings them back.
        fixture.home.scratch.remove(manifest())
        _ = await fixture.publisher.submit(LibraryRequest(.change([font], .setAside(.unmounted)), by: .installation))
        async let look: Void = keeper.reconcile()
        #expect(try await keeper.restore(foundry.provider.id) == 1)
        try await look
        try await keeper.reconcile()
        #expect(try await departure(of: font) == nil)
        #expect(try fixture.publishedCount == 1)
    }

    @Test func `stay where the user brought them back without it`() async throws {
        try install()
        let font = try await register("Alpha")
        try await keeper.reconcile()
        fixture.home.scratch.remove(manifest())
        try await keeper.reconcile()
        #expect(try await keeper.restore(foundry.provider.id) == 1)
        try await keeper.reconcile()
        #expect(try await departure(of: font) == nil)
        #expect(try fixture.publishedCount == 1)
    }

    @Test func `stay while a package manager is at work, and leave once it is done`() async throws {
        try install()
        let font = try await register("Alpha")
        try await keeper.reconcile()
        let generation = try await fixture.registry.generation()
        let inode = try FileStatus(path: fixture.home.scratch["lock"]).stamp.inode
        let held = "1: POSIX  ADVISORY  WRITE 712 fe:00:\(inode) 0 EOF\n"

        try fixture.home.scratch.write(held, to: "locks")
        fixture.home.scratch.remove(manifest())
        try await keeper.reconcile()
        try install()
        try fixture.home.scratch.write("", to: "locks")
        await fixture.waitUntilIdle()
        #expect(try await fixture.registry.generation() == generation, "it was replaced, and nobody saw it")

        try fixture.home.scratch.write(held, to: "locks")
        fixture.home.scratch.remove(manifest())
        try await keeper.reconcile()
        #expect(try await departure(of: font) == nil)
        try fixture.home.scratch.write("", to: "locks")
        try await waitForDeparture(of: font)
    }

    @Test func `stay where the package manager goes on while it is waited whether they are gone`() async throws {
        try install()
        let font = try await register("Alpha")
        try await keeper.reconcile()
        let generation = try await fixture.registry.generation()
        let inode = try FileStatus(path: fixture.home.scratch["lock"]).stamp.inode

        // Between the removal of the old package and the unpacking of the new one nobody holds the lock for a moment.
        fixture.home.scratch.remove(manifest())
        let look = Task { try await keeper.reconcile() }
        try await eventually("the first look is over") { fixture.work.kinds.contains(.departures) }
        try fixture.home.scratch.write("1: POSIX  ADVISORY  WRITE 712 fe:00:\(inode) 0 EOF\n", to: "locks")
        try await look.value
        #expect(try await departure(of: font) == nil)
        try install()
        try fixture.home.scratch.write("", to: "locks")
        while fixture.work.kinds.contains(.departures) { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try await fixture.registry.generation() == generation, "it was replaced, and nobody saw it")
    }

    @Test func `stay without a blink where hundreds are upgraded at once`() async throws {
        let ids = (0..<500).map { "org.example.Provider\($0)" }
        for id in ids {
            try install(id)
            let requester = try Requester.program(id)
            let fonts = try (0..<10).map { try PublisherFixture.candidate("\(id) \($0)") }
            #expect(await fixture.register(fonts, by: requester).errorCodes == [])
        }
        try await keeper.reconcile()
        let generation = try await fixture.registry.generation()
        async let bells: Void = ringBells(20)
        // As package managers do it: another file takes the name of the old one.
        for id in ids {
            let new = try fixture.home.scratch.write("{\"version\": 1}", to: manifest(id) + ".dpkg-new")
            #expect(rename(new, fixture.home.scratch[manifest(id)]) == 0)
        }
        try await bells
        try await keeper.reconcile()
        #expect(try await fixture.registry.generation() == generation)
        #expect(try fixture.publishedCount == 5000)
    }

    private func ringBells(_ count: Int) async throws {
        for _ in 0..<count { try await keeper.reconcile() }
    }

    @Test func `are not changed for somebody who would not learn of it`() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let long = Task { [keeper] in
            try await keeper.inTurn { () throws(FontError) in
                start.finish()
                for await _ in ended {}
            }
        }
        for await _ in started {}
        let patient = Task { [keeper] in try await keeper.inTurn { () throws(FontError) in 1 } }
        let error = await #expect(throws: FontError.self) {
            try await keeper.inTurn(within: .milliseconds(10)) { () throws(FontError) in
                Issue.record("it was its turn")
            }
        }
        #expect(error?.code == .busy)
        end.finish()
        try await long.value
        #expect(try await patient.value == 1)
        #expect(try await keeper.inTurn(within: .seconds(60)) { () throws(FontError) in 2 } == 2)
    }
}
