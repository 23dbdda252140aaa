import FontModel
import Registry
import Testing

@Suite struct `What the user said of rights` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `is kept over restarts, the last word of each right`() async throws {
        let registry = try scratch.open()
        let other = try #require(ProviderIdentifier(rawValue: "org.example.Another"))
        let first = GrantRecord(provider: foundry, right: .installFonts, isAllowed: true, time: 1)
        let second = GrantRecord(provider: foundry, right: .installFonts, isAllowed: false, time: 2)
        let use = GrantRecord(provider: foundry, right: .useInstalledFonts, isAllowed: true, time: 3)
        let foreign = GrantRecord(provider: other, right: .installFonts, isAllowed: true, time: 4)
        let generation = try await registry.commit([.setGrant(first), .setGrant(use), .setGrant(foreign)])
        #expect(Set(try await registry.grants()) == [first, use, foreign])
        #expect(try await registry.commit([.setGrant(second)]) == generation, "no font has changed")
        try registry.close()
        let again = try scratch.open()
        #expect(Set(try await again.grants()) == [second, use, foreign])
        _ = try await again.commit([.deleteGrant(foundry, .installFonts), .deleteGrant(foundry, .installFonts)])
        #expect(Set(try await again.grants()) == [use, foreign])
    }
}
