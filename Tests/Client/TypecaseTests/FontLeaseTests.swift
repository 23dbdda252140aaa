import DBus
import Testing

@testable import Typecase

/// What a program says of how long its fonts are registered.
struct FontLeaseTests {
    @Test func `A lease in process scope is an error, as nothing there lasts longer than the process`() async throws {
        var options = FontRegistrationOptions()
        options.lease = FontLease(duration: .seconds(60))
        let error = await #expect(throws: FontManagerError.self) {
            try await FontManager.shared.registerFonts(at: ["/nonexistent.ttf"], scope: .process, options: options)
        }
        #expect(error?.code == .unsupportedScope)
    }

    @Test func `A lease lasts at least as long as it was asked for, in whole seconds`() {
        #expect(FontLease().entries == ["lease": BusVariant(true)])
        for (duration, seconds): (Duration, UInt32) in [
            (.seconds(3), 3), (.milliseconds(3001), 4), (.zero, 1), (.seconds(-5), 1),
            (.seconds(Int64(UInt32.max) + 1), .max),
        ] {
            let entries = FontLease(handle: "document", duration: duration).entries
            #expect(entries["lease_seconds"] == BusVariant(seconds))
            #expect(entries["lease_handle"] == BusVariant("document"))
        }
    }
}
