import FontModel
import PositionedJSON
import ProviderManifests
import Testing

/// Files that are fetched, as manifests of version 2 declare them.
struct ResourceReadingTests {
    private let digest = String(repeating: "0a", count: 32)

    private func reading(_ members: String, version: Int = 2) -> ManifestReading {
        ManifestReading(
            Array(#"{"version": \#(version), "id": "org.example.App", "name": "App", \#(members)}"#.utf8), fileName: nil
        )
    }

    @Test func `Fonts and other files have addresses, sizes, tags and policies`() throws {
        let reading = reading(
            """
            "fonts": [{"file": "a.otf", "sha256": "\(digest)", "url": "https://example.org/a.otf", "size": 10,
                       "tags": ["t"], "policy": "prefetch"}],
            "resources": [{"file": "b.txt", "sha256": "\(digest)", "tags": ["t", "u"], "policy": "initial",
                           "url": "https://example.org/b"},
                          {"file": "c.txt", "sha256": "\(digest)", "tags": []}]
            """)
        #expect(reading.faults.isEmpty, "\(reading.faults)")
        let manifest = try #require(reading.manifest)
        #expect(manifest.fonts[0].address == "https://example.org/a.otf")
        #expect(manifest.fonts[0].size == 10)
        #expect(manifest.resources.map(\.file.text) == ["b.txt", "c.txt"])
        #expect(manifest.resources[0].tags == ["t", "u"])
        #expect(manifest.resources.map(\.policy) == [.initial, .onDemand])
        #expect(manifest.resources.map(\.address) == ["https://example.org/b", nil])
    }

    @Test(arguments: [
        (#""resources": [{"file": "a", "sha256": "D"}]"#, "/resources/0"),
        (#""resources": [{"file": "a", "sha256": "D", "tags": ["a b"]}]"#, "/resources/0/tags/0"),
        (#""resources": [{"file": "a", "sha256": "D", "tags": [], "url": "http://a/b"}]"#, "/resources/0/url"),
        (#""resources": [{"file": "a", "sha256": "D", "tags": [], "size": 1}]"#, "/resources/0/size"),
        (#""resources": [{"file": "../a", "sha256": "D", "tags": []}]"#, "/resources/0/file"),
        (
            #""fonts": [{"file": "a", "sha256": "D"}], "resources": [{"file": "a", "sha256": "D", "tags": []}]"#,
            "/resources/0/file"
        ),
        (
            #""fonts": [{"file": "a", "sha256": "D", "url": "https://a/b", "size": 99999999999}]"#, "/fonts/0/size"
        ),
    ])
    func `What is wrong is told where it is`(members: String, pointer: String) {
        let reading = reading(members.replacing("D", with: digest))
        #expect(reading.manifest == nil)
        #expect(reading.faults.map(\.pointer) == [pointer], "\(reading.faults)")
    }

    @Test func `Version 1 knows none of it`() {
        let members = #""fonts": [{"file": "a", "sha256": "D", "url": "https://a/b"}]"#
        let reading = reading(members.replacing("D", with: digest), version: 1)
        #expect(reading.faults.map(\.pointer) == ["/fonts/0/url"])
    }
}
