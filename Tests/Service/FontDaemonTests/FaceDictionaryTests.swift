internal import DBus
@testable internal import FontDaemon
internal import FontModel
internal import Testing

@Suite struct `A face dictionary` {
    @Test func `tells the number of glyphs where it is known`() {
        let known = FaceDictionary.make(FaceDescription(index: 0, glyphCount: 8), isFull: true)
        #expect(known["glyph_count"] == BusVariant(UInt32(8)))
    }

    @Test func `leaves out a number of glyphs that is not known`() {
        let unknown = FaceDictionary.make(FaceDescription(index: 0, postscriptName: "A"), isFull: true)
        #expect(unknown["postscript_name"] == BusVariant("A"))
        #expect(unknown["glyph_count"] == nil)
    }

    @Test func `has the full name to show to people`() {
        let brief = FaceDictionary.make(FaceDescription(index: 0, fullName: "A Bold"), isFull: false)
        #expect(brief["display_name"] == BusVariant("A Bold"))
        #expect(brief["display_name"] == brief["full_name"])
    }
}
