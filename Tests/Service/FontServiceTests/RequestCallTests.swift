import FontModel
import Registry
import Testing

@testable import FontService

/// What becomes of the parts of one request.
@Suite struct RequestCallTests {
    private static let provider = ProviderRecord(id: .user, kind: "user", displayName: "")

    private func face(_ name: String) -> FaceRecord {
        FaceRecord(
            id: FontIdentifier(rawValue: name), source: .system, face: FaceDescription(index: 0, postscriptName: name))
    }

    private func offer(_ name: String, _ digit: Character) throws -> FontOffer {
        FontOffer(
            digest: try #require(FontDigest(hexadecimal: String(repeating: digit, count: 64))), name: name,
            provider: .user, size: 1, owner: Self.provider, key: name)
    }

    /// A call for a text of which programs find one half, and a source offers the rest.
    private func halfThere() throws -> RequestCall {
        var call = RequestCall([FontRequest(FontDescriptor(), text: "ab")])
        call.resolve(
            0, by: [face("Enabled")], of: EnabledSource.name, missing: [RequestFailure(.notFound, "b", text: "b")])
        #expect(call.rest(of: 0).text == "b")
        call.note([try offer("Offered", "1")], of: 1, for: 0)
        return call
    }

    @Test func `Given up before anything came, what programs find already stays the answer`() throws {
        var call = try halfThere()
        call.giveUp()
        #expect(call.answer.resolved.map(\.face.id.rawValue) == ["Enabled"])
        #expect(call.answer.unresolved.map(\.failure.reason) == [.notFound, .cancelled])
    }

    @Test func `Given up after it came, what was brought into use is no answer any more`() throws {
        var call = try halfThere()
        call.resolveProvided(0, by: face("Offered"), names: ["enabled", "asset"])
        #expect(call.answer.resolved.map(\.face.id.rawValue) == ["Enabled", "Offered"])
        call.giveUp()
        #expect(call.answer.resolved.map(\.face.id.rawValue) == ["Enabled"])
        #expect(call.answer.unresolved.map(\.failure.reason) == [.cancelled])
    }

    @Test func `A request that only programs' own fonts answer was not served by what was brought into use`() throws {
        var call = try halfThere()
        call.failProvided(0, RequestFailure(.notFound, "It is another font."))
        #expect(call.answer.resolved.map(\.face.id.rawValue) == ["Enabled"])
        #expect(call.served.isEmpty)
        var other = try halfThere()
        other.resolveProvided(0, by: face("Offered"), names: ["enabled", "asset"])
        #expect(other.served == [0])
    }
}
