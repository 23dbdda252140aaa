import FontLibrary
import FontModel
import LinuxSystem
import Logging
import Registry
import TestSupport
import Testing

@testable import FontService

/// What the user denies outlives the registry; what they allow does not.
@Suite struct `The note of denied rights` {
    private let scratch: ScratchDirectory
    private let tree: FontTree
    private let provider: ProviderIdentifier

    init() throws {
        scratch = try ScratchDirectory(name: "denials")
        tree = try FontTree(locations: FontLocations(environment: ["HOME": scratch.path]))
        provider = try #require(ProviderIdentifier(rawValue: "org.example.Denied"))
    }

    /// A service as a daemon has it that starts with a registry.
    private func service(_ registry: String) async throws -> RightsService {
        let service = RightsService(
            policyDirectories: [scratch["etc"]], registry: try Registry.open(at: scratch[registry]).0, tree: tree,
            threads: BlockingThreads(name: "test", maximumCount: 1), log: Logger(label: "test"))
        await service.refresh()
        await service.decisions.restoreDenials()
        return service
    }

    @Test func `brings denials back into a registry that is new, and nothing that was allowed`() async throws {
        let digest = try #require(FontDigest(hexadecimal: String(repeating: "ab", count: 32)))
        let first = try await service("first.sqlite")
        try await first.decisions.set(.installFonts, of: provider, isAllowed: true)
        try await first.decisions.set(.useInstalledFonts, of: provider, isAllowed: false)
        try await first.decisions.set(.installUndeclaredFonts, for: digest, of: provider, isAllowed: false)
        #expect(first.decisions.failure == nil)

        let second = try await service("second.sqlite")
        let grants = try await second.decisions.grants()
        #expect(Set(grants.map(\.right)) == [.useInstalledFonts, .installUndeclaredFonts])
        #expect(grants.allSatisfy { !$0.isAllowed })
        #expect(grants.first { $0.right == .installUndeclaredFonts }?.font == digest)
        #expect(try #require(second.decisions.failure).contains("2 denied rights"))

        let third = try await service("second.sqlite")
        #expect(third.decisions.failure == nil, "told once")
    }

    @Test func `keeps no denial that the user took back or changed into a permission`() async throws {
        let first = try await service("first.sqlite")
        try await first.decisions.set(.installFonts, of: provider, isAllowed: false)
        try await first.decisions.set(.useInstalledFonts, of: provider, isAllowed: false)
        try await first.decisions.set(.installFonts, of: provider, isAllowed: true)
        _ = try await first.decisions.revoke([.useInstalledFonts], of: provider)
        #expect(try await service("second.sqlite").decisions.grants().isEmpty)
        #expect(try tree.notes.readDenials().isEmpty)
    }

    @Test func `is stronger than an earlier permission, which a registry without its log still has`() async throws {
        let first = try await service("first.sqlite")
        let registry = first.decisions.registry
        let allowed = GrantRecord(provider: provider, right: .installFonts, isAllowed: true, time: 100)
        _ = try await registry.commit([.setGrant(allowed)])
        try tree.notes.writeDenials([RightDenial(provider: provider, right: .installFonts, time: 200)])
        #expect(try await service("first.sqlite").decisions.grants().map(\.isAllowed) == [false])
        // And weaker than a later one.
        let later = GrantRecord(provider: provider, right: .installFonts, isAllowed: true, time: 300)
        _ = try await registry.commit([.setGrant(later)])
        #expect(try await service("first.sqlite").decisions.grants().map(\.isAllowed) == [true])
        #expect(try tree.notes.readDenials().isEmpty)
    }

    @Test func `that is damaged is written anew from the registry`() async throws {
        let first = try await service("first.sqlite")
        try await first.decisions.set(.installFonts, of: provider, isAllowed: false)
        _ = try scratch.write("{", to: ".local/share/typecase/store/denials.json")
        #expect(throws: FontError.self) { try tree.notes.readDenials() }
        #expect(try await service("first.sqlite").decisions.grants().count == 1)
        #expect(try tree.notes.readDenials().map(\.right) == [.installFonts])
    }
}
