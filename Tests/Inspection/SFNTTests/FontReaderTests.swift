import FontModel
import InspectionProtocol
import SFNT
import TestSupport
import Testing

struct FontReaderTests {
    @Test func `a font is described by its tables`() throws {
        var font = FontBuilder(family: "Sample Sans", style: "Light")
        font.revision = 2.5
        font.weight = 300
        font.widthClass = 3
        font.slant = .italic
        font.isMonospace = true
        font.embeddingFlags = 8
        font.vendor = "ABC"
        font.licence = "Do as you like.\nOr not."
        font.scripts = ["latn", "DFLT"]
        let inspection = inspect(font.build())
        #expect(inspection.findings == [])
        #expect(inspection.format == .truetype)
        let face = try #require(inspection.faces.first)
        #expect(inspection.faces.count == 1)
        #expect(face.family == "Sample Sans Light")
        #expect(face.typographicFamily == "Sample Sans")
        #expect(face.style == "Light")
        #expect(face.fullName == "Sample Sans Light")
        #expect(face.postscriptName == "SampleSans-Light")
        #expect(face.weight == 300)
        #expect(face.width == 75)
        #expect(face.slant == .italic)
        #expect(face.isMonospace)
        #expect(face.embedding == .editable)
        #expect(face.foundry == "ABC")
        #expect(face.licence == "Do as you like.\nOr not.")
        #expect(face.version == "Version 2.5")
        #expect(face.revision == 0x0002_8000)
        #expect(face.scripts == ["DFLT", "latn"])
        #expect(face.glyphCount == 8)
        #expect(face.axes == [])
        #expect(face.colorTables == [])
    }

    @Test func `names keep their languages`() throws {
        var font = FontBuilder(family: "Sample")
        font.extraNames = [
            .init(id: 1, language: 0x0407, value: "Muster"), .init(id: 1, language: 0x0C04, value: "範例"),
            // A country that the table does not have: the language stays.
            .init(id: 1, language: 0x7C07, value: "Modell"), .init(id: 1, language: 0x03FF, value: "Anything"),
        ]
        let face = try #require(inspect(font.build()).faces.first)
        #expect(face.family == "Sample")
        let families = face.names.filter { $0.kind == .family }
        let expected = ["en-US": "Sample", "de-DE": "Muster", "zh-HK": "範例", "de": "Modell", "und": "Anything"]
        #expect(Dictionary(families.map { ($0.language, $0.value) }) { first, _ in first } == expected)
    }

