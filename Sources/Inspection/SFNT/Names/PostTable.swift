internal import FontModel

/// The values that are needed from `post`, if the face has that table; its glyph names are checked.
struct PostTable {
    /// The angle in degrees, counter-clockwise from upright.
    private(set) var italicAngle = 0.0
    private(set) var isFixedPitch = false

    /// The number of standard glyph names of TrueType, which need no text in the table.
    private static let standardNames = 258

    /// Reads the table.
    ///
    /// Any problem with the table is a warning, because nothing that draws text needs the table.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The table, if the face has one.
    ///   - glyphCount: From `maxp`.
    ///   - examination: Receives the findings.
    init(_ bytes: RawSpan, _ table: Table?, glyphCount: Int, _ examination: inout Examination) {
        guard let table else {
            examination.add(.concern(.missingGlyphNames, of: "post"))
            return
        }
        do throws(Violation) {
            italicAngle = try bytes.fixed(at: 4, of: table)
            isFixedPitch = try bytes.uint32(at: 12, of: table) != 0
            try Self.check(bytes, table, glyphCount: glyphCount)
        } catch {
            examination.add(.concern(.damagedGlyphNames, Rule.postscript, error.message))
        }
    }

    private static func check(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        guard table.length >= 32 else { throw table.broken("has \(table.length) bytes, but 32 are required") }
        switch try bytes.uint32(at: 0, of: table) {
        case 0x0001_0000, 0x0003_0000: break
        case 0x0002_0000: try checkNames(bytes, table, glyphCount: glyphCount)
        case 0x0002_8000, 0x0004_0000: throw table.broken("has an obsolete format of names")
        default: throw table.broken("has an unknown version")
        }
    }

    /// Checks version 2, which has an index per glyph and a pool of Pascal strings.
    private static func checkNames(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        let count = try bytes.offset16(at: 32, of: table)
        guard count == glyphCount else { throw table.broken("names \(count) of \(glyphCount) glyphs") }
        try table.require(count, of: 2, at: 34)
        var greatest = 0
        for index in 0..<count { greatest = max(greatest, try bytes.offset16(at: 34 + 2 * index, of: table)) }
        var names = 0
        var offset = 34 + 2 * count
        while names <= greatest - standardNames {
            guard offset < table.length else {
                throw table.broken("gives a glyph name \(greatest), but only \(names) names follow")
            }
            offset += 1 + Int(try bytes.uint8(at: offset, of: table))
            guard offset <= table.length else { throw table.broken("has a pool of names that reaches past its end") }
            names += 1
        }
    }
}
