import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// Names that fonts lack, and names in several records.
struct FontNameTests {
    /// A font with these texts as its names, and no others.
    private func named(_ names: [(id: UInt16, platform: UInt16, language: UInt16, text: [UInt8])]) -> [UInt8] {
        var records: [Int] = []
        var pool: [UInt8] = []
        for name in names {
            let encoding = name.platform == 3 ? 1 : name.platform == 0 ? 3 : 0
            records += [
                Int(name.platform), encoding, Int(name.language), Int(name.id), name.text.count, pool.count,
            ]
            pool += name.text
        }
        let table = SampleTables.words([0, names.count, 6 + 12 * names.count] + records) + pool
        return FontBuilder().replaced("name", table).build()
    }

    private func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

    @Test func `names of Windows come before those of Unicode and of the Macintosh, English first`() throws {
        let inspection = inspect(
            named([
                (1, 1, 0, Array("Macintosh".utf8)), (1, 0, 0, wide("Unicode")), (1, 3, 0x0407, wide("Deutsch")),
                (1, 3, 0x0804, wide("经典综艺体简")), (1, 3, 0x0409, wide("English")), (2, 3, 0x0409, wide("Regular")),
            ]))
        let face = try #require(inspection.faces.first, "\(inspection.findings)")
        let families = face.names.filter { $0.kind == .family }
        #expect(families.map(\.value) == ["English", "Deutsch", "经典综艺体简", "Unicode", "Macintosh"])
        #expect(families.map(\.language) == ["en-US", "de-DE", "zh-CN", "und", "en"])
        #expect(face.family == "English")
    }

    @Test func `bytes of another encoding in a record of the Macintosh do not hide the name`() throws {
        // The characters of the name in GB 2312.
        let bytes: [UInt8] = [0xBE, 0xAD, 0xB5, 0xE4]
        let inspection = inspect(
            named([(1, 1, 0, bytes), (1, 3, 0x0804, wide("经典")), (2, 3, 0x0804, wide("Regular"))]))
        #expect(inspection.faces.first?.family == "经典")
    }

