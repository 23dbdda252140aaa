import FontModel
import Registry
import Testing

@Suite struct `What the user said of rights` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `can be about one font, apart from what is said of all`() async throws {
        let registry = try scratch.open()
        let font = try #require(FontDigest(bytes: Array(repeating: 7, count: 32)))
        let right = Right.installUndeclaredFonts
        let one = GrantRecord(provider: foundry, right: right, font: font, isAllowed: true, time: 1)
        let all = GrantRecord(provider: foundry, right: right, isAllowed: false, time: 2)
        _ = try await registry.commit([.setGrant(one), .setGrant(all)])
        #expect(Set(try await registry.grants()) == [one, all])
        _ = try await registry.commit([.deleteGrant(foundry, right)])
        #expect(try await registry.grants() == [one])
        _ = try await registry.commit([.deleteGrant(foundry, right, font: font)])
        #expect(try await registry.grants().isEmpty)
    }

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
