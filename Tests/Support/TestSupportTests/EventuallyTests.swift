import TestSupport
import Testing

struct EventuallyTests {
    private struct Mishap: Error {}

    @Test func `it is asked again until it holds, and not once more`() async throws {
        var count = 0
        try await eventually("it was asked three times") {
            count += 1
            return count == 3
        }
        #expect(count == 3)
    }

    @Test func `what never comes about is said`() async throws {
        let error = await #expect(throws: NeverHappened.self) {
            try await eventually("pigs fly", within: .milliseconds(10)) { false }
        }
        #expect(error?.description.hasSuffix("it did not come about that pigs fly") == true)
    }

    @Test func `what holds at once needs no time`() async throws {
        try await eventually("it holds", within: .zero) { true }
    }

    @Test func `an error ends it`() async throws {
        await #expect(throws: Mishap.self) {
            try await eventually("it fails") { () throws -> Bool in throw Mishap() }
        }
    }
}
