internal import FontModel

/// Checks `sbix`: pictures of glyphs in Apple's format.
enum StrikesTable {
    /// The most sizes; real fonts have up to nine.
    private static let maximumSizes = 64

    static func check(
        _ bytes: RawSpan, _ table: Table, glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        let count = try bytes.offset32(at: 4, of: table)
        guard count <= maximumSizes else {
            throw .limit(
                Rule.structure(of: table.tag), "There are \(count) sizes of pictures; \(maximumSizes) are allowed.")
        }
        for index in 0..<count {
            try checkStrike(bytes, try bytes.part32(at: 8 + 4 * index, of: table), glyphCount: glyphCount)
            try budget.spend(glyphCount, on: table)
        }
    }

    private static func checkStrike(_ bytes: RawSpan, _ strike: Table, glyphCount: Int) throws(Violation) {
        try strike.require(glyphCount + 1, of: 4, at: 4)
        for glyph in 0..<glyphCount {
            let start = try bytes.offset32(at: 4 + 4 * glyph, of: strike)
            let end = try bytes.offset32(at: 8 + 4 * glyph, of: strike)
            guard start <= end else { throw strike.broken("has pictures that are out of order") }
            guard end > start else { continue }
            let picture = try strike.part(from: start, length: end - start)
            let kind = try bytes.tag(at: 4, of: picture)
            let content = try picture.part(from: 8)
            switch kind {
            case "png ": try PictureHeader.checkPNG(bytes, content)
            case "dupe":
                guard try bytes.offset16(at: 0, of: content) < glyphCount else {
                    throw strike.broken("repeats the picture of a glyph that does not exist")
                }
            case "jpg ", "tiff", "mask", "pdf ", "flip": break
            default: throw strike.broken("has a picture of an unknown kind")
            }
        }
    }
}
