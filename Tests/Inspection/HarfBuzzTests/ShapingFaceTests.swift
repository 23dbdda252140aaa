import HarfBuzz
import TestSupport
import Testing

struct ShapingFaceTests {
    private func shape(_ text: String, with font: [UInt8], index: Int = 0) throws -> Int {
        try font.withUnsafeBytes { try ShapingFace(borrowing: $0, index: index).shape(Array(text.unicodeScalars)) }
    }

    @Test func `text is shaped, whether the face has its characters or not`() throws {
        let font = FontBuilder().build()
        #expect(try shape("ABC", with: font) == 3)
        #expect(try shape("字", with: font) == 1)
        #expect(try shape("", with: font) == 0)
    }

    @Test func `each face of a collection has its own characters`() throws {
        var second = FontBuilder(family: "Second")
        second.characters = "字"
        let collection = FontBuilder.collection([FontBuilder(), second])
        for index in 0...1 { #expect(try shape("字A", with: collection, index: index) == 2) }
    }

    @Test func `a rule that leads to no glyph is told`() {
        var font = FontBuilder()
        // One feature of all scripts, of one lookup: every glyph from 0 to 99 becomes the one 5,000 after it.
        font.scripts = []
        font.tableOverrides["GSUB"] = [
            0, 1, 0, 0, 0, 10, 0, 30, 0, 44,
            0, 1, 0x44, 0x46, 0x4C, 0x54, 0, 8, 0, 4, 0, 0, 0, 0, 0xFF, 0xFF, 0, 1, 0, 0,
            0, 1, 0x6C, 0x69, 0x67, 0x61, 0, 8, 0, 0, 0, 1, 0, 0,
            0, 1, 0, 4, 0, 1, 0, 0, 0, 1, 0, 8, 0, 1, 0, 6, 0x13, 0x88, 0, 2, 0, 1, 0, 0, 0, 99, 0, 0,
        ]
        #expect(throws: ShapingFace.Failure.self) { try shape("ABC", with: font.build()) }
    }

    @Test func `what is no font has no glyphs, and harms nothing`() {
        #expect(throws: ShapingFace.Failure.missingGlyph(0)) { try shape("A", with: Array("no font at all".utf8)) }
    }

    @Test func `tables of Apple's layout are damaged where HarfBuzz does without them`() {
        func damage(_ tables: [String: [UInt8]]) -> [String] {
            var font = FontBuilder()
            for (tag, content) in tables { font.tableOverrides[tag] = content }
            return font.build().withUnsafeBytes { ShapingFace(borrowing: $0, index: 0).damagedTables }
        }
        // Version 2 or later, and no chains or subtables.
        let empty: [UInt8] = [0, 2, 0, 0, 0, 0, 0, 0]
        let garbage: [UInt8] = [0, 2, 0, 0, 0, 0, 0, 9, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(damage([:]) == [])
        #expect(damage(["morx": empty, "kerx": empty]) == [])
        #expect(damage(["morx": garbage, "kerx": empty]) == ["morx"])
        #expect(damage(["morx": garbage, "kerx": [0, 2]]) == ["morx", "kerx"])
        #expect(
            Array("no font at all".utf8).withUnsafeBytes { ShapingFace(borrowing: $0, index: 0).damagedTables } == [])
    }

    @Test func `the library tells its version`() {
        let parts = ShapingFace.libraryVersion.split(separator: "+")
        #expect(parts.first?.split(separator: ".").compactMap { Int($0) }.count == 3)
        #expect(parts.dropFirst().map(\.count) == [8], "and which build of it")
    }
}
