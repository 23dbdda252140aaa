internal import FontModel

/// Checks `MATH`: the layout of formulas.
///
/// Programs that set formulas read the table through HarfBuzz, which checks it first and ignores broken parts.
enum FormulaTable {
    /// The number of values in the constants, after four numbers and before one.
    ///
    /// Source: OpenType specification, MATH table, MathConstants.
    private static let constantCount = 51

    static func check(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        if let constants = try bytes.optionalPart16(at: 4, of: table) {
            try constants.require(8 + 4 * constantCount + 2, at: 0)
            try checkValues(bytes, constants, count: constantCount, at: 8, &context)
        }
        if let glyphs = try bytes.optionalPart16(at: 6, of: table) { try checkGlyphs(bytes, glyphs, &context) }
        if let variants = try bytes.optionalPart16(at: 8, of: table) { try checkVariants(bytes, variants, &context) }
    }

    /// Checks numbers that may be corrected at small sizes.
    private static func checkValues(
        _ bytes: RawSpan, _ part: Table, count: Int, at offset: Int, _ context: inout LayoutContext
    ) throws(Violation) {
        try part.require(count, of: 4, at: offset)
        try context.spend(count, on: part)
        for index in 0..<count {
            try DeviceTable.checkOptional(bytes, at: offset + 4 * index + 2, of: part, &context)
        }
    }

    /// Checks the placement of single glyphs: corrections of italics, positions of accents, kerning at several heights.
    private static func checkGlyphs(_ bytes: RawSpan, _ glyphs: Table, _ context: inout LayoutContext) throws(Violation)
    {
        for field in [0, 2] {
            guard let values = try bytes.optionalPart16(at: field, of: glyphs) else { continue }
            let covered = try context.coverage(bytes, at: 0, of: values)
            let count = try bytes.offset16(at: 2, of: values)
            guard count >= covered else { throw values.broken("has fewer values than glyphs") }
            try checkValues(bytes, values, count: count, at: 4, &context)
        }
        if let shapes = try bytes.optionalPart16(at: 4, of: glyphs) { _ = try context.coverage(bytes, shapes) }
        guard let kerning = try bytes.optionalPart16(at: 6, of: glyphs) else { return }
        let covered = try context.coverage(bytes, at: 0, of: kerning)
        let count = try bytes.offset16(at: 2, of: kerning)
        guard count >= covered else { throw kerning.broken("has fewer corners than glyphs") }
        try kerning.require(count, of: 8, at: 4)
        try context.spend(4 * count, on: kerning)
        for index in 0..<(4 * count) {
            guard let corner = try bytes.optionalPart16(at: 4 + 2 * index, of: kerning),
                context.isNew(corner, as: .kerning)
            else { continue }
            // There is one more value than there are heights.
            let heights = try bytes.offset16(at: 0, of: corner)
            try checkValues(bytes, corner, count: 2 * heights + 1, at: 2, &context)
        }
    }

    /// Checks how glyphs grow: larger glyphs, and parts to assemble them from.
    private static func checkVariants(
        _ bytes: RawSpan, _ variants: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        let counts = (try bytes.offset16(at: 6, of: variants), try bytes.offset16(at: 8, of: variants))
        for (field, count) in [(2, counts.0), (4, counts.1)] {
            guard let coverage = try bytes.optionalPart16(at: field, of: variants) else { continue }
            let covered = try context.coverage(bytes, coverage)
            guard count >= covered else { throw variants.broken("has fewer variants than glyphs") }
        }
        let count = counts.0 + counts.1
        try variants.require(count, of: 2, at: 10)
        try context.spend(count, on: variants)
        for index in 0..<count {
            guard let glyph = try bytes.optionalPart16(at: 10 + 2 * index, of: variants),
                context.isNew(glyph, as: .construction)
            else { continue }
            let larger = try bytes.offset16(at: 2, of: glyph)
            try checkRecords(bytes, glyph, count: larger, of: 4, at: 4, &context)
            guard let assembly = try bytes.optionalPart16(at: 0, of: glyph) else { continue }
            try checkValues(bytes, assembly, count: 1, at: 0, &context)
            try checkRecords(
                bytes, assembly, count: try bytes.offset16(at: 4, of: assembly), of: 10, at: 6, &context)
        }
    }

    /// Checks records that begin with a glyph.
    private static func checkRecords(
        _ bytes: RawSpan, _ part: Table, count: Int, of size: Int, at offset: Int, _ context: inout LayoutContext
    ) throws(Violation) {
        try part.require(count, of: size, at: offset)
        try context.spend(count, on: part)
        for index in 0..<count {
            try context.requireGlyph(try bytes.offset16(at: offset + size * index, of: part), in: part)
        }
    }
}
