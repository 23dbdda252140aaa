import FontModel
import PositionedJSON
import ProviderManifests
import Testing

struct ManifestReadingTests {
    static let digest = String(repeating: "0123456789abcdef", count: 4)

    static func manifest(_ members: String = "") -> String {
        "{\"version\": 1, \"id\": \"org.example.Foundry\", \"name\": \"Foundry\"\(members.isEmpty ? "" : ", ")\(members)}"
    }

    private func read(_ text: String, as fileName: String? = "org.example.Foundry.json") -> ManifestReading {
        ManifestReading(Array(text.utf8), fileName: fileName)
    }

    @Test func `A manifest with everything in it is understood`() throws {
        let reading = read(
            """
            {
              "$schema": "https://example.org/provider-1.json",
              "version": 1,
              "id": "org.example.Foundry",
              "name": "Beispiel-Gießerei",
              "x-vendor": {"anything": [1, null]},
              "rights": ["install-fonts", "use-installed-fonts"],
              "fonts": [
                {
                  "file": "text/Example-Regular.otf", "sha256": "\(Self.digest)", "name": "Example-Regular",
                  "tags": ["core", "text"], "policy": "initial", "register": "on-install"
                },
                {"file": "Example-Display.otf", "sha256": "\(Self.digest)"}
              ],
              "launch-fonts": ["ui/Icons.ttf"],
              "alternate-icons": [{"name": "dark", "icon": "org.example.Foundry.dark"}],
              "quota": {"fonts": 2000, "bytes": 5000000000}
            }
            """)
        #expect(reading.faults == [])
        let manifest = try #require(reading.manifest)
        #expect(manifest.id.rawValue == "org.example.Foundry")
        #expect(manifest.name == "Beispiel-Gießerei")
        #expect(manifest.rights == [.installFonts, .useInstalledFonts])
        #expect(manifest.fonts.count == 2)
        #expect(manifest.fonts[0].file.parts == ["text", "Example-Regular.otf"])
        #expect(manifest.fonts[0].sha256 == FontDigest(hexadecimal: Self.digest))
        #expect(manifest.fonts[0].name == "Example-Regular")
        #expect(manifest.fonts[0].tags == ["core", "text"])
        #expect(manifest.fonts[0].policy == .initial && manifest.fonts[0].registration == .onInstall)
        #expect(manifest.fonts[1].policy == .onDemand && manifest.fonts[1].registration == .onRequest)
        #expect(manifest.launchFonts.map(\.text) == ["ui/Icons.ttf"])
        #expect(manifest.alternateIcons == [AlternateIcon(name: "dark", icon: "org.example.Foundry.dark")])
        #expect(manifest.quota.fonts == 2000 && manifest.quota.bytes == 5_000_000_000)
    }

    @Test func `The least that a manifest has is enough, and asks for nothing`() throws {
        let manifest = try #require(read(Self.manifest()).manifest)
        #expect(manifest.rights == [] && manifest.fonts == [] && manifest.quota == FontQuota())
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var members: String
        var pointer: String
        var words: String
        var testDescription: String { members }
    }

    private static let font = "\"file\": \"a.ttf\", \"sha256\": \"\(digest)\""

    @Test(arguments: [
        Fault(members: "\"right\": []", pointer: "/right", words: "no such member"),
        Fault(
            members: "\"rights\": \"install-fonts\"", pointer: "/rights", words: "An array is expected, not a string"),
        Fault(
            members: "\"rights\": [\"install\"]", pointer: "/rights/0", words: "install-fonts or use-installed-fonts"),
        Fault(
            members: "\"rights\": [\"install-fonts\", \"install-fonts\"]", pointer: "/rights/1", words: "there twice"),
        Fault(members: "\"fonts\": {}", pointer: "/fonts", words: "An array is expected, not an object"),
        Fault(members: "\"fonts\": [1]", pointer: "/fonts/0", words: "An object is expected, not a whole number"),
        Fault(members: "\"fonts\": [{\"file\": \"a.ttf\"}]", pointer: "/fonts/0", words: "sha256 is missing"),
        Fault(members: "\"fonts\": [{\(font), \"size\": 1}]", pointer: "/fonts/0/size", words: "no such member"),
        Fault(members: "\"fonts\": [{\(font)}, {\(font)}]", pointer: "/fonts/1/file", words: "there twice"),
        Fault(
            members: "\"fonts\": [{\"file\": \"a.ttf\", \"sha256\": \"12\"}]", pointer: "/fonts/0/sha256",
            words: "64 hexadecimal"),
        Fault(members: "\"fonts\": [{\(font), \"tags\": [\"\"]}]", pointer: "/fonts/0/tags/0", words: "1 to 64 ASCII"),
        Fault(members: "\"fonts\": [{\(font), \"policy\": \"now\"}]", pointer: "/fonts/0/policy", words: "on-demand"),
        Fault(
            members: "\"fonts\": [{\(font), \"register\": true}]", pointer: "/fonts/0/register", words: "A string is"),
        Fault(
            members: "\"fonts\": [{\(font), \"name\": \"a\\u202eb\"}]", pointer: "/fonts/0/name", words: "can be seen"),
        Fault(members: "\"launch-fonts\": [\"../a.ttf\"]", pointer: "/launch-fonts/0", words: "without .."),
        Fault(
            members: "\"alternate-icons\": [{\"name\": \"a\"}]", pointer: "/alternate-icons/0", words: "icon is missing"
        ),
        Fault(
            members: "\"alternate-icons\": [{\"name\": \"a\", \"icon\": \"org.example.Other\"}]",
            pointer: "/alternate-icons/0/icon", words: "begins with org.example.Foundry."),
        Fault(
            members: "\"alternate-icons\": [{\"name\": \"a\", \"icon\": \"org.example.Foundry.a\"}, "
                + "{\"name\": \"a\", \"icon\": \"org.example.Foundry.b\"}]",
            pointer: "/alternate-icons/1/name", words: "there twice"),
        Fault(members: "\"quota\": {\"fonts\": 0}", pointer: "/quota/fonts", words: "from 1 to"),
        Fault(members: "\"quota\": {\"bytes\": 1.5}", pointer: "/quota/bytes", words: "whole number"),
        Fault(members: "\"quota\": []", pointer: "/quota", words: "An object is expected"),
        Fault(members: "\"$schema\": 1", pointer: "/$schema", words: "A string is expected"),
        Fault(members: "\"name\": \"again\"", pointer: "/name", words: "there twice"),
    ])
    func `What is wrong is told with its field, and the manifest is none`(_ fault: Fault) throws {
        let reading = read(Self.manifest(fault.members))
        #expect(reading.manifest == nil)
        #expect(reading.faults.map(\.pointer) == [fault.pointer])
        #expect(reading.faults.first?.message.contains(fault.words) == true, "\(reading.faults)")
    }

