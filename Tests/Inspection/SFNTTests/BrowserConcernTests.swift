import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// What our own reader says of fonts that only web browsers mind.
struct BrowserConcernTests {
    @Test(arguments: BrowserConcernSamples.all)
    func `a font passes, with a warning of its kind`(sample: BrowserConcernSamples.Sample) throws {
        let inspection = inspect(sample.bytes)
        #expect(inspection.refusal == nil, "\(inspection.findings)")
        #expect(inspection.faces.count == 1)
        let finding = try #require(inspection.findings.first { $0.concern == sample.concern })
        #expect(finding.kind == .warning && finding.code == .warning)
        #expect(finding.message.hasSuffix("Web browsers will not show it; other programs do."))
        // A font of bitmaps has an empty table of outlines besides.
        let others = Set(inspection.findings.compactMap(\.concern)).subtracting([sample.concern, .emptyTable])
        #expect(others == [], "\(inspection.findings)")
    }

    @Test func `every kind has a font, but for what only the sanitizer knows`() {
        let kinds = Set(BrowserConcernSamples.all.map(\.concern))
        #expect(Set(BrowserConcern.allCases).subtracting(kinds) == [.other])
    }

    @Test(arguments: [FontBuilder(), SampleTables.layout, SampleTables.compact, SampleTables.secondCompact])
    func `a font as it should be has none`(font: FontBuilder) {
        #expect(inspect(font.build()).browserConcern == nil)
    }

    @Test func `variations of metrics matter to browsers only if the outlines need the font's variations`() {
        var font = FontBuilder()
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        #expect(inspect(font.replaced("HVAR", BrowserConcernSamples.wideMetrics).build()).browserConcern == nil)
    }

    @Test func `a table that is needed is missing where it is empty`() {
        #expect(inspect(FontBuilder().replaced("cmap", []).build()).refusal?.message == "The table 'cmap' is missing.")
        let blank = inspect(FontBuilder().replaced("glyf", []).build())
        #expect(blank.refusal?.message == "The font has no outlines.", "\(blank.findings)")
    }

    @Test func `a table that is there twice is refused, but for signatures, empty or not`() {
        func twice(_ tag: String, _ contents: [[UInt8]]) -> FontInspection {
            // Two tags that sort side by side, of which the second then gets the name of the first.
            var font = FontBuilder()
            let other = tag.dropLast() + "~"
            font.tableOverrides[tag] = contents[0]
            font.tableOverrides[String(other)] = contents[1]
            var bytes = font.build()
            for place in stride(from: 12, to: 12 + 16 * font.tables().count, by: 16)
            where bytes[place..<place + 4].elementsEqual(other.utf8) {
                bytes.replaceSubrange(place..<place + 4, with: tag.utf8)
            }
            return inspect(bytes)
        }
        for contents in [[[1, 2, 3, 4], [5, 6, 7, 8]], [[], [5, 6, 7, 8]], [[1, 2, 3, 4], []]] as [[[UInt8]]] {
            #expect(twice("DSIG", contents).refusal == nil)
            #expect(twice("GDEZ", contents).refusal?.message == "There are two tables 'GDEZ'.")
        }
    }

    @Test(arguments: ["GSUB", "GPOS"])
    func `a table without features may name the first in a language system, and no other`(tag: String) {
        func layout(required: Int, features: [Int]) -> FontInspection {
            let system = [0, required, features.count] + features
            let scripts = [1, 0x4446, 0x4C54, 8, 4, 0] + system
            let end = 10 + 2 * scripts.count
            let words = [1, 0, 10, end, end + 2] + scripts + [0, 0]
            return inspect(FontBuilder().replaced(tag, SampleTables.words(words)).build())
        }
        for (required, features) in [(0, []), (0xFFFF, [0]), (0, [0, 0])] {
            let inspection = layout(required: required, features: features)
            #expect(inspection.refusal == nil, "\(inspection.findings)")
            #expect(inspection.findings.map(\.message).contains { $0.contains("has no features") })
            #expect(inspection.browserConcern == nil, "web browsers show such a font")
        }
        #expect(layout(required: 0xFFFF, features: []).findings.isEmpty)
        for (required, features) in [(7, []), (0xFFFF, [1]), (0, [0, 9])] {
            #expect(layout(required: required, features: features).refusal?.message.contains("does not exist") == true)
        }
    }

