internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Whose fonts a caller may have text drawn with.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RenderingTests {
    private static let application = "org.example.Drawing"

    private func measure(_ family: String, _ client: Rendering1Client) async throws -> [String: BusVariant] {
        try await client.measure(
            text: "ABC", attributes: [["family": BusVariant(family)]], frame: [:], options: [:])
    }

    @Test("Fonts of others need the right to use them, by both names of the service; the system's do not")
    func rights() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let id = try await desk.register(home, "Of The User")
            let sandbox = try await desk.connect(as: Self.application, kind: .flatpak)
            for client in [Rendering1Client(sandbox), Rendering1Client(throughPortalOver: sandbox)] {
                let error = await #expect(throws: BusError.self) { _ = try await measure("Of The User", client) }
                #expect(error?.typecaseName == "NotRegistered", "\(String(describing: error))")
            }
            try await desk.management.setGrant(
                provider: Self.application, right: "use-installed-fonts", decision: "allow", options: [:])
            for client in [Rendering1Client(sandbox), Rendering1Client(throughPortalOver: sandbox)] {
                let measures = try await measure("Of The User", client)
                #expect(try measures["fonts"]?.converted(to: [String].self) == [id])
                #expect(try measures["line_count"]?.converted(to: UInt32.self) == 1)
                #expect(try measures["suggested_width"]?.converted(to: Double.self) ?? 0 > 20)
            }
            await sandbox.close()
        }
    }

    /// Registers a font that declares its characters, and returns its id.
    private func register(_ font: [UInt8], on connection: BusConnection) async throws -> String {
        let answer = try await FontManager1Client(connection).registerFonts(
            fonts: [try SealedMemory(bytes: font).descriptor], scope: "persistent", enabled: true, options: [:])
        let result = try #require(answer.results.first)
        return try #require(try result["id"]?.converted(to: String.self), "\(result)")
    }

    private func connectSandbox(_ desk: Desk, declaring fonts: [[UInt8]] = []) async throws -> BusConnection {
        try await desk.management.setGrant(
            provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
        return try await desk.connect(as: Self.application, kind: .flatpak, declaring: fonts)
    }

    @Test("A sandboxed application draws with a font of its own that others have registered before it")
    func sharedFont() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let first = try await desk.register(home, "Shared")
            let sandbox = try await connectSandbox(desk, declaring: [Desk.font("Shared")])
            let client = Rendering1Client(sandbox)
            await #expect(throws: BusError.self) { _ = try await measure("Shared", client) }
            let own = try await register(Desk.font("Shared"), on: sandbox)
            #expect(own != first)
            let fonts = try await measure("Shared", client)["fonts"]?.converted(to: [String].self)
            #expect(fonts == [first] || fonts == [own])
            for id in [first, own] {
                let measures = try await client.measure(
                    text: "ABC", attributes: [["id": BusVariant(id)]], frame: [:], options: [:])
                #expect(try measures["fonts"]?.converted(to: [String].self) == [id])
            }
            await sandbox.close()
        }
    }

    @Test("A single font that the user lets an application use is drawn with, and no other")
    func grantedFont() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let id = try await desk.register(home, "Granted")
            _ = try await desk.register(home, "Not Granted")
            let sandbox = try await desk.connect(as: Self.application, kind: .flatpak)
            let digest = try SealedMemory(bytes: Desk.font("Granted")).digest.hexadecimal
            try await desk.management.setGrant(
                provider: Self.application, right: "use-installed-fonts", decision: "allow",
                options: ["font": BusVariant(digest)])
            let client = Rendering1Client(sandbox)
            #expect(try await measure("Granted", client)["fonts"]?.converted(to: [String].self) == [id])
            let error = await #expect(throws: BusError.self) { _ = try await measure("Not Granted", client) }
            #expect(error?.typecaseName == "NotRegistered")
            await sandbox.close()
        }
    }

    @Test("What a font lacks is drawn with a font that the application has registered, and not with one of others")
    func fallback() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            // Letters of scripts that no font of the system has.
            func font(_ family: String, _ characters: String) -> [UInt8] {
                var builder = FontBuilder(family: family)
                builder.characters = " " + characters
                return builder.build()
            }
            let own = font("Own Script", "\u{16F00}")
            _ = try await register(font("Their Script", "\u{1BC00}"), on: desk.connection)
            let sandbox = try await connectSandbox(desk, declaring: [own])
            _ = try await register(own, on: sandbox)
            let plain = try SealedMemory(bytes: font("Plain", "A")).descriptor
            for (text, missing) in [("A\u{16F00}", 0), ("A\u{1BC00}", 1)] as [(String, UInt32)] {
                let measures = try await Rendering1Client(sandbox).measure(
                    text: text, attributes: [["file": BusVariant(plain)]], frame: [:], options: [:])
                #expect(try measures["missing_glyphs"]?.converted(to: UInt32.self) == missing)
                #expect(try measures["fonts"]?.converted(to: [String].self) == [""])
            }
            await sandbox.close()
        }
    }

    @Test("A font of one part of a text helps another part that lacks its characters")
    func fallbackOfAnotherPart() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            var builder = FontBuilder(family: "Rare Script")
            builder.characters = " \u{16F00}"
            let rare = try await register(builder.build(), on: desk.connection)
            let plain = try await desk.register(home, "Plain")
            let text = "ABC\u{16F00}\u{16F00}"
            let parts: [[String: BusVariant]] = [
                ["id": BusVariant(plain), "length": BusVariant(UInt32(7))], ["id": BusVariant(rare)],
            ]
            let measures = try await Rendering1Client(desk.connection).measure(
                text: text, attributes: parts, frame: [:], options: [:])
            #expect(try measures["missing_glyphs"]?.converted(to: UInt32.self) == 0)
            #expect(try measures["fonts"]?.converted(to: [String].self) == [plain, rare])
        }
    }

    @Test("Each part of a text is told the id of its font")
    func fontsOfParts() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let (a, b) = (try await desk.register(home, "Part A"), try await desk.register(home, "Part B"))
            let parts = [a, b, a].map { ["id": BusVariant($0), "length": BusVariant(UInt32(1))] }
            let measures = try await Rendering1Client(desk.connection).measure(
                text: "ABC", attributes: parts, frame: [:], options: [:])
            #expect(try measures["fonts"]?.converted(to: [String].self) == [a, b, a])
        }
    }

    @Test("A picture is lent as fonts are: sealed, and for reading only")
    func lentPictures() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let id = try await desk.register(home, "Lent")
            let picture = try await Rendering1Client(desk.connection).mask(
                text: "A", attributes: [["id": BusVariant(id)]], frame: [:], options: [:]
            ).picture
            #expect(SealedMemory.isSealed(picture))
            #expect(fcntl(picture.rawValue, F_GETFL) & O_ACCMODE == O_RDONLY)
        }
    }
}
