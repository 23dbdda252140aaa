internal import FontModel

/// Checks the coverage of a subtable: the glyphs to which it applies.
enum Coverage {
    /// Checks a coverage.
    ///
    /// - Returns: The number of glyphs in it.
    static func check(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) -> Int {
        let count = try bytes.offset16(at: 2, of: table)
        try context.spend(count, on: table)
        var previous = -1
        switch try bytes.uint16(at: 0, of: table) {
        case 1:
            try table.require(count, of: 2, at: 4)
            // Real fonts, even some of Noto's, have unsorted glyphs here. The only effect is that these glyphs are not
            // found.
            for index in 0..<count { previous = max(previous, try bytes.offset16(at: 4 + 2 * index, of: table)) }
            try context.requireGlyph(max(previous, 0), in: table)
            return count
        case 2:
            try table.require(count, of: 6, at: 4)
            var glyphs = 0
            for index in 0..<count {
                let start = try bytes.offset16(at: 4 + 6 * index, of: table)
                let end = try bytes.offset16(at: 6 + 6 * index, of: table)
                // Some tools start a range with the last glyph of the previous range.
                guard start >= previous, start <= end, try bytes.offset16(at: 8 + 6 * index, of: table) == glyphs
                else { throw table.broken("has a coverage that is out of order") }
                glyphs += end - start + 1
                previous = end
            }
            // Some real fonts end with a range that includes glyph 65,535. Glyphs that do not exist are never looked
            // up, and the OpenType Sanitizer rejects them only in a list.
            if previous >= context.glyphCount { context.hasSurplusCoverage = true }
            return glyphs
        default:
            try context.tolerate(.unknownLayoutFormats, table.broken("has a coverage of an unknown format"))
            return 0
        }
    }
}

/// Checks the division of glyphs into classes.
enum GlyphClasses {
    /// Checks a definition of classes.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The definition.
    ///   - greatest: The greatest class that is defined; `nil` if any class is allowed.
    ///   - context: The number of glyphs, and the state of the check.
    /// - Throws: The rule that is broken.
    static func check(
        _ bytes: RawSpan, _ table: Table, upTo greatest: Int? = nil, _ context: inout LayoutContext
    ) throws(Violation) {
        guard context.isNew(table, as: .classes) else { return }
        switch try bytes.uint16(at: 0, of: table) {
        case 1:
            let start = try bytes.offset16(at: 2, of: table)
            let count = try bytes.offset16(at: 4, of: table)
            try table.require(count, of: 2, at: 6)
            // The OpenType Sanitizer accepts any other list that goes on past the last glyph.
            if max(start, count) > context.glyphCount {
                try context.tolerate(.missingGlyphs, table.broken("has classes for glyphs that do not exist"))
            } else {
                noteGlyphs(upTo: start + count - 1, &context)
            }
            if let greatest {
                for index in 0..<count where try bytes.offset16(at: 6 + 2 * index, of: table) > greatest {
                    context.budget.note(.undefinedClasses, in: table.tag)
                }
            }
        case 2:
            let count = try bytes.offset16(at: 2, of: table)
            try table.require(count, of: 6, at: 4)
            try context.spend(count, on: table)
            var previous = -1
            var isTouching = false
            for index in 0..<count {
                let start = try bytes.offset16(at: 4 + 6 * index, of: table)
                let end = try bytes.offset16(at: 6 + 6 * index, of: table)
                guard start >= previous, start <= end else { throw table.broken("has classes that are out of order") }
                if start == previous { isTouching = true }
                if let greatest, try bytes.offset16(at: 8 + 6 * index, of: table) > greatest {
                    context.budget.note(.undefinedClasses, in: table.tag)
                }
                previous = end
            }
            if isTouching { context.budget.note(.touchingClasses, in: table.tag) }
            noteGlyphs(upTo: previous, &context)
        default: throw table.broken("has classes of an unknown format")
        }
    }

    /// Notes whether the last glyph that gets a class does not exist.
    ///
    /// Real fonts have ranges that extend past their last glyph. Glyphs that do not exist are never looked up, and the
    /// OpenType Sanitizer accepts the ranges.
    private static func noteGlyphs(upTo last: Int, _ context: inout LayoutContext) {
        if last >= context.glyphCount { context.hasSurplusClasses = true }
    }

    /// Checks the classes that an offset points to, if the offset is not 0.
    static func checkOptional(
        _ bytes: RawSpan, at offset: Int, of table: Table, upTo greatest: Int? = nil, _ context: inout LayoutContext
    ) throws(Violation) {
        if let part = try bytes.optionalPart16(at: offset, of: table) {
            try check(bytes, part, upTo: greatest, &context)
        }
    }
}

/// Checks corrections of a value at small sizes, or on the axes of a variable font.
enum DeviceTable {
    /// Checks the table that an offset points to, if the offset is not 0.
    static func checkOptional(
        _ bytes: RawSpan, at offset: Int, of table: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        guard let device = try bytes.optionalPart16(at: offset, of: table), context.isNew(device, as: .device) else {
            return
        }
        let start = try bytes.offset16(at: 0, of: device)
        let end = try bytes.offset16(at: 2, of: device)
        switch try bytes.uint16(at: 4, of: device) {
        case let format where 1...3 ~= format:
            guard start <= end else { throw table.broken("has a correction whose sizes are out of order") }
            let perWord = 16 >> Int(format)
            try device.require((end - start) / perWord + 1, of: 2, at: 6)
        // The table has two indexes into the variations of `GDEF`.
        case 0x8000: break
        default:
            try context.tolerate(.unknownLayoutFormats, table.broken("has a correction of an unknown format"))
        }
    }
}
