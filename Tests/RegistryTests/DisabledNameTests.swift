import FontModel
import GRDB
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
            .rememberDisabled(foundry, keys: ["alpharegular", "betaregular", "other"]),
            .rememberDisabled(press, keys: ["alpharegular", "betaregular"]),
        ])
        let names = try await registry.snapshot(
            digests: [], ids: [], postscriptNames: ["Alpha-Regular"], owners: [foundry]
        ).disabledNames
        #expect(names == [foundry: ["alpharegular"]])
        let owned = try await registry.snapshot(digests: [], ids: [id("font1")], postscriptNames: []).disabledNames
        #expect(owned == [press: ["betaregular"]], "of the owners of what is to be changed")
    }

    @Test func `is not there in a registry of the version before it, and can be added`() async throws {
        try registry.close()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        try await raw.write { db in
            try db.execute(sql: "DROP TABLE disabledName")
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '4-decisions'")
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        try raw.close()
        let upgraded = try scratch.open()
        #expect(try await upgraded.disabledNames() == [:])
        _ = try await upgraded.commit([.rememberDisabled(foundry, keys: ["a"])])
        #expect(try await upgraded.disabledNames() == [foundry: ["a"]])
    }
}
