internal import Commands
internal import DBus
internal import FoundationEssentials
internal import TestSupport
internal import Testing

@Suite struct InstallWarningTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func fixture(_ messages: [String]) async throws -> CommandFixture {
        try await CommandFixture { state in
            state.warnings = messages.map { ["kind": BusVariant("finding"), "message": BusVariant($0)] }
        }
    }

    @Test func `What the service warns of is told on standard error, and the font is installed`() async throws {
        let fixture = try await fixture(["The name may pass for another."])
        let file = try scratch.write("Odd", to: "odd.ttf")
        let outcome = try await fixture.run("install", file)
        #expect(outcome.exit == .success)
        #expect(outcome.output == "Installed Odd as id-Odd\n")
        #expect(outcome.error == "typecase: \(file): warning: The name may pass for another.\n")
        await fixture.stop()
    }

    @Test func `Warnings steer no terminal, and are neither too long nor too many`() async throws {
        let hostile = "\u{1B}[31m\n\u{202E}" + String(repeating: "x", count: 10_000)
        let fixture = try await fixture([hostile] + (0..<20).map { "Warning \($0)." })
        for number in 10..<40 { try scratch.write("Font \(number)", to: "fonts/\(number).ttf") }
        let outcome = try await fixture.run("install", scratch["fonts"])
        #expect(outcome.exit == .success)
        let lines = outcome.error.split(separator: "\n")
        #expect(lines.count == 101)
        #expect(lines.allSatisfy { $0.count < 600 })
        #expect(outcome.error.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "…" || 0x20...0x7E ~= $0.value })
        #expect(lines.first?.contains(#"warning: \u{1B}[31m\u{A}\u{202E}xxx"#) == true)
        #expect(lines.last == "typecase: \(30 * 21 - 100) more warnings; to see all warnings, use --json.")
        #expect(outcome.output.hasSuffix("\n30 installed.\n"))
        await fixture.stop()
    }

    @Test func `JSON has the warnings as the service tells them`() async throws {
        struct Result: Decodable {
            struct Warning: Decodable {
                var kind: String
                var message: String
            }
            var warnings: [Warning]
        }
        let fixture = try await fixture(["One.", "Two \u{1B}."])
        let outcome = try await fixture.run("install", "--json", try scratch.write("Odd", to: "odd.ttf"))
        #expect(outcome.exit == .success)
        #expect(outcome.error == "")
        #expect(!outcome.output.unicodeScalars.contains("\u{1B}"))
        let results = try JSONDecoder().decode([Result].self, from: Data(outcome.output.utf8))
        #expect(results.first?.warnings.map(\.message) == ["One.", "Two \u{1B}."])
        #expect(results.first?.warnings.map(\.kind) == ["finding", "finding"])
        await fixture.stop()
    }
}
