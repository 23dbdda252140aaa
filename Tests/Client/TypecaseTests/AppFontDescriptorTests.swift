internal import Testing
internal import Typecase

private enum WriterFont: String, AppFontDescriptor {
    case text = "Writer-Regular"
    case heading = "Writer-Bold"
}

private enum NamedFile: String, AppFontDescriptor {
    case text = "Writer-Regular"

    var fileName: String { "writer" }
    var fileExtension: String { "otf" }
}

@Suite struct AppFontDescriptorTests {
    @Test("An enumeration of names is enough")
    func enumeration() {
        #expect(WriterFont.heading.fontName == "Writer-Bold")
        #expect(WriterFont.heading.fileName == "Writer-Bold")
        #expect(WriterFont.heading.fileExtension == "ttf")
        #expect(WriterFont.heading.source == .resources)
        #expect(NamedFile.text.fileName == "writer")
        #expect(NamedFile.text.fileExtension == "otf")
    }

    @Test("Descriptors are coded: an enumeration as its name, any other with all that it says")
    func coded() throws {
        #expect(try Coder.roundTrip(WriterFont.heading) == .heading)
        let remote = NamedAppFont(
            "Far", fileName: "far", fileExtension: "otf", source: .remote("https://fonts.test/far"))
        #expect(try Coder.roundTrip(remote) == remote)
        let pinned = NamedAppFont("Far", source: .remote("https://fonts.test/far", sha256: "00"))
        #expect(try Coder.roundTrip(pinned) == pinned)
        #expect(pinned != NamedAppFont("Far", source: .remote("https://fonts.test/far")))
        var descriptor = FontDescriptor(name: "Any")
        descriptor.variation = ["wght": 550]
        descriptor.slant = .italic
        #expect(try Coder.roundTrip(descriptor) == descriptor)
    }

    @Test("A name that leads elsewhere is refused as none")
    func refused() async {
        let cache = FontCache()
        for name in ["../escape", "a/b", "", "nul\0"] {
            do {
                try await cache.register(NamedAppFont("Name", fileName: name, fileExtension: name.isEmpty ? "" : "ttf"))
                Issue.record("\(name) was taken")
            } catch FontCacheError.Code.invalidDescriptor {
                // As it should be.
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test("A size that is none is refused before anything is looked for", arguments: [-1, 0, .nan, .infinity, 1e12])
    func sizes(size: Double) async {
        await #expect(throws: DynamicTypeError.self) {
            try await Font(descriptor: NamedAppFont("Nowhere"), size: size)
        }
        await #expect(throws: DynamicTypeError.self) {
            try await Font(descriptor: NamedAppFont("Nowhere"), size: 12, maximum: .points(-1))
        }
    }
}
