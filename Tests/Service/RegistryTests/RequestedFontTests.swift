import FontModel
import Registry
import Testing

@Suite struct `What is kept of calls that have a name` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    private func record(
        _ position: Int, _ name: String = "call", by provider: ProviderIdentifier = foundry
    )
        -> RequestedFont
    {
        RequestedFont(
            request: ProviderRequest(provider: provider, name: name), position: position,
            fingerprint: RequestedFont.fingerprint(of: "persistent"), digest: digest(position),
            result: RequestedFont.Result(
                id: "font\(position)", scope: "persistent", isEnabled: true, wasAlreadySo: false, replaced: ["old"],
                warnings: [.init(kind: "static-siblings", message: "They \"exist\".", owner: "system")]))
    }

    private func records(_ name: String, of provider: ProviderIdentifier = foundry) async throws -> [RequestedFont] {
        try await registry.snapshot(of: .init(requests: [ProviderRequest(provider: provider, name: name)]))
            .requestedFonts
    }

    @Test func `is told of the calls asked about, in the order of their fonts`() async throws {
        let expected = [record(0), record(1), record(7)]
        _ = try await registry.commit(
            [expected[2], expected[0], expected[1], record(0, "other"), record(3, by: press)].map { .recordRequest($0) }
        )
        #expect(try await records("call") == expected)
        #expect(try await records("call", of: press) == [record(3, by: press)])
        #expect(try await records("unknown").isEmpty)
    }

    @Test func `cannot be told twice of one font`() async throws {
        _ = try await registry.commit([.recordRequest(record(0))])
        await #expect(throws: RegistryError.self) { try await registry.commit([.recordRequest(record(0))]) }
    }

    @Test func `is forgotten when it is old`() async throws {
        _ = try await registry.commit([.recordRequest(record(0, "first"))])
        for start in stride(from: 0, to: RegistryLimits.requestedFonts, by: 1000) {
            _ = try await registry.commit((start..<start + 1000).map { .recordRequest(record($0, "many")) })
        }
        #expect(try await records("first").isEmpty)
        #expect(try await records("many").count == RegistryLimits.requestedFonts)
    }

    @Test func `tells other wishes apart`() {
        #expect(RequestedFont.fingerprint(of: "persistent") != RequestedFont.fingerprint(of: "session"))
    }
}
