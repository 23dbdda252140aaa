import FontModel
import Foundation
import Registry
import Testing

@Suite struct `The change log` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `tells every change since a generation, in order, opposites too`() async throws {
        let start = try await registry.generation()
        _ = try await registry.commit([
            .change(.added, id("a"), foundry, .provider), .change(.added, id("b"), press, .recovery),
        ])
        _ = try await registry.commit([.change(.disabled, id("a"), foundry, .user)])
        _ = try await registry.commit([
            .change(.quarantined, id("a"), foundry, .file), .change(.removed, id("a"), foundry, .provider),
        ])
        let all = try await registry.changes(since: 0)
        #expect(all.generation == start + 3)
        #expect(all.isComplete)
        #expect(
            all.changes == [
                ChangeLogEntry(generation: start + 1, kind: .added, font: id("a"), provider: foundry, cause: .provider),
                ChangeLogEntry(generation: start + 1, kind: .added, font: id("b"), provider: press, cause: .recovery),
                ChangeLogEntry(generation: start + 2, kind: .disabled, font: id("a"), provider: foundry, cause: .user),
                ChangeLogEntry(
                    generation: start + 3, kind: .quarantined, font: id("a"), provider: foundry, cause: .file),
                ChangeLogEntry(
                    generation: start + 3, kind: .removed, font: id("a"), provider: foundry, cause: .provider),
            ])
        #expect(try await registry.changes(since: start).changes == all.changes)
        #expect(try await registry.changes(since: start + 2).changes.count == 2)
        let mine = try await registry.changes(since: start, of: press)
        #expect(mine.changes.map(\.font) == [id("b")] && mine.isComplete && mine.generation == start + 3)
        let none = try await registry.changes(since: start + 3)
        #expect(none.changes.isEmpty && none.isComplete)
    }

    @Test func `says that it is not complete to who knows a generation of another registry`() async throws {
        let generation = try await registry.commit([.change(.added, id("a"), foundry, .provider)])
        #expect(try await registry.changes(since: 1).isComplete == false)
        #expect(try await registry.changes(since: generation + 1).isComplete == false)
        #expect(try await registry.changes(since: .max).isComplete == false)
    }

    @Test func `starts above the generations of the registry that was there before`() async throws {
        let old = try await registry.register(1, [face("A")])
        try registry.close()
        try "damaged".write(toFile: scratch.registryPath, atomically: false, encoding: .utf8)
        let again = try scratch.open()
        #expect(try await again.generation() > old)
        try await again.register(1, [face("A")])
        #expect(try await again.changes(since: old).isComplete == false)
    }

    @Test func `keeps the newest entries and says when it does not reach back`() async throws {
        let start = try await registry.generation()
        for batch in 0..<11 {
            _ = try await registry.commit(
                (0..<1000).map { .change(.added, id("\(batch)-\($0)"), foundry, .provider) })
        }
        let all = try await registry.changes(since: 0)
        #expect(all.changes.count == RegistryLimits.changes)
        #expect(!all.isComplete)
        #expect(all.changes.first?.generation == start + 2)
        #expect(try await registry.changes(since: start).isComplete == false)
        let reachable = try await registry.changes(since: start + 1)
        #expect(reachable.isComplete && reachable.changes.count == RegistryLimits.changes)
        // One more forgets an entry of a generation of which the others stay: that generation is not whole any more.
        _ = try await registry.commit([.change(.removed, id("x"), foundry, .user)])
        #expect(try await registry.changes(since: start + 1).isComplete == false)
        #expect(try await registry.changes(since: start + 2).isComplete)
    }
}
