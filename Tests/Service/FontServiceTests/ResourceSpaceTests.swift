import FontLibrary
import FontModel
import LinuxSystem
import ProviderManifests
import TestSupport
import Testing

@testable import FontService

/// What becomes of fetched files while others fill the disk, and whose they are.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ResourceSpaceTests {
    private func write(freeBytes: Int, _ fixture: ResourceFixture) async throws {
        try fixture.publisher.home.scratch.write(
            #"{"version": 1, "rules": [], "resources": {"free-bytes": \#(freeBytes)}}"#,
            to: "policy/policy.d/50-space.json")
        await fixture.rights.refresh()
    }

    @Test func `Where others fill the disk, what nobody holds goes, and what is held after its access`() async throws {
        let fixture = try await ResourceFixture(spaceInterval: .milliseconds(20))
        let names = ["held", "unused"]
        try fixture.install(names.map { try fixture.declared(repeating: $0, size: 1000, tags: [$0]) })
        try await write(freeBytes: 0, fixture)
        for name in names { _ = try await fixture.begin(name, [name]) }
        try await fixture.end("unused")
        #expect(fixture.stored.count == 2)
        // As if others had filled the disk.
        let available = try fixture.store.availableSpace()
        try await write(freeBytes: available + (1 << 40), fixture)
        try await eventually("what nobody holds is gone, which is told") { fixture.evictions.all.count == 1 }
        #expect(fixture.stored.count == 1)
        #expect(fixture.evictions.all[0].hasSuffix("org.example.Foundry false"))
        try await fixture.end("held")
        try await eventually("nothing is left") { fixture.stored.isEmpty }
        try await eventually("nothing is looked at any more") { await !fixture.service.isWatchingSpace }
    }

    @Test func `What was fetched with a secret is for the provider of the secret alone`() async throws {
        let fixture = try await ResourceFixture()
        let (other, free) = ("org.example.Other", "org.example.Free")
        try fixture.install([fixture.declared("font", tags: ["one"])], credential: "shop")
        for name in [other, free] {
            try fixture.install([fixture.declared("status/404", tags: ["one"])], of: name)
        }
        #expect(try await fixture.begin("a", ["one"]) == 1)
        let caller = try fixture.caller(other)
        let error = await #expect(throws: FontError.self) { try await fixture.begin("b", ["one"], of: caller) }
        #expect(error?.code == .fileNotFound, "its own server has to give the file")
        #expect(try await fixture.begin("c", ["one"]) == 0, "the one with the secret has it")
        try fixture.install([fixture.declared("font", tags: ["one"])], of: other)
        #expect(try await fixture.begin("d", ["one"], of: caller) == 1)
        #expect(try await fixture.begin("e", ["one"], of: fixture.caller(free)) == 0, "it was fetched without a secret")
        #expect(fixture.stored.count == 2)
        #expect(fixture.entryCount == 2)
    }
}
