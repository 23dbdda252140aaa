import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// Layout tables with one number changed, so that one rule is broken.
struct LayoutRuleTests {
    @Test func `the tables are sound before they are damaged`() {
        let inspection = inspect(SampleTables.layout.build())
        #expect(inspection.findings == [])
        #expect(inspection.faces.first?.scripts == ["DFLT"])
    }

    /// What is changed, where, and to what.
    static let substitutions: [(String, Int, [Int])] = [
        ("version", 0, [2]), ("scripts outside", 4, [0xFFF0]), ("script outside", 16, [0xFF00]),
        ("reserved field of a language system", 22, [1]), ("required feature that does not exist", 24, [7]),
        ("feature that does not exist", 28, [5]), ("lookup of a feature that does not exist", 42, [9]),
        ("lookups outside", 8, [0x7000]), ("kind of lookup", 50, [9]), ("no kind of lookup", 50, [0]),
        ("subtable outside", 56, [0x7000]), ("format of ligatures", 58, [2]), ("no coverage", 60, [0]),
        ("fewer ligatures than glyphs", 62, [0]), ("ligature of nothing", 72, [0]),
        ("coverage outside", 78, [0x7FFF]),
        ("format of context", 90, [4]), ("context of nothing", 94, [0]), ("coverage in a context", 96, [0x6000]),
        ("place behind the context", 102, [1]), ("lookup that does not exist", 104, [9]),
    ]

    static let positions: [(String, Int, [Int])] = [
        ("kind of lookup", 50, [10]), ("format of pairs", 58, [3]), ("format of values", 62, [0x0104]),
        ("fewer pairs than glyphs", 66, [0]), ("pairs outside", 68, [0x7000]), ("number of pairs", 70, [0x4000]),
        ("format of marks", 90, [2]), ("no classes of marks", 96, [0]),
        ("marks outside", 98, [0x7000]), ("fewer marks than glyphs", 114, [0]), ("class of a mark", 116, [7]),
        ("anchor outside", 118, [0x7000]), ("format of an anchor", 120, [9]), ("fewer bases than glyphs", 126, [0]),
        ("number of bases", 126, [0x7FFF]),
    ]

    static let definitions: [(String, Int, [Int])] = [
        ("version", 0, [2]), ("classes outside", 4, [0x7000]), ("format of classes", 12, [3]),
        ("number of classes", 14, [0x7000]), ("range that ends before it starts", 16, [3]),
        ("points outside", 6, [0x7000]),
    ]

    static let cases = [("GSUB", substitutions), ("GPOS", positions), ("GDEF", definitions)].flatMap { tag, cases in
        cases.map { (tag, $0.0, $0.1, $0.2) }
    }

    @Test(arguments: cases)
    func `a layout table that breaks a rule is refused for it, and told of in GDEF`(
        tag: String, change: String, offset: Int, values: [Int]
    ) {
        let font = SampleTables.layout.patched(tag, at: offset, SampleTables.words(values))
        let inspection = inspect(font.build())
        if tag == "GDEF" {
            #expect(inspection.refusal == nil && inspection.browserConcern?.concern == .damagedGlyphDefinitions)
            #expect(inspection.browserConcern?.rule == "'GDEF' table structure")
        } else {
            #expect(inspection.refusal?.rule == "'\(tag)' table structure")
            #expect(inspection.refusal?.code == .specificationViolation)
        }
    }

    @Test func `classes of glyphs that do not exist are told of in GDEF, where nobody looks them up`() {
        let first = SampleTables.words([1, 6, 5, 1, 1, 1, 1, 1])
        let definitions = SampleTables.layout.table("GDEF")
        for classes in [SampleTables.words([2, 1, 1, 0xFF, 1]), first] {
            let table = definitions.prefix(4) + SampleTables.words([12, 0, 0, 0]) + classes
            let inspection = inspect(SampleTables.layout.replaced("GDEF", Array(table)).build())
            #expect(inspection.findings.map(\.rule) == ["'GDEF' table structure"])
            #expect(inspection.findings.map(\.kind) == [.warning])
            #expect(inspection.faces.count == 1)
        }
    }

