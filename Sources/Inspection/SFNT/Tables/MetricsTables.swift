internal import FontModel

/// Checks `hhea` with `hmtx`, `vhea` with `vmtx`, and `VORG`: each glyph must have an advance.
enum MetricsTables {
    /// Checks the metrics of one direction.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - header: `hhea` or `vhea`.
    ///   - metrics: `hmtx` or `vmtx`.
    ///   - glyphCount: From `maxp`.
    ///   - budget: Receives the concerns that matter only to web browsers.
    /// - Throws: The rule that is broken.
    static func check(
        _ bytes: RawSpan, header: Table, metrics: Table, glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        guard header.length >= 36 else { throw header.broken("has \(header.length) bytes, but 36 are required") }
        guard try bytes.uint16(at: 0, of: header) == 1 else { throw header.broken("has an unknown version") }
        guard try bytes.int16(at: 32, of: header) == 0 else { throw header.broken("has an unknown format of metrics") }
        let count = try bytes.offset16(at: 34, of: header)
        guard count >= 1, count <= glyphCount else {
            throw header.broken("announces \(count) advances for \(glyphCount) glyphs")
        }
        try metrics.require(count, of: 4, at: 0)
        if metrics.length < 4 * count + 2 * (glyphCount - count) { budget.note(.shortMetrics, in: metrics.tag) }
    }

    /// The greatest line height in ems; real fonts have up to 7.
    private static let maximumLineHeight = 10

    /// Reports lines that are far too high or have no height.
    ///
    /// A program would show a single line across its whole window, or all lines in the same place.
    static func checkLineHeight(_ bytes: RawSpan, header: Table, unitsPerEm: Int) throws(Violation) {
        var height = 0
        for (field, sign) in [(4, 1), (6, -1), (8, 1)] { height += sign * Int(try bytes.int16(at: field, of: header)) }
        // If both values are 0, programs use the line height from the table OS/2.
        let isMissing = try bytes.uint32(at: 4, of: header) == 0
        guard isMissing || 1...(maximumLineHeight * unitsPerEm) ~= height else {
            throw .warning(
                Rule.structure(of: header.tag),
                "Lines of text would be \(height) units high, of which \(unitsPerEm) are the size of the text.")
        }
    }

    /// Checks `VORG`: the vertical origins of glyphs that differ from the default.
    static func checkOrigins(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        let count = try bytes.offset16(at: 6, of: table)
        try table.require(count, of: 4, at: 8)
        var previous = -1
        for index in 0..<count {
            let glyph = try bytes.offset16(at: 8 + 4 * index, of: table)
            guard glyph > previous, glyph < glyphCount else {
                throw table.broken("has glyphs that are out of order or do not exist")
            }
            previous = glyph
        }
    }
}
