internal import FontModel

extension FontBuilder {
    /// The characters in the order of their glyphs, which start after `.notdef`.
    var scalars: [Unicode.Scalar] { Set(characters.unicodeScalars).sorted { $0.value < $1.value } }

    var glyphCount: Int { scalars.count + 1 }

    /// Units per em.
    static let unitsPerEm: UInt16 = 1000

    /// Varies from glyph to glyph, as fontconfig calls fonts of one width monospaced.
    func advance(ofGlyph glyph: Int) -> UInt16 { isMonospace ? 600 : 500 + UInt16(glyph % 7) * 20 }

    func outlines() -> (glyf: [UInt8], loca: [UInt8]) {
        var glyf = BigEndianWriter()
        var loca = BigEndianWriter()
        loca.put(0 as UInt32)
        putBox(ofGlyph: 0, to: &glyf)
        loca.put(UInt32(glyf.bytes.count))
        for (index, scalar) in scalars.enumerated() {
            if scalar != " " { putBox(ofGlyph: index + 1, to: &glyf) }
            loca.put(UInt32(glyf.bytes.count))
        }
        return (glyf.bytes, loca.bytes)
    }

    private func putBox(ofGlyph glyph: Int, to glyf: inout BigEndianWriter) {
        let left: Int16 = 50
        let right = Int16(advance(ofGlyph: glyph)) - 50
        let top: Int16 = 700
        glyf.put(1 as Int16)
        for edge in [left, 0, right, top] { glyf.put(edge) }
        glyf.put(3 as UInt16)  // the last point of the only contour
        glyf.put(0 as UInt16)  // no instructions
        glyf.put([1, 1, 1, 1])  // on the curve, 16-bit coordinates
        for x in [left, right - left, 0, left - right] { glyf.put(x) }
        for y in [0, 0, top, 0] { glyf.put(y) }
        glyf.align()
    }

    func horizontalMetrics() -> [UInt8] {
        var hmtx = BigEndianWriter()
        for glyph in 0..<glyphCount {
            hmtx.put(advance(ofGlyph: glyph))
            hmtx.put((glyph > 0 && scalars[glyph - 1] == " " ? 0 : 50) as Int16)
        }
        return hmtx.bytes
    }

    func maximumProfile() -> [UInt8] {
        var maxp = BigEndianWriter()
        maxp.put(0x0001_0000 as UInt32)
        maxp.put(UInt16(glyphCount))
        for value: UInt16 in [4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0] { maxp.put(value) }
        return maxp.bytes
    }
}