    @Test(arguments: [[2, 1, 1, 0xFF, 1], [1, 6, 5, 1, 1, 1, 1, 1]])
    func `classes of glyphs that do not exist are told of in GSUB and GPOS, and browsers do not mind`(
        classes: [Int]
    ) {
        // A context by classes, and kerning by classes, which share the definition.
        let context = SampleTables.substituting(5, [2, 10, 16, 1, 0, 1, 1, 1] + classes)
        let kerning = SampleTables.positioning(2, [2, 20, 4, 0, 26, 26, 1, 2, 0, 5, 1, 1, 1] + classes)
        for (tag, font) in [("GSUB", context), ("GPOS", kerning)] {
            let inspection = inspect(font.build())
            #expect(inspection.refusal == nil && inspection.browserConcern == nil)
            #expect(
                inspection.findings.map(\.message)
                    == ["The table '\(tag)' has classes for glyphs that do not exist."])
        }
    }

    @Test(arguments: [[1, 9, 1, 1], [1, 0, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1]])
    func `a list of classes that begins beyond all glyphs, or is longer, is damage in GDEF too`(classes: [Int]) {
        let definitions = SampleTables.layout.table("GDEF")
        let table = definitions.prefix(4) + SampleTables.words([12, 0, 0, 0]) + SampleTables.words(classes)
        let inspection = inspect(SampleTables.layout.replaced("GDEF", Array(table)).build())
        #expect(inspection.browserConcern?.concern == .damagedGlyphDefinitions)
    }

    @Test(arguments: ["GSUB", "GPOS", "GDEF"])
    func `a layout table that is cut is refused, and told of in GDEF`(tag: String) {
        let whole = SampleTables.layout.table(tag)
        for length in 4..<(whole.count - 2) {
            let inspection = inspect(SampleTables.layout.cut(tag, to: length).build())
            #expect(tag == "GDEF" ? inspection.browserConcern != nil : inspection.refusal != nil)
        }
    }

    @Test(arguments: [[5, 0xFF], [0xFFFF, 0xFFFF]])
    func `a range of a coverage that goes on past the last glyph is told of, and browsers mind a list`(range: [Int]) {
        func inspection(_ coverage: [Int]) -> FontInspection {
            let words = SampleTables.substitutions.dropLast(6) + SampleTables.words(coverage)
            return inspect(SampleTables.layout.replaced("GSUB", Array(words)).build())
        }
        let ranges = inspection([2, 1] + range + [0])
        #expect(ranges.refusal == nil && ranges.browserConcern == nil)
        #expect(
            ranges.findings.map(\.message)
                == ["The table 'GSUB' refers to glyphs that do not exist. Programs ignore these entries."])
        #expect(inspection([1, 1, range[1]]).browserConcern?.concern == .missingGlyphs)
    }

    /// Where the offset of a list with a coverage is in `GDEF`, and the list without the coverage after it.
    private static let definitionLists: [(name: String, offset: Int, list: [Int])] = [
        ("points", 6, [4, 0]), ("carets", 8, [4, 0]), ("sets of marks", 12, [1, 1, 0, 8]),
    ]

    @Test(arguments: definitionLists)
    func `a range of a coverage in GDEF that goes on past the last glyph is told of, and harmless`(
        name: String, offset: Int, list: [Int]
    ) {
        var header = [1, 2, 0, 0, 0, 0, 0]
        header[offset / 2] = 2 * header.count
        let table = SampleTables.words(header + list + [2, 1, 5, 0xFF, 0])
        let inspection = inspect(SampleTables.layout.replaced("GDEF", table).build())
        #expect(inspection.refusal == nil && inspection.browserConcern == nil, "\(name)")
        #expect(
            inspection.findings.map(\.message)
                == ["The table 'GDEF' refers to glyphs that do not exist. Programs ignore these entries."], "\(name)")
    }

    @Test func `glyphs of a coverage may be out of order, as those of many real fonts are`() {
        var words = SampleTables.substitutions
        // Two glyphs instead of one, the greater first; nothing follows them.
        words.replaceSubrange((words.count - 4)..<words.count, with: SampleTables.words([2, 5, 3]))
        #expect(inspect(SampleTables.layout.replaced("GSUB", words).build()).refusal == nil)
    }
}