    @Test func `axes and named instances come with their names`() throws {
        var font = FontBuilder(family: "Variable")
        font.axes = [
            VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900),
            VariationAxis(tag: "slnt", name: "Slant", minimum: -12, defaultValue: 0, maximum: 0),
        ]
        font.namedInstances = [
            NamedInstance(name: "Thin", postscriptName: "Variable-Thin", coordinates: [100, 0]),
            NamedInstance(name: "Slanted", postscriptName: nil, coordinates: [400, -12]),
        ]
        let inspection = inspect(font.build())
        #expect(inspection.findings == [])
        #expect(inspection.faces.first?.axes == font.axes)
        var named = font.namedInstances
        named[1].postscriptName = "Variable-Slanted"
        #expect(inspection.faces.first?.namedInstances == named)
    }

    @Test func `instances without PostScript names have those that programs make for them`() {
        var font = FontBuilder(family: "Varïable 2 Sans")
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        font.namedInstances = ["Extra Bold", "(1)", "é"].map {
            NamedInstance(name: $0, postscriptName: nil, coordinates: [700])
        }
        func names(_ prefixes: String...) -> [String?]? {
            var font = font
            font.extraNames = prefixes.enumerated().map {
                .init(id: 25, language: $0 == 0 ? 0x409 : 0x407, value: $1)
            }
            return inspect(font.build()).faces.first?.namedInstances.map(\.postscriptName)
        }
        #expect(names() == ["Varable2Sans-ExtraBold", "Varable2Sans-1", nil])
        #expect(names("Other (Prefix)") == ["OtherPrefix-ExtraBold", "OtherPrefix-1", nil])
        #expect(names("Same", "Same") == ["Same-ExtraBold", "Same-1", nil])
        #expect(names("One", "Another") == nil)
        #expect(names("Hid\u{202E}den") == nil)
        font.extraNames = [.init(id: 16, language: 0x409, value: "Typographic")]
        #expect(inspect(font.build()).faces.first?.namedInstances[0].postscriptName == "Typographic-ExtraBold")
    }

    @Test func `a collection has its faces in order`() {
        let families = ["One", "Two", "Three"]
        let inspection = inspect(FontBuilder.collection(families.map { FontBuilder(family: $0) }))
        #expect(inspection.format == .collection)
        #expect(inspection.faces.map(\.family) == families)
        #expect(inspection.faces.map(\.index) == [0, 1, 2])
    }

    @Test func `characters beyond the first plane need no special font`() {
        var font = FontBuilder()
        font.characters = "A字🙂\u{10FFFD}"
        #expect(inspect(font.build()).findings == [])
    }

    @Test func `a symbol font passes with a warning`() {
        // The Unicode subtable becomes one of Mac Roman, the other one of symbols.
        let font = FontBuilder().patched("cmap", at: 4, [0, 1, 0, 0]).patched("cmap", at: 12, [0, 3, 0, 0])
        let inspection = inspect(font.build())
        #expect(inspection.refusal == nil)
        #expect(inspection.findings.map(\.kind) == [.warning])
    }

    @Test func `colour tables and colour bitmaps are seen`() {
        var layers = FontBuilder()
        layers.tableOverrides = [
            "COLR": Array(repeating: 0, count: 14), "CPAL": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12],
            "SVG ": [0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0],
        ]
        #expect(inspect(layers.build()).faces.first?.colorTables == ["COLR", "SVG"])
        var bitmaps = FontBuilder()
        bitmaps.tableOverrides = ["glyf": nil, "loca": nil, "CBDT": [0, 3, 0, 0], "CBLC": [0, 3, 0, 0, 0, 0, 0, 0]]
        let inspection = inspect(bitmaps.build())
        #expect(inspection.format == .truetype)
        #expect(inspection.faces.first?.colorTables == ["CBDT"])
    }

    @Test func `the outlines decide the format`() {
        for (tag, major, format) in [("CFF ", 1, FontFormat.cff), ("CFF2", 2, .cff2)] {
            var font = FontBuilder()
            font.containerVersion = 0x4F54_544F
            font.tableOverrides = ["glyf": nil, "loca": nil, tag: [UInt8(major), 0, 5, 1, 0, 0, 0]]
            #expect(inspect(font.build()).format == format)
        }
    }

    @Test(arguments: [
        (0, EmbeddingRights.installable), (2, .restricted), (4, .previewAndPrint), (8, .editable), (12, .editable),
    ])
    func `embedding rights are the least restrictive that are set`(flags: Int, rights: EmbeddingRights) {
        var font = FontBuilder()
        font.embeddingFlags = UInt16(flags)
        #expect(inspect(font.build()).faces.first?.embedding == rights)
    }

    @Test func `the scan cost grows with characters and instances`() {
        var face = FaceDescription(index: 0)
        let bare = ScanCost.estimate([face])
        for value in 0x4E00..<0x6E00 { Unicode.Scalar(value).map { face.coverage.insert($0) } }
        let covering = ScanCost.estimate([face])
        face.namedInstances = [NamedInstance(name: "", postscriptName: nil, coordinates: [])]
        #expect(bare > 0)
        #expect(covering > bare)
        #expect(ScanCost.estimate([face]) > covering)
        #expect(ScanCost.estimate([face, face]) == 2 * ScanCost.estimate([face]))
    }

    static let realFonts = [
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf",
    ]

    @Test(.enabled(if: RealFont.areInstalled), arguments: realFonts)
    func `a real font passes, and cut anywhere it does not`(path: String) throws {
        let bytes = try RealFont.bytes(path)
        let inspection = inspect(bytes)
        #expect(inspection.findings == [])
        #expect(
            inspection.faces.first?.typographicFamily ?? inspection.faces.first?.family
                == (path.contains("Mono") ? "DejaVu Sans Mono" : "DejaVu Sans"))
        for length in stride(from: 0, to: bytes.count - 4, by: bytes.count / 64) {
            #expect(inspect(Array(bytes[..<length])).refusal != nil)
        }
    }
}
