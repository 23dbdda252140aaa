import FontModel
import PositionedJSON
import ProviderManifests
import Testing

/// The alternate icons of a manifest of version 2.
struct AlternateIconReadingTests {
    private static let digest = ManifestReadingTests.digest

    private func read(_ icons: String, version: Int = 2) -> ManifestReading {
        let text = """
            {"version": \(version), "id": "org.example.Foundry", "name": "Foundry", "alternate-icons": [\(icons)]}
            """
        return ManifestReading(Array(text.utf8), fileName: nil)
    }

    private func files(_ icon: String) throws -> [String] {
        let reading = read(icon)
        #expect(reading.faults == [])
        guard case .files(let files)? = reading.manifest?.alternateIcons.first?.source else { return [] }
        return files.map(\.path.text)
    }

    @Test func `An icon has a name in the theme, files or an address`() throws {
        let reading = read(
            """
            {"name": "theme", "icon": "org.example.Foundry.dark"},
            {"name": "one", "files": "icons/a.svg", "sha256": "\(Self.digest)"},
            {"name": "web", "url": "https://example.org/a.png", "sha256": "\(Self.digest)", "UIPrerenderedIcon": true}
            """)
        #expect(reading.faults == [])
        #expect(reading.notes.map(\.pointer) == ["/alternate-icons/2/UIPrerenderedIcon"])
        let digest = try #require(FontDigest(hexadecimal: Self.digest))
        let path = try #require(AssetPath("icons/a.svg"))
        #expect(
            reading.manifest?.alternateIcons == [
                AlternateIcon(name: "theme", icon: "org.example.Foundry.dark"),
                AlternateIcon(name: "one", source: .files([AlternateIcon.File(path: path, sha256: digest)])),
                AlternateIcon(name: "web", source: .address("https://example.org/a.png", digest)),
            ])
    }

    @Test func `Without an extension a name stands for all sizes that have a checksum`() throws {
        let names = ["a.svg", "a-64.png", "a-64x64@2x.png", "a@3x.png", "a.png"]
        let sums = names.map { "\"\($0)\": \"\(Self.digest)\"" }.joined(separator: ", ")
        #expect(try files("{\"name\": \"n\", \"files\": \"a\", \"sha256\": {\(sums)}}") == names)
        #expect(try files("{\"name\": \"n\", \"files\": [\"a\"], \"sha256\": {\(sums)}}") == names)
    }

    @Test func `What came with version 2 is told to need it in version 1`() {
        let reading = read("{\"name\": \"n\", \"files\": \"a.svg\", \"sha256\": \"\(Self.digest)\"}", version: 1)
        let late = reading.faults.filter { $0.message == "The member needs a later \"version\"." }
        #expect(late.map(\.pointer) == ["/alternate-icons/0/files", "/alternate-icons/0/sha256"], "\(reading.faults)")
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var icon: String
        var pointer: String
        var words: String
        var testDescription: String { icon }
    }

    @Test(arguments: [
        Fault(icon: "", pointer: "", words: "icon, files and url is needed"),
        Fault(icon: "\"files\": \"a.png\"", pointer: "", words: "sha256 is missing"),
        Fault(icon: "\"files\": \"a\", \"sha256\": \"\(digest)\"", pointer: "/sha256", words: "with its extension"),
        Fault(icon: "\"files\": \"a.png\", \"sha256\": \"12\"", pointer: "/sha256", words: "64 hexadecimal"),
        Fault(icon: "\"files\": \"../a\", \"sha256\": {}", pointer: "/files", words: "without .."),
        Fault(icon: "\"files\": \"/a.png\", \"sha256\": \"\(digest)\"", pointer: "/files", words: "a path below"),
        Fault(icon: "\"files\": [], \"sha256\": {}", pointer: "/files", words: "At least one"),
        Fault(icon: "\"files\": \"a\", \"sha256\": {}", pointer: "/files", words: "a has no SHA-256"),
        Fault(
            icon: "\"files\": \"a\", \"sha256\": {\"a.png\": \"\(digest)\", \"ab.png\": \"\(digest)\"}",
            pointer: "/sha256/ab.png", words: "none of those"),
        Fault(
            icon: "\"files\": \"a\", \"sha256\": {\"a.png\": \"\(digest)\", \"a.gif\": \"\(digest)\"}",
            pointer: "/sha256/a.gif", words: ".png or .svg"),
        Fault(
            icon: "\"url\": \"http://example.org/a.png\", \"sha256\": \"\(digest)\"", pointer: "/url", words: "https://"
        ),
        Fault(
            icon: "\"icon\": \"org.example.Foundry.a\", \"url\": \"https://a/b\"", pointer: "",
            words: "icon and url"),
        Fault(
            icon: "\"UIPrerendered\": 1, \"icon\": \"org.example.Foundry.a\"", pointer: "/UIPrerendered",
            words: "no such"),
    ])
    func `What is wrong with an icon is told with its field`(_ fault: Fault) {
        let reading = read("{\"name\": \"n\"\(fault.icon.isEmpty ? "" : ", ")\(fault.icon)}")
        #expect(reading.manifest == nil)
        #expect(reading.faults.map(\.pointer) == ["/alternate-icons/0" + fault.pointer])
        #expect(reading.faults.first?.message.contains(fault.words) == true, "\(reading.faults)")
    }

    @Test func `Version 1 has names in the theme only`() {
        let reading = read("{\"name\": \"n\", \"files\": \"a.png\", \"sha256\": \"\(Self.digest)\"}", version: 1)
        #expect(
            reading.faults.map(\.pointer).sorted()
                == ["/alternate-icons/0", "/alternate-icons/0/files", "/alternate-icons/0/sha256"])
        let text = "{\"version\": 1, \"id\": \"a.b\", \"name\": \"A\", \"icons-at-run-time\": true}"
        #expect(ManifestReading(Array(text.utf8), fileName: nil).faults.map(\.pointer) == ["/icons-at-run-time"])
    }
}
