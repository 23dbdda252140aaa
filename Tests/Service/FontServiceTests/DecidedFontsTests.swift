import FontModel
import LinuxSystem
import Logging
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// What the user said of single fonts that a program registers though it does not declare them.
@Suite struct `A program that no manifest declares the fonts of` {
    private let scratch: ScratchDirectory
    private let registry: Registry
    private let rights: RightsService

    init() async throws {
        scratch = try ScratchDirectory(name: "decided")
        registry = try Registry.open(at: scratch["registry.sqlite"]).0
        rights = RightsService(
            policyDirectories: [scratch["etc"]], registry: registry,
            threads: BlockingThreads(name: "test", maximumCount: 1), log: Logger(label: "test"))
        await rights.refresh()
    }

    private func caller(_ provider: String) throws -> CallerIdentity {
        CallerIdentity(
            kind: .flatpak, applicationID: nil, displayName: provider,
            provider: try #require(ProviderIdentifier(rawValue: provider)), processID: 1)
    }

    private func fonts(_ numbers: Range<Int>) -> [OfferedFont] {
        numbers.compactMap { number in
            let digits = String(number, radix: 16)
            return FontDigest(hexadecimal: String(repeating: "0", count: 64 - digits.count) + digits)
                .map { OfferedFont(digest: $0, name: "Font \(number)") }
        }
    }

    @Test func `cannot fill the room for what the user says of others, and a no is kept`() async throws {
        let greedy = try caller("org.example.Greedy")
        try await rights.decisions.set(.installFonts, of: greedy.provider, isAllowed: true)
        try await rights.decisions.record(ConsentNeed(fonts: fonts(0..<1)), of: greedy.provider, isAllowed: true)
        try await rights.decisions.record(ConsentNeed(fonts: fonts(1..<900)), of: greedy.provider, isAllowed: false)
        #expect(try await rights.decisions.grants().count == 901)
        try await rights.decisions.record(
            ConsentNeed(fonts: fonts(900..<19_990)), of: greedy.provider, isAllowed: false)
        let said = try await rights.decisions.grants().filter { $0.right == .installUndeclaredFonts }
        #expect(said.count == 2, "one for all, and the one that is allowed")
        for font in fonts(1..<2) + fonts(19_000..<19_001) + fonts(30_000..<30_001) {
            guard case .denied = rights.standing(of: font, from: .file, for: greedy) else {
                Issue.record("\(font.name) is not denied")
                continue
            }
        }
        guard case .granted = rights.standing(of: fonts(0..<1)[0], from: .file, for: greedy) else {
            Issue.record("what was allowed before is not any more")
            return
        }
        let other = try caller("org.example.Other")
        try await rights.decisions.record(ConsentNeed(fonts: fonts(0..<1000)), of: other.provider, isAllowed: true)
        #expect(rights.decisions.decidedFonts(of: other.provider).count == 1000)
    }

    @Test func `has nobody asked about more fonts than can be decided of`() async throws {
        let greedy = try caller("org.example.Greedy")
        try await rights.decisions.set(.installFonts, of: greedy.provider, isAllowed: true)
        try await rights.decisions.record(ConsentNeed(fonts: fonts(0..<999)), of: greedy.provider, isAllowed: true)
        let questions = Mutex(0)
        let consent = ConsentService(rights: rights, work: WorkInProgress()) { _ in
            questions.withLock { $0 += 1 }
            return .allow
        }
        let error = await #expect(throws: FontError.self) {
            try await consent.obtain([], of: greedy, about: fonts(999..<1001))
        }
        #expect(error?.code == .exceededResourceLimit)
        #expect(
            error?.message.contains("typecase grants set org.example.Greedy install-undeclared-fonts allow") == true)
        #expect(questions.withLock { $0 } == 0)
        try await consent.obtain([], of: greedy, about: fonts(999..<1000))
        #expect(questions.withLock { $0 } == 1)
        // Several questions at a time may come to more than any of them.
        let both = await #expect(throws: FontError.self) {
            try await rights.decisions.record(ConsentNeed(fonts: fonts(0..<1001)), of: greedy.provider, isAllowed: true)
        }
        #expect(both?.code == .exceededResourceLimit)
        #expect(rights.decisions.decidedFonts(of: greedy.provider).count == 1000, "nothing has changed")
    }

    @Test func `is allowed or denied all, however much was said of single ones`() async throws {
        let provider = try caller("org.example.Old").provider
        // As another version may have left it.
        _ = try await registry.commit(
            fonts(0..<19_999).map { font in
                .setGrant(
                    GrantRecord(
                        provider: provider, right: .installUndeclaredFonts, font: font.digest, isAllowed: false, time: 1
                    ))
            })
        await rights.refresh()
        try await rights.decisions.set(.installUndeclaredFonts, of: provider, isAllowed: true)
        #expect(try await rights.decisions.grants().map(\.font) == [nil])
    }
}
