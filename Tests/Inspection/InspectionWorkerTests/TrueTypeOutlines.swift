import TestSupport

/// Outlines in the table `glyf`, most of which break no rule.
enum TrueTypeOutlines {
    /// Makes a font of some glyphs, at least two.
    static func font(of glyphs: [[UInt8]]) -> [UInt8] {
        var font = FontBuilder()
        // One glyph comes before those of the characters.
        font.characters = String(
            String.UnicodeScalarView((1..<glyphs.count).compactMap { Unicode.Scalar(0x4E00 + $0) }))
        let tables = tables(of: glyphs)
        font.tableOverrides["glyf"] = .some(tables.glyf)
        font.tableOverrides["loca"] = .some(tables.loca)
        return font.build()
    }

    /// Makes the tables of this number of glyphs that have nothing to draw.
    static func empty(_ count: Int) -> (glyf: [UInt8], loca: [UInt8]) {
        tables(of: [simple(ends: [3])] + Array(repeating: [], count: count - 1))
    }

    private static func tables(of glyphs: [[UInt8]]) -> (glyf: [UInt8], loca: [UInt8]) {
        var (glyf, loca) = (BigEndianWriter(), BigEndianWriter())
        loca.put(0 as UInt32)
        for glyph in glyphs {
            glyf.put(glyph)
            glyf.align()
            loca.put(UInt32(glyf.bytes.count))
        }
        return (glyf.bytes, loca.bytes)
    }

    /// Makes a glyph of contours that end at these points, all of them at the same place.
    static func simple(ends: [UInt16]) -> [UInt8] {
        var glyph = header(contours: Int16(ends.count))
        for end in ends { glyph.put(end) }
        glyph.put(0 as UInt16)  // no instructions
        // On the curve, and no byte for either coordinate.
        for _ in 0...(ends.last ?? 0) { glyph.put([0x31]) }
        return glyph.bytes
    }

    /// Makes a glyph of components, each a glyph and its flags, with offsets of one byte each.
    static func composite(_ components: [(glyph: UInt16, flags: UInt16)]) -> [UInt8] {
        var glyph = header(contours: -1)
        for (number, component) in components.enumerated() {
            glyph.put(component.flags | (number + 1 < components.count ? 0x0020 : 0))
            glyph.put(component.glyph)
            glyph.put([5, 5])
        }
        return glyph.bytes
    }

    private static func header(contours: Int16) -> BigEndianWriter {
        var glyph = BigEndianWriter()
        glyph.put(contours)
        for edge: Int16 in [0, 0, 500, 500] { glyph.put(edge) }
        return glyph
    }

    /// Makes eight glyphs, some of which consist of others.
    static func random(_ random: inout SeededGenerator) -> [[UInt8]] {
        (0..<8).map { number in
            switch Int.random(in: 0..<8, using: &random) {
            case 0: []
            case 1: header(contours: 0).bytes
            case 2...3 where number > 1:
                composite(
                    (0..<Int.random(in: 1...3, using: &random)).map { _ in
                        // Only glyphs before this one, so that none is part of itself.
                        let glyph = UInt16.random(in: 0..<UInt16(number), using: &random)
                        return (glyph, Int.random(in: 0..<12, using: &random) == 0 ? 0x0000 : 0x0002)
                    })
            default: contours(&random)
            }
        }
    }

    /// Makes a glyph of random contours.
    private static func contours(_ random: inout SeededGenerator) -> [UInt8] {
        var ends: [UInt16] = []
        var last: UInt16 = 0
        for number in 0..<Int.random(in: 1...4, using: &random) {
            let isLong = Int.random(in: 0..<400, using: &random) == 0
            let isEmpty = number > 0 && Int.random(in: 0..<40, using: &random) == 0
            last += isEmpty ? 0 : isLong ? 20_000 : UInt16.random(in: 1...30, using: &random)
            ends.append(last)
            if isLong { break }
        }
        var glyph = header(contours: Int16(ends.count))
        for end in ends { glyph.put(end) }
        let instructions = UInt16.random(in: 0...5, using: &random)
        glyph.put(instructions)
        for _ in 0..<instructions { glyph.put([UInt8.random(in: 0...255, using: &random)]) }
        var (index, size) = (0, 0)
        while index <= Int(last) {
            var flags = UInt8.random(in: 0...0x3F, using: &random) & ~0x08
            let most = min(Int(last) - index, 255)
            let repetitions = Bool.random(using: &random) ? 0 : Int.random(in: 0...most, using: &random)
            if repetitions > 0 { flags |= 0x08 }
            glyph.put([flags])
            if repetitions > 0 { glyph.put([UInt8(repetitions)]) }
            let width = flags & 0x02 != 0 ? 1 : flags & 0x10 != 0 ? 0 : 2
            let height = flags & 0x04 != 0 ? 1 : flags & 0x20 != 0 ? 0 : 2
            size += (repetitions + 1) * (width + height)
            index += repetitions + 1
        }
        for _ in 0..<size { glyph.put([UInt8.random(in: 0...255, using: &random)]) }
        return glyph.bytes
    }
}
