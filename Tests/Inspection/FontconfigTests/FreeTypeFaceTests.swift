import FontModel
import Fontconfig
import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

struct FreeTypeFaceTests {
    private let library: FreeTypeLibrary

    init() throws { library = try #require(FreeTypeLibrary()) }

    private func open(_ bytes: [UInt8], index: Int = 0) throws -> FreeTypeFace {
        try FreeTypeFace(MappedFont(SealedMemory(bytes: bytes).descriptor), index: index, library)
    }

    @Test func `fontconfig finds the characters and languages of a face in memory`() throws {
        var font = FontBuilder()
        font.characters = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init))) + "🙂"
        font.isMonospace = true
        let face = try open(font.build())
        #expect(try face.loadGlyphs(limit: 1_000).count == face.glyphCount)
        let query = try face.query(index: 0)
        #expect(query.coverage.count == 96)
        #expect(query.coverage.contains("🙂"))
        #expect(query.languages.contains("sw"))
        #expect(!query.languages.contains("en"))
        #expect(query.isMonospace)
    }

    @Test func `numbers that a face maps beyond those of Unicode are no characters, and hide none`() throws {
        let samples = BrowserConcernSamples.all.filter { $0.concern == .characterMapLimit }
        #expect(!samples.isEmpty)
        for sample in samples {
            let coverage = try open(sample.bytes).query(index: 0).coverage
            #expect(coverage.contains("A") && coverage.contains("B"), "\(sample.description)")
        }
    }

    @Test func `every face of a collection can be opened, and no other`() throws {
        let collection = FontBuilder.collection([FontBuilder(), FontBuilder.init(family: "Second")])
        for index in 0...1 { _ = try open(collection, index: index).loadGlyphs(limit: 9) }
        #expect(throws: FreeTypeFace.Failure.self) { try open(collection, index: 2) }
    }

    @Test func `what is no font cannot be opened`() {
        #expect(throws: FreeTypeFace.Failure.self) { try open(Array("no font at all".utf8)) }
        #expect(throws: Errno.invalidArgument) { try open([]) }
    }

    @Test func `a glyph that FreeType cannot load is an error`() throws {
        var font = FontBuilder()
        let glyf = try #require(font.tables().first { $0.tag == "glyf" }).content
        // The first glyph says that it has 32,767 contours.
        font.tableOverrides["glyf"] = [0x7F, 0xFF] + glyf.dropFirst(2)
        let face = try open(font.build())
        #expect(throws: FreeTypeFace.Failure.self) { try face.loadGlyphs(limit: 1_000) }
    }

    @Test func `one glyph in a hundred that cannot be loaded is told, and no error`() throws {
        var font = FontBuilder()
        font.characters = String(String.UnicodeScalarView((0x20...0x17E).compactMap(Unicode.Scalar.init)))
        let glyf = try #require(font.tables().first { $0.tag == "glyf" }).content
        font.tableOverrides["glyf"] = [0x7F, 0xFF] + glyf.dropFirst(2)
        let loaded = try open(font.build()).loadGlyphs(limit: 1_000)
        #expect(loaded.failures == 1 && loaded.count > 300)
        guard case .glyph(0, _)? = loaded.firstFailure else {
            Issue.record("not the first glyph")
            return
        }
    }

    @Test func `a glyph that FreeType cannot vary is found at the ends of an axis`() throws {
        var font = FontBuilder()
        #expect(try open(font.build()).firstFailure(atExtremesOf: 8, loading: 1_000) == nil, "nothing to vary")
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        #expect(try open(font.build()).firstFailure(atExtremesOf: 8, loading: 1_000) == nil)
        // The first glyph has a variation whose data would start far behind the table.
        var variations = try #require(font.tables().first { $0.tag == "gvar" }).content
        for place in stride(from: 23, to: variations.count, by: 2) { variations[place] = 2 }
        font.tableOverrides["gvar"] = variations + [0, 1, 0xFF, 0xFF]
        let face = try open(font.build())
        #expect(try face.loadGlyphs(limit: 1_000).failures == 0, "without variation")
        guard case .glyph(0, _)? = face.firstFailure(atExtremesOf: 8, loading: 1_000) else {
            Issue.record("not the first glyph")
            return
        }
    }

    @Test func `glyphs are taken from all over where they are too many`() throws {
        var font = FontBuilder()
        font.characters = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))
        let face = try open(font.build())
        #expect(face.glyphCount > 90)
        #expect(try (9...10).contains(face.loadGlyphs(limit: 10).count))
    }

    @Test func `a font whose program cannot run is told, though its outlines load`() throws {
        var font = FontBuilder()
        // An end of a function that never began.
        font.tableOverrides["fpgm"] = [0x2D, 0x2D]
        let face = try open(font.build())
        #expect(try face.loadGlyphs(limit: 1_000).count == face.glyphCount)
        #expect(face.firstFailure(showing: 64) != nil)
        #expect(try open(FontBuilder().build()).firstFailure(showing: 64) == nil)
    }

    @Test func `made-to-order fonts are what fontconfig takes for fonts`() throws {
        var variable = FontBuilder(family: "Variable")
        variable.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        variable.namedInstances = [NamedInstance(name: "Bold", postscriptName: "Variable-Bold", coordinates: [700])]
        for font in [FontBuilder(), variable, FontBuilder(family: "Other", style: "Bold Italic")] {
            let face = try open(font.build())
            _ = try face.loadGlyphs(limit: 1_000)
            #expect(try face.query(index: 0).coverage.count == 7)
        }
    }

    private static let sanitizer = "/usr/bin/ots-sanitize"

    @Test(.enabled(if: access(sanitizer, X_OK) == 0))
    func `made-to-order fonts pass the OpenType sanitizer`() async throws {
        let scratch = try ScratchDirectory()
        var rich = FontBuilder(family: "Rich", style: "Light")
        rich.characters = "ABC äöü 字🙂"
        rich.scripts = ["DFLT", "latn"]
        rich.isMonospace = true
        rich.slant = .italic
        let files = [
            try scratch.write(FontBuilder().build(), to: "plain.ttf"), try scratch.write(rich.build(), to: "rich.ttf"),
            try scratch.write(FontBuilder.collection([rich, FontBuilder()]), to: "both.ttc"),
        ]
        for file in files {
            let outcome = try await ChildProcess.run(Self.sanitizer, [file], environment: [:])
            #expect(outcome.succeeded, "\(outcome.standardError)")
        }
    }

    @Test func `the libraries tell their versions`() {
        for version in [library.version, FontconfigConfiguration.libraryBuild] {
            let parts = version.split(separator: "+")
            #expect(parts.first?.split(separator: ".").compactMap { Int($0) }.count == 3)
            #expect(parts.dropFirst().map(\.count) == [8], "and which build of it")
        }
        #expect(library.version.suffix(8) != FontconfigConfiguration.libraryBuild.suffix(8))
    }
}
