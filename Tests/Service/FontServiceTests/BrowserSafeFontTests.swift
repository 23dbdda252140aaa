import FontModel
import LinuxSystem
import Logging
import Registry
import TestSupport
import Testing

@testable import FontService

/// Fonts that web browsers do not show, where the policy or a call asks for others alone.
struct BrowserSafeFontTests {
    @Test func `says whether fonts may be registered that web browsers do not show`() async throws {
        let scratch = try ScratchDirectory(name: "policy")
        try scratch.write(
            """
            {"version": 1, "rules": [{"providers": ["org.example.App"], "browser-safe": false, "decision": "deny",
            "reason": "For the web."}]}
            """, to: "etc/policy.d/a.json")
        let service = RightsService(
            policyDirectories: [scratch["etc"]], registry: try Registry.open(at: scratch["registry.sqlite"]).0,
            threads: BlockingThreads(name: "test", maximumCount: 1), log: Logger(label: "test"))
        await service.refresh()
        let provider = try #require(ProviderIdentifier(rawValue: "org.example.App"))
        func check(_ isBrowserSafe: Bool?) throws(FontError) {
            try service.checkPolicy(on: .truetype, from: .file, for: provider, isBrowserSafe: isBrowserSafe)
        }
        try check(true)
        // Of a font that nobody has looked at yet nothing is known.
        try check(nil)
        let error = #expect(throws: FontError.self) { try check(false) }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.message.contains("that web browsers do not show") == true)
        #expect(error?.message.contains("For the web.") == true)
    }

    @Test func `a font that web browsers do not show is not registered where the call asks for others alone`()
        async throws
    {
        let digest = try SealedMemory(bytes: [1]).digest
        let offered = OfferedFont(digest: digest, name: "Bitmaps", format: .truetype, browserConcern: "It has bitmaps.")
        let permission = InstallPermission.everything.forBrowserSafeFonts
        let refused = await permission.refusals(of: [offered], asking: true)
        #expect(refused.refusals[digest]?.code == .invalidFontData)
        #expect(refused.refusals[digest]?.message.contains("It has bitmaps.") == true)
        #expect(refused.refusals[digest]?.message.contains("--browser-safe") == true)
        let sound = OfferedFont(digest: digest, name: "Outlines", format: .truetype)
        #expect(await permission.refusals(of: [sound], asking: true).refusals.isEmpty)
        #expect(await InstallPermission.everything.refusals(of: [offered], asking: true).refusals.isEmpty)
    }
}
