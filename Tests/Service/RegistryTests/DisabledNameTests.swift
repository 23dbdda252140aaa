import FontModel
import Registry
import Testing

@Suite struct `What is kept of fonts that the user took out of use` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `is there until it is forgotten, over restarts too`() async throws {
        _ = try await registry.commit([
            .rememberDisabled(foundry, keys: ["a", "b"]), .rememberDisabled(foundry, keys: ["b"]),
            .rememberDisabled(press, keys: ["c"]),
        ])
        try registry.close()
        let again = try scratch.open()
        #expect(try await again.disabledNames() == [foundry: ["a", "b"], press: ["c"]])
        _ = try await again.commit([
            .forgetDisabled(foundry, keys: ["a", "unknown"]), .forgetDisabled(press, keys: ["c"]),
        ])
        #expect(try await again.disabledNames() == [foundry: ["b"]])
    }

    @Test func `is told of the providers and names that a change is about, and of no others`() async throws {
        try await registry.register(1, [face("Beta-Regular")], by: press)
        _ = try await registry.commit([
            .rememberDisabled(
                foundry, keys: ["alpharegular", "alpharegular/italic", "alpharegular0", "betaregular", "other"]),
            .rememberDisabled(press, keys: ["alpharegular", "betaregular"]),
        ])
        let names = try await registry.snapshot(of: .init(postscriptNames: ["Alpha-Regular"], owners: [foundry]))
            .disabledNames
        #expect(names == [foundry: ["alpharegular", "alpharegular/italic"]], "single styles of the name as well")
        let owned = try await registry.snapshot(of: .init(ids: [id("font1")])).disabledNames
        #expect(owned == [press: ["betaregular"]], "of the owners of what is to be changed")
    }
}
