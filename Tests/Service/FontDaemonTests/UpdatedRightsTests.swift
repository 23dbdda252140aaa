internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Rights that an update of a Flatpak changes, by a manifest that the administrator installed.
@Suite(
    .serialized, .timeLimit(.minutes(10)), .enabled(if: geteuid() == 0, "only root can install what grants rights"))
struct UpdatedRightsTests {
    private static let flatpak = "org.unheard.Lettering"
    private static let deployment = "home/.local/share/flatpak/app/\(flatpak)/current/active"

    /// Deploys a version of the application, which has a font.
    private func deploy(_ rights: [String], _ desk: Desk, _ home: ScratchHome) async throws {
        let font = Desk.font("Lettering")
        try home.scratch.write("[Application]\n", to: "\(Self.deployment)/metadata")
        try home.scratch.write(font, to: "\(Self.deployment)/files/share/typecase/assets/\(Self.flatpak)/a.ttf")
        let list = rights.map { "\"\($0)\"" }.joined(separator: ", ")
        let digest = try SealedMemory(bytes: font).digest
        try home.scratch.write(
            """
            {"version": 1, "id": "\(Self.flatpak)", "name": "Lettering", "rights": [\(list)],
             "fonts": [{"file": "a.ttf", "sha256": "\(digest)", "register": "on-install"}]}
            """, to: "\(Self.deployment)/files/share/typecase/providers/\(Self.flatpak).json")
        try await desk.management.reconcile(options: [:])
    }

    /// The rights that a program has gained or lost.
    private func changed(_ key: String, _ desk: Desk) async throws -> [String] {
        let filter = ["id": BusVariant(Self.flatpak)]
        let page = try await desk.management.listProviders(filter: filter)
        let provider = try #require(page.providers.first)
        return try provider[key]?.converted(to: [String: UInt64].self).keys.sorted() ?? []
    }

    @Test("The list of providers has the rights that an update changed, until the user resets them")
    func update() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            try await deploy(["install-fonts"], desk, home)
            #expect(try await changed("gained_rights", desk) == [])
            #expect(try await changed("lost_rights", desk) == [])
            try await deploy(["install-fonts", "use-installed-fonts"], desk, home)
            #expect(try await changed("gained_rights", desk) == ["use-installed-fonts"])
            #expect(try await changed("lost_rights", desk) == [])
            let revoked = try await desk.management.revokeGrant(
                provider: Self.flatpak, right: "use-installed-fonts", options: [:])
            #expect(revoked == 0)
            #expect(try await changed("gained_rights", desk) == [])
            try await deploy(["install-fonts"], desk, home)
            #expect(try await changed("gained_rights", desk) == [])
            #expect(try await changed("lost_rights", desk) == ["use-installed-fonts"])
        }
    }
}
