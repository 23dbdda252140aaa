import FoundationEssentials
import TestSupport
import Testing

/// The real program with its workers; neither service nor bus.
@Suite struct `A manifest that is created for fonts` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(name: "create") }

    private func typecase(_ arguments: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            BuildProducts.executable("typecase"), ["manifest"] + arguments,
            environment: try ScratchHome().environment)
    }

    @Test func `is sound with the fonts that it was made for, and names them`() async throws {
        let assets = scratch["share/typecase/assets/org.example.Made"]
        try scratch.write(
            FontBuilder(family: "Made").build(), to: "share/typecase/assets/org.example.Made/text/made.ttf")
        let path = scratch["share/typecase/providers/org.example.Made.json"]
        try scratch.makeDirectory("share/typecase/providers")
        let made = try await typecase(
            "create", assets, "--id", "org.example.Made", "--name", "Made", "--tag", "text", "--on-install", "-o", path)
        #expect(made.succeeded, "\(made)")
        struct Manifest: Decodable {
            struct Font: Decodable {
                var file: String
                var name: String
                var tags: [String]
                var register: String
            }
            var id: String
            var rights: [String]
            var fonts: [Font]
        }
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(filePath: path)))
        #expect(manifest.id == "org.example.Made" && manifest.rights == ["install-fonts"])
        let font = try #require(manifest.fonts.first)
        #expect(font.file == "text/made.ttf" && font.tags == ["text"] && font.register == "on-install")
        let check = try await typecase("check", "--assets", path)
        #expect(check.succeeded && check.standardOutput == "\(path): sound\n", "\(check)")

        let again = try await typecase("create", assets, "--id", "org.example.Made", "-o", path)
        #expect(!again.succeeded && again.standardError.contains("The file exists already"), "\(again)")
    }

    @Test func `is checked for names that fonts of this system have`() async throws {
        let home = try ScratchHome()
        try home.scratch.write(FontBuilder(family: "Taken").build(), to: "system/fonts/taken.ttf")
        for family in ["Taken", "Free"] {
            var font = FontBuilder(family: family)
            font.characters = " X"
            try scratch.write(
                font.build(), to: "share/typecase/assets/org.example.A/\(family).ttf")
        }
        let path = scratch["share/typecase/providers/org.example.A.json"]
        try scratch.makeDirectory("share/typecase/providers")
        let assets = scratch["share/typecase/assets/org.example.A"]
        let made = try await typecase("create", assets, "--id", "org.example.A", "-o", path)
        #expect(made.succeeded, "\(made)")
        let check = try await ChildProcess.run(
            BuildProducts.executable("typecase"), ["manifest", "check", "--assets", path], environment: home.environment
        )
        #expect(check.succeeded, "another machine may not have it: \(check)")
        let notes = check.standardOutput.split(separator: "\n").filter { $0.contains("note: ") }
        #expect(notes.count == 1 && notes[0].contains("This system has a font called "), "\(check.standardOutput)")
        #expect(notes.first?.contains("taken.ttf. On such a system, the font is not registered") == true)
    }

    @Test func `is not made where a font could not be installed`() async throws {
        let bad = try scratch.write(FontBuilder().build().prefix(400), to: "bad.ttf")
        let good = try scratch.write(FontBuilder().build(), to: "good.ttf")
        let made = try await typecase("create", good, bad, "--id", "org.example.Made")
        #expect(!made.succeeded && made.standardOutput.isEmpty)
        #expect(made.standardError.contains("bad.ttf"), "\(made)")
    }

    @Test func `is checked for names that fonts do not have, and for fonts that would be refused`() async throws {
        let font = FontBuilder(family: "Named").build()
        let bad = Array(font.prefix(400))
        try scratch.write(font, to: "share/typecase/assets/org.example.A/a.ttf")
        try scratch.write(bad, to: "share/typecase/assets/org.example.A/b.ttf")
        let made = try await typecase(
            "create", scratch["share/typecase/assets/org.example.A/a.ttf"], "--id", "org.example.A")
        let digest = try #require(made.standardOutput.firstMatch(of: /[0-9a-f]{64}/)).output
        let sum = try await ChildProcess.run(
            "/usr/bin/sha256sum", [scratch["share/typecase/assets/org.example.A/b.ttf"]], environment: [:])
        let path = try scratch.write(
            """
            {"version": 1, "id": "org.example.A", "name": "A", "fonts": [
            {"file": "a.ttf", "sha256": "\(digest)", "name": "Other-Name"},
            {"file": "b.ttf", "sha256": "\(sum.standardOutput.prefix(64))"}
            ]}
            """, to: "share/typecase/providers/org.example.A.json")
        let check = try await typecase("check", "--assets", path)
        #expect(!check.succeeded)
        #expect(check.standardOutput.contains(":2:1: /fonts/0: The font has no name Other-Name."), "\(check)")
        #expect(check.standardOutput.contains(":3:1: /fonts/1: The font would be refused:"), "\(check)")
    }
}
