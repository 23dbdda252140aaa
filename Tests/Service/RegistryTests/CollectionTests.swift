import FontModel
import Registry
import Testing

@Suite struct `Collections` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func change(_ registry: Registry, _ changes: CollectionMutation...) async throws {
        _ = try await registry.commit(changes.map { .collection($0) })
    }

    private let a = CollectedFont(provider: foundry, postscriptName: "A")
    private let b = CollectedFont(provider: press, postscriptName: "B")

    @Test func `know their fonts by owner and name, over restarts, removals and newer versions`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("A")])
        try await registry.register(2, [face("A")], by: press)
        try await change(registry, .create("Work", time: 5), .add([a, b, a], to: "Work"))
        try registry.close()
        let again = try scratch.open()
        let work = try #require(try await again.collections.list(named: "Work").first)
        #expect(work.time == 5)
        #expect(work.members.map(\.font) == [a, b])
        #expect(work.members.map { $0.registrations.map(\.digest) } == [[digest(1)], []])
        try await again.register(3, [face("A")])
        #expect(
            try await again.collections.list().first?.members.first?.registrations.map(\.digest) == [
                digest(1), digest(3),
            ])
        _ = try await again.commit([
            .setDeparture(id("font1"), Departure(.user, time: 1, wasEnabled: true)), .deleteRegistration(id("font3")),
        ])
        #expect(try await again.collections.list().first?.members.first?.registrations.isEmpty == true)
    }

    @Test func `have the style that was put into them, and all of a name where it is not known`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("Twin", family: "Twin", style: "Regular")])
        try await registry.register(2, [face("Twin", family: "Twin", style: "Italic")])
        var italic = CollectedFont(provider: foundry, postscriptName: "Twin", family: "Twin", style: "Italic")
        try await change(registry, .create("One", time: 1), .add([italic], to: "One"))
        try await change(registry, .create("Both", time: 1), .add([italic.withoutStyle], to: "Both"))
        func digests(_ name: String) async throws -> [FontDigest] {
            try await registry.collections.list(named: name).flatMap(\.members).flatMap(\.registrations).map(\.digest)
        }
        #expect(try await digests("One") == [digest(2)])
        #expect(try await digests("Both") == [digest(1), digest(2)])
        italic.style = "Bold"
        try await change(registry, .remove([italic], from: "One"))
        #expect(try await digests("One") == [digest(2)])
    }

    @Test func `refuse what is there or is not there, and lose their fonts with them`() async throws {
        let registry = try scratch.open()
        try await change(registry, .create("Work", time: 1), .add([a], to: "Work"))
        await #expect(throws: RegistryError.self) { try await change(registry, .create("Work", time: 2)) }
        await #expect(throws: RegistryError.self) { try await change(registry, .delete("Play")) }
        await #expect(throws: RegistryError.self) {
            try await change(registry, .create(String(repeating: "x", count: 256), time: 2))
        }
        try await change(registry, .remove([a, b], from: "Work"))
        #expect(try await registry.collections.list().map(\.members.count) == [0])
        try await change(registry, .add([a], to: "Work"), .delete("Work"), .create("Work", time: 3))
        #expect(try await registry.collections.list().map(\.members.count) == [0])
    }
}
