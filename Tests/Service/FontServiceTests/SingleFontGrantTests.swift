import FontModel
import LinuxSystem
import Logging
import Registry
import TestSupport
import Testing

@testable import FontService

/// What the user said of single fonts that are granted.
@Suite struct `A program that may use single fonts` {
    private func digests(_ count: Int) -> [FontDigest] {
        (0..<count).compactMap { number in
            let digits = String(number, radix: 16)
            return FontDigest(hexadecimal: String(repeating: "0", count: 64 - digits.count) + digits)
        }
    }

    private func caller(_ provider: String) throws -> CallerIdentity {
        CallerIdentity(
            kind: .flatpak, applicationID: nil, displayName: provider,
            provider: try #require(ProviderIdentifier(rawValue: provider)), processID: 1)
    }

    private func service(_ registry: Registry, _ scratch: ScratchDirectory) async -> RightsService {
        let service = RightsService(
            policyDirectories: [scratch["etc"]], registry: registry,
            threads: BlockingThreads(name: "test", maximumCount: 1), log: Logger(label: "test"))
        await service.refresh()
        return service
    }

    @Test func `keeps the others where the user forgets one`() async throws {
        let scratch = try ScratchDirectory(name: "single")
        let service = await service(try Registry.open(at: scratch["registry.sqlite"]).0, scratch)
        let app = try caller("org.example.App")
        let fonts = digests(3)
        for font in fonts {
            try await service.decisions.set(.useInstalledFonts, for: font, of: app.provider, isAllowed: true)
        }
        try await service.decisions.set(.installUndeclaredFonts, for: fonts[0], of: app.provider, isAllowed: false)
        #expect(try await service.decisions.revoke([.useInstalledFonts], for: fonts[0], of: app.provider) == 1)
        #expect(service.audience(of: app) == .owner(app.provider, also: [fonts[1], fonts[2]]))
        #expect(try await service.decisions.grants().count == 3, "the other right as well")
        #expect(try await service.decisions.revoke([.useInstalledFonts], for: fonts[0], of: app.provider) == 0)
        #expect(try await service.decisions.revoke([.useInstalledFonts], of: app.provider) == 2)
    }

    @Test func `gets the last place for one of two decisions at a time`() async throws {
        let scratch = try ScratchDirectory(name: "single")
        let registry = try Registry.open(at: scratch["registry.sqlite"]).0
        let service = await service(registry, scratch)
        let app = try caller("org.example.App")
        let fonts = digests(FaceAudience.maximumFonts + 7)
        _ = try await registry.commit(
            fonts.prefix(FaceAudience.maximumFonts - 1).map { font in
                .setGrant(
                    GrantRecord(
                        provider: app.provider, right: .useInstalledFonts, font: font, isAllowed: true, time: 1))
            })
        let allowed = await withTaskGroup(of: Bool.self) { group in
            for font in fonts.suffix(8) {
                group.addTask {
                    let decision: Void? = try? await service.decisions.set(
                        .useInstalledFonts, for: font, of: app.provider, isAllowed: true)
                    return decision != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(allowed == 1)
        #expect(try await service.decisions.grants().count == FaceAudience.maximumFonts)
    }

    @Test func `finds every one of them, and the user is told where there is no room`() async throws {
        let scratch = try ScratchDirectory(name: "single")
        let registry = try Registry.open(at: scratch["registry.sqlite"]).0
        let service = await service(registry, scratch)
        let app = try caller("org.example.App")
        let fonts = digests(FaceAudience.maximumFonts + 2)
        func grant(_ font: FontDigest) -> RegistryMutation {
            .setGrant(
                GrantRecord(provider: app.provider, right: .useInstalledFonts, font: font, isAllowed: true, time: 1))
        }
        _ = try await registry.commit(fonts.prefix(FaceAudience.maximumFonts - 1).map(grant))
        try await service.decisions.set(
            .useInstalledFonts, for: fonts[FaceAudience.maximumFonts - 1], of: app.provider, isAllowed: true)
        let all = Set(fonts.prefix(FaceAudience.maximumFonts))
        #expect(service.audience(of: app) == .owner(app.provider, also: all))
        let error = await #expect(throws: FontError.self) {
            try await service.decisions.set(
                .useInstalledFonts, for: fonts[FaceAudience.maximumFonts], of: app.provider, isAllowed: true)
        }
        #expect(error?.code == .exceededResourceLimit)
        #expect(error?.message.contains("typecase grants set org.example.App use-installed-fonts allow") == true)
        #expect(service.audience(of: app) == .owner(app.provider, also: all), "nothing has changed")
        // The same again is no other, a denial needs no room, nor does another right or program.
        try await service.decisions.set(.useInstalledFonts, for: fonts[0], of: app.provider, isAllowed: true)
        try await service.decisions.set(.installUndeclaredFonts, for: fonts[1001], of: app.provider, isAllowed: true)
        let other = try caller("org.example.Other")
        try await service.decisions.set(.useInstalledFonts, for: fonts[1001], of: other.provider, isAllowed: true)
        #expect(service.audience(of: other) == .owner(other.provider, also: [fonts[1001]]))
        try await service.decisions.set(.useInstalledFonts, for: fonts[0], of: app.provider, isAllowed: false)
        #expect(service.audience(of: app) == .owner(app.provider, also: all.subtracting([fonts[0]])))
        try await service.decisions.set(.useInstalledFonts, for: fonts[1000], of: app.provider, isAllowed: true)
        #expect(service.audience(of: app) == .owner(app.provider, also: Set(fonts[1...1000])))
        // What another version let in is cut the same way each time.
        _ = try await registry.commit([grant(fonts[0]), grant(fonts[1001])])
        for _ in 0..<2 {
            await service.refresh()
            #expect(service.audience(of: app) == .owner(app.provider, also: all))
        }
    }
}