    @Test(arguments: [
        ("FFTM: misaligned table", BrowserConcern.misalignedTable), ("TSI3: zero-length table", .emptyTable),
        ("OS/2: missing required table", .missingWindowsMetrics),
        ("OS/2: Error reading more basic table fields", .shortWindowsMetrics),
        ("OS/2: Failed to read version 5-specific fields", .missingOpticalSizes),
        ("post: missing required table", .missingGlyphNames), ("post: Bad string index 47520", .damagedGlyphNames),
        ("Layout: ClassRangeRecord 4 start overlaps with end of the previous one: 18 <= 18", .touchingClasses),
        ("CFF : Failed validating CharStrings INDEX", .masksWithoutHints),
        ("CFF : Failed to parse Top DICT Data", .incompleteZones),
        ("CFF2: Failed to parse Top DICT Data", .incompleteZones),
        ("CFF : Failed to parse Name INDEX data", .unfitNames),
        ("cmap: expected search range != search range (4 != 2)", .characterMapSearch),
        ("cmap: Range glyph reference too high (28672 > 6252)", .characterMapRange),
        ("cmap: bad format 12 subtable group startGlyphID (7)", .characterMapRange),
        ("cmap: Subrange starting glyph id too high (200 > 8)", .characterMapRange),
        (
            "cmap: bad format 12 subtable group (startCharCode=0x110000, endCharCode=0x110000, startGlyphID=2)",
            .characterMapLimit
        ),
        ("GSUB: too large substitute: 320", .missingGlyphs), ("GSUB: too large lig_glyph: 65535", .missingGlyphs),
        ("GSUB: Bad ligature component 0 of 256", .missingGlyphs), ("Layout: bad glyph ID: 255", .missingGlyphs),
        ("GSUB: bad glyph shift of 256 in format 1 single subst table", .missingGlyphs),
        ("GSUB: Bad substitution (0) 255 > 8", .missingGlyphs), ("GSUB: Too large alternate: 255", .missingGlyphs),
        ("GSUB: Bad substitute glyph 255 in reverse chaining table substitution 0", .missingGlyphs),
        ("Layout: Bad glyph 255 for entry 0", .missingGlyphs),
        ("Layout: Bad starting glyph 9 in class definition", .missingGlyphs),
        ("Layout: bad glyph count: 9", .missingGlyphs),
        ("Layout: Bad glyph id 255 for bactrack glyph 0 in chain rule subtable", .missingGlyphs),
        ("Layout: Bad glyph id 255 for input glyph 0 in chain rule subtable", .missingGlyphs),
        ("Layout: Bad glyph id 255 for lookadhead glyph 0 in chain rule subtable", .missingGlyphs),
        ("Layout: Bad glyph count 9 in rule subtable", .other), ("GSUB: Bad glyph count 9 > 8", .other),
        ("no supported glyph data table(s) present", .bitmapsAlone),
        ("GPOS: glyph id 255 too high >= 8", .missingGlyphs),
        ("Layout: Bad coverage table format 3", .unknownLayoutFormats),
        ("Layout: Bad device table delta format: 0x4df", .unknownLayoutFormats),
        ("hmtx: Failed to read side bearing 7225", .shortMetrics),
        ("cmap: Languages should be 0 (1)", .characterMapFields),
        ("cmap: format 12 subtable language should be zero (1)", .characterMapFields),
        ("cmap: Cmap subtable language should be zero but is 1", .characterMapFields),
        ("cmap: Over long cmap subtable 1 @ 68 for 32", .characterMapFields),
        ("cmap: Excessive overlap count 2", .characterMapFields),
        ("cmap: Failed to read segment delta 0", .characterMapFields),
        ("cmap: bad glyph id offset (32 > 32)", .characterMapFields),
        ("cmap: Bad format 13 subtable group count 1", .characterMapFields),
        ("cmap: no supported subtables were found", .characterMapFormats),
        ("OS/2: Unsupported table version: 6", .windowsMetricsVersion),
        ("glyf: Bad glyph flag (137), reserved bit 7 must be set to zero", .reservedOutlineBits),
        ("Layout: ClassRangeRecord 0 class > number of classes: 77 > 4", .undefinedClasses),
        ("Layout: DFLT script doesn't satisfy the spec. DefaultLangSys is NULL", .defaultScript),
        ("Variations: Region axis coordinates out of order", .variationData),
        ("CFF2: Unsupported table version: 2.1", .compactVersion),
        ("", .other), ("CFF : Failed to parse table", .other), ("glyf: Bad flags", .other),
    ])
    func `a complaint of the sanitizer is about a kind`(complaint: String, concern: BrowserConcern) {
        #expect(BrowserConcern(complaint: complaint) == concern)
    }
}
