internal import FontModel

/// Checks the subtables that only `GSUB` has: substitutions of glyphs.
enum SubstitutionSubtables {
    /// Checks substitutions of one glyph by one other.
    static func checkSingle(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        let covered = try context.coverage(bytes, at: 2, of: table)
        switch try bytes.uint16(at: 0, of: table) {
        case 1:
            let delta = Int(try bytes.int16(at: 4, of: table))
            if covered > 0 { try context.requireGlyph(abs(delta), in: table) }
        case 2:
            let count = try bytes.offset16(at: 4, of: table)
            guard count >= covered else { throw table.broken("has fewer substitutes than glyphs") }
            try context.requireGlyphs(bytes, table, count: count, at: 6)
        default: throw table.broken("has a single substitution of an unknown format")
        }
    }

    /// Checks substitutions of one glyph by several, or by one of several alternatives.
    static func checkSequences(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else {
            throw table.broken("has a multiple substitution of an unknown format")
        }
        let covered = try context.coverage(bytes, at: 2, of: table)
        let count = try bytes.offset16(at: 4, of: table)
        guard count >= covered else { throw table.broken("has fewer substitutes than glyphs") }
        try table.require(count, of: 2, at: 6)
        try context.spend(count, on: table)
        for index in 0..<count {
            let sequence = try bytes.part16(at: 6 + 2 * index, of: table)
            guard context.isNew(sequence, as: .sequence) else { continue }
            try context.requireGlyphs(bytes, sequence, count: try bytes.offset16(at: 0, of: sequence), at: 2)
        }
    }

    /// Checks substitutions of several glyphs by one.
    static func checkLigatures(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has ligatures of an unknown format") }
        let covered = try context.coverage(bytes, at: 2, of: table)
        let count = try bytes.offset16(at: 4, of: table)
        guard count >= covered else { throw table.broken("has fewer ligatures than glyphs") }
        try table.require(count, of: 2, at: 6)
        try context.spend(count, on: table)
        for index in 0..<count {
            let set = try bytes.part16(at: 6 + 2 * index, of: table)
            guard context.isNew(set, as: .ruleSet, variant: 4) else { continue }
            let ligatures = try bytes.offset16(at: 0, of: set)
            try set.require(ligatures, of: 2, at: 2)
            try context.spend(ligatures, on: set)
            for number in 0..<ligatures {
                let ligature = try bytes.part16(at: 2 + 2 * number, of: set)
                try context.requireGlyph(try bytes.offset16(at: 0, of: ligature), in: ligature)
                let components = try bytes.offset16(at: 2, of: ligature)
                guard components > 0 else { throw table.broken("has a ligature of no glyphs") }
                try context.requireGlyphs(bytes, ligature, count: components - 1, at: 4)
            }
        }
    }

    /// Checks substitutions of one glyph by one other, from the end of the text to its start.
    static func checkReverse(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else {
            throw table.broken("has a reverse substitution of an unknown format")
        }
        let covered = try context.coverage(bytes, at: 2, of: table)
        let before = try bytes.offset16(at: 4, of: table)
        try context.coverages(bytes, table, count: before, at: 6)
        let after = try bytes.offset16(at: 6 + 2 * before, of: table)
        try context.coverages(bytes, table, count: after, at: 8 + 2 * before)
        let offset = 8 + 2 * (before + after)
        let count = try bytes.offset16(at: offset, of: table)
        guard count >= covered else { throw table.broken("has fewer substitutes than glyphs") }
        try context.requireGlyphs(bytes, table, count: count, at: offset + 2)
    }
}
