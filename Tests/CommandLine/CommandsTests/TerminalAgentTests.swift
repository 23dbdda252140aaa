import BusInterface
import DBus
import Testing

@testable import Commands

/// What the user reads at the terminal before they decide.
@Suite struct TerminalAgentTests {
    private func text(bytes: UInt64, unsized: UInt32?) -> String {
        var request: [String: BusVariant] = [
            "provider": BusVariant("org.example.Reader"), "rights": BusVariant(["request-fonts"]),
            "fonts": BusVariant(["One", "Two"]), "font_providers": BusVariant(["org.example.A", "org.example.B"]),
            "bytes": BusVariant(bytes),
        ]
        if let unsized { request["unsized_fonts"] = BusVariant(unsized) }
        return TerminalAgent.text(request)
    }

    @Test func `Bytes that nobody knows are not taken for none`() {
        #expect(text(bytes: 4000, unsized: nil).contains("Their total size is 4000 bytes.\n"))
        let some = text(bytes: 4000, unsized: 1)
        #expect(some.contains("Their total size is at least 4000 bytes, not counting 1 of unknown size.\n"))
        let none = text(bytes: 0, unsized: 2)
        #expect(none.contains("Their size is not known until they are downloaded.\n"))
        #expect(!none.contains("0 bytes"))
    }
}