    @Test func `a font without a style, a full name or a PostScript name passes, and each is told of`() throws {
        let inspection = inspect(named([(1, 3, 0x0409, wide("Bare"))]))
        let face = try #require(inspection.faces.first)
        #expect(face.family == "Bare" && face.style == "" && face.fullName == "" && face.postscriptName == "")
        for missing in ["id 2 (style)", "id 4 (full)", "id 6 (postscript)"] {
            #expect(
                inspection.findings.contains { $0.kind == .warning && $0.message.contains("\(missing) is missing") })
        }
        #expect(inspection.browserConcern == nil, "web browsers show such a font")
    }

    @Test func `U+0000 ends a name, and a PostScript name with one is none`() throws {
        let inspection = inspect(
            named([
                (1, 3, 0x0409, wide("Padded\0")), (2, 3, 0x0409, wide("Regular\0\0")), (4, 3, 0x0409, wide("A\0B")),
                (6, 3, 0x0409, wide("Padded-Regular\0")),
            ]))
        let face = try #require(inspection.faces.first, "\(inspection.findings)")
        #expect(face.family == "Padded" && face.style == "Regular" && face.fullName == "A")
        #expect(face.postscriptName == "")
        #expect(inspection.findings.filter { $0.message.contains("U+0000") }.count == 4)
    }

    @Test func `text that is none is passed over, and half a character at its end`() throws {
        let lone: [UInt8] = [0xD8, 0x00]
        let inspection = inspect(
            named([
                (1, 3, 0x0407, lone), (1, 3, 0x0409, wide("Half") + [0]), (2, 3, 0x0409, wide("Regular")),
            ]))
        let face = try #require(inspection.faces.first, "\(inspection.findings)")
        #expect(face.names.filter { $0.kind == .family }.map(\.value) == ["Half"])
        #expect(inspection.findings.contains { $0.message.contains("is not valid text in its declared encoding") })
    }

    @Test(arguments: ["   ", "\u{2800}", "\u{2800} \u{2800}", "\u{A0}", "\u{3000}", "\u{1D159}"])
    func `a family that nobody can see is refused`(family: String) {
        for names in [[(1, family)], [(1, "Seen"), (16, family)]] as [[(UInt16, String)]] {
            let refusal = inspect(named(names.map { ($0.0, 3, 0x0409, wide($0.1)) })).refusal
            #expect(refusal?.message.contains("no visible characters") == true)
        }
    }

    @Test func `a family with other characters than blanks is fine`() {
        #expect(inspect(named([(1, 3, 0x0409, wide(" \u{2801} "))])).refusal == nil)
    }

    @Test(arguments: [("wght", 300.0, true), ("wght", 400, false), ("wdth", 75, true), ("wdth", 100, false)])
    func `a default that differs from what OS/2 says is told of`(tag: String, value: Double, isOdd: Bool) {
        var font = FontBuilder()
        font.axes = [VariationAxis(tag: tag, name: "Axis", minimum: 50, defaultValue: value, maximum: 900)]
        let warnings = inspect(font.build()).findings.filter { $0.message.contains("The axis '\(tag)' starts at") }
        #expect(warnings.count == (isOdd ? 1 : 0))
        #expect(warnings.allSatisfy { $0.kind == .warning && $0.concern == nil })
    }

    @Test func `colour paints that are shared again and again are refused by how many it takes to draw them`() {
        /// Paints of which each draws the next one twice, and the last is a solid one.
        func inspection(depth: Int) -> FontInspection {
            let size = 8
            let paints = (0..<depth).flatMap { _ -> [UInt8] in [32, 0, 0, UInt8(size), 3, 0, 0, UInt8(size)] }
            let header = SampleTables.words([1, 0, 0, 0, 0, 0, 0, 0, 34] + Array(repeating: 0, count: 8))
            let list = SampleTables.words([0, 1, 1, 0, 10])
            var font = SampleTables.color
            font.tableOverrides["COLR"] = header + list + paints + [2, 0, 0, 0x40, 0]
            return inspect(font.build())
        }
        #expect(inspection(depth: 8).refusal == nil, "\(inspection(depth: 8).findings)")
        let refusal = inspection(depth: 40).refusal
        #expect(refusal?.kind == .limit && refusal?.rule == "Cost of reading")
    }

    @Test func `colour paints that are nested too deep are refused, whichever of them the font lists first`() {
        /// A chain of glyphs, each painted by the next one, of which the last is listed first or last.
        func inspection(depth: Int, isBackwards: Bool) -> FontInspection {
            var font = SampleTables.color
            font.characters = String(
                String.UnicodeScalarView((0..<UInt32(depth + 2)).compactMap { Unicode.Scalar(0x4E00 + $0) }))
            let count = depth + 1
            let list = 4 + 6 * count
            // Paint number n paints the glyph whose paint is the next in the chain.
            let places = (0..<count).map { isBackwards ? count - 1 - $0 : $0 }
            var paints = [[UInt8]](repeating: [], count: count)
            for (number, place) in places.enumerated() {
                paints[place] =
                    number == depth ? [2, 0, 0, 0x40, 0] : [11] + SampleTables.words([number + 1]) + [0, 0]
            }
            let header = SampleTables.words([1, 0, 0, 0, 0, 0, 0, 0, 34] + Array(repeating: 0, count: 8))
            let records = places.enumerated().flatMap { [$0, 0, list + 5 * $1] }
            font.tableOverrides["COLR"] = header + SampleTables.words([0, count] + records) + paints.flatMap(\.self)
            return inspect(font.build())
        }
        for isBackwards in [false, true] {
            let sound = inspection(depth: 60, isBackwards: isBackwards)
            #expect(sound.refusal == nil, "\(sound.findings)")
            let refusal = inspection(depth: 70, isBackwards: isBackwards).refusal
            #expect(refusal?.kind == .limit && refusal?.message.contains("nested more than 64 deep") == true)
        }
    }
}
