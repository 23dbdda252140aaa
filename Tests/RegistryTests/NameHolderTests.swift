import FontModel
import Registry
import Testing

@Suite struct `The holders of a PostScript name` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `are enabled registrations, published or not, and faces of the system`() async throws {
        try await registry.register(1, [face("Name-Bold")])
        try await registry.register(2, [face("namebold")], by: press, place: .stored)
        try await registry.register(3, [face("Name-Bold")], isEnabled: false)
        try await registry.registerSystem([face("NAME_BOLD"), face("Other")])
        let holders = try await registry.nameHolders(postscriptNames: ["Name-Bold", "name bold", "Absent"])
        #expect(
            holders == [
                NameHolder(
                    key: "namebold", source: .typecase, provider: foundry, font: id("font1"), digest: digest(1)),
                NameHolder(key: "namebold", source: .typecase, provider: press, font: id("font2"), digest: digest(2)),
                NameHolder(key: "namebold", source: .system, path: "/usr/share/fonts/x/NAME_BOLD.ttf"),
            ])
    }

    @Test func `include every registration of a shared content`() async throws {
        try await registry.register(1, [face("A")])
        _ = try await registry.commit([upsert(press), .insertRegistration(registration("two", of: 1, by: press))])
        #expect(try await registry.nameHolders(postscriptNames: ["A"]).map(\.font) == [id("font1"), id("two")])
    }

    @Test func `include the named instances and the names in other records, not families or full names`() async throws {
        try await registry.register(1, [richFace()])
        #expect(try await registry.nameHolders(postscriptNames: ["Rich-Thin"]).map(\.font) == [id("font1")])
        #expect(
            try await registry.nameHolders(postscriptNames: ["Rich", "Rich VF Regular", "Rich Thin VF", ""]).isEmpty)
    }

    @Test func `go with the registration and the directory`() async throws {
        try await registry.register(1, [face("A")])
        try await registry.registerSystem([face("B")])
        _ = try await registry.commit([.deleteRegistration(id("font1"))])
        try await registry.removeSystemDirectories(["/usr/share/fonts/x"])
        #expect(try await registry.nameHolders(postscriptNames: ["A", "B"]).isEmpty)
    }
}