    @Test(arguments: [
        "/etc/passwd", "../a.ttf", "a/../b.ttf", "a//b.ttf", "a/", "./a.ttf", "", ".", "a\\u0000b.ttf", "a\\nb.ttf",
        String(repeating: "x", count: 256) + ".ttf", String(repeating: "x/", count: 600) + "a",
    ])
    func `A path that could lead elsewhere is a fault`(_ path: String) {
        let text = Self.manifest("\"fonts\": [{\"file\": \"\(path)\", \"sha256\": \"\(Self.digest)\"}]")
        #expect(read(text).faults.map(\.pointer) == ["/fonts/0/file"])
    }

    @Test func `All faults come at once, in the order of the text, with their lines`() {
        let reading = read(
            """
            {
              "version": 1,
              "id": "user",
              "name": " ",
              "fonts": [
                {"file": "../x", "sha256": "z", "tags": "a"}
              ],
              "qouta": {}
            }
            """)
        #expect(
            reading.faults.map { "\($0.position) \($0.pointer)" } == [
                "3:9 /id", "4:11 /name", "6:14 /fonts/0/file", "6:32 /fonts/0/sha256", "6:45 /fonts/0/tags",
                "8:3 /qouta",
            ])
    }

    @Test(arguments: [
        "user", "session.a", "Snap.a", "package.a", "", ".a", "-a", "a/b", "a b", "ä", "org.example.Other",
    ])
    func `An id that is none, of another kind, or not the name of the file is a fault`(_ id: String) {
        let reading = read("{\"version\": 1, \"id\": \"\(id)\", \"name\": \"A\"}")
        #expect(reading.manifest == nil)
        #expect(reading.faults.map(\.pointer) == ["/id"])
    }

    @Test(arguments: ["{}", "{\"version\": 0}", "{\"version\": \"1\"}", "{\"version\": 1.0}", "[]", "null"])
    func `What is no manifest of this version is refused`(_ text: String) {
        let reading = read(text)
        #expect(reading.manifest == nil)
        #expect(!reading.faults.isEmpty)
    }

    @Test func `Of a later version what is known is used, and the rest is noted`() throws {
        let reading = read(
            """
            {"version": 3, "id": "org.example.Foundry", "name": "Foundry", "new": [], "rights": ["install-fonts", "fly"],
             "fonts": [{"file": "a.ttf", "sha256": "\(Self.digest)", "new": 1}, {"glyphs": []}]}
            """)
        #expect(reading.faults == [] && reading.isNewer)
        let manifest = try #require(reading.manifest)
        #expect(manifest.rights == [.installFonts] && manifest.fonts.map(\.file.text) == ["a.ttf"])
        #expect(
            reading.notes.map(\.pointer)
                == ["/version", "/new", "/rights/1", "/fonts/0/new", "/fonts/1", "/fonts/1", "/fonts/1/glyphs"])
        #expect(reading.notes.first?.message.contains("knows up to 2 and uses what it knows") == true)
        // Whose it is has to be known.
        #expect(read("{\"version\": 3, \"id\": 7, \"name\": \"A\"}").faults.map(\.pointer) == ["/id"])
        #expect(read("{\"version\": 3, \"id\": \"org.example.Foundry\"}").faults.map(\.pointer) == [""])
    }

    @Test func `More than the limits allow is refused`() {
        let fonts = (0...ManifestLimits.fonts).map { "{\"file\": \"\($0).ttf\", \"sha256\": \"\(Self.digest)\"}" }
        #expect(read(Self.manifest("\"fonts\": [\(fonts.dropLast().joined(separator: ","))]")).manifest != nil)
        #expect(read(Self.manifest("\"fonts\": [\(fonts.joined(separator: ","))]")).faults.map(\.pointer) == ["/fonts"])
        let huge = [UInt8](repeating: UInt8(ascii: " "), count: ManifestLimits.fileSize) + Array(Self.manifest().utf8)
        #expect(ManifestReading(huge, fileName: nil).faults.first?.message.contains("more than 2097152 bytes") == true)
        let deep = String(repeating: "[", count: 1000)
        #expect(read(Self.manifest("\"x-deep\": \(deep)")).faults.first?.message.contains("deep in each other") == true)
    }
}
