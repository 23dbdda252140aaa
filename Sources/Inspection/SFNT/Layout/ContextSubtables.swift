/// Checks the subtables, in both `GSUB` and `GPOS`, that apply other lookups to glyphs in a context.
enum ContextSubtables {
    /// Checks a subtable that matches only the glyphs themselves.
    static func checkContext(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        switch try bytes.uint16(at: 0, of: table) {
        case 1:
            _ = try context.coverage(bytes, at: 2, of: table)
            try checkRuleSets(bytes, table, at: 4, isChained: false, hasGlyphs: true, &context)
        case 2:
            _ = try context.coverage(bytes, at: 2, of: table)
            try GlyphClasses.check(bytes, try bytes.part16(at: 4, of: table), &context)
            try checkRuleSets(bytes, table, at: 6, isChained: false, hasGlyphs: false, &context)
        case 3:
            let count = try bytes.offset16(at: 2, of: table)
            guard count > 0 else { throw table.broken("has a context of no glyphs") }
            try context.coverages(bytes, table, count: count, at: 6)
            try checkActions(
                bytes, table, count: try bytes.offset16(at: 4, of: table), at: 6 + 2 * count, inputCount: count,
                &context)
        default: throw table.broken("has a context of an unknown format")
        }
    }

    /// Checks a subtable that also matches the glyphs before and after them.
    static func checkChained(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        switch try bytes.uint16(at: 0, of: table) {
        case 1:
            _ = try context.coverage(bytes, at: 2, of: table)
            try checkRuleSets(bytes, table, at: 4, isChained: true, hasGlyphs: true, &context)
        case 2:
            _ = try context.coverage(bytes, at: 2, of: table)
            try GlyphClasses.checkOptional(bytes, at: 4, of: table, &context)
            try GlyphClasses.check(bytes, try bytes.part16(at: 6, of: table), &context)
            try GlyphClasses.checkOptional(bytes, at: 8, of: table, &context)
            try checkRuleSets(bytes, table, at: 10, isChained: true, hasGlyphs: false, &context)
        case 3:
            var offset = 2
            var inputCount = 0
            for part in 0..<3 {
                let count = try bytes.offset16(at: offset, of: table)
                if part == 1 { inputCount = count }
                try context.coverages(bytes, table, count: count, at: offset + 2)
                offset += 2 + 2 * count
            }
            guard inputCount > 0 else { throw table.broken("has a context of no glyphs") }
            try checkActions(
                bytes, table, count: try bytes.offset16(at: offset, of: table), at: offset + 2,
                inputCount: inputCount, &context)
        default: throw table.broken("has a chained context of an unknown format")
        }
    }

    /// Checks sets of rules, by first glyph or by the class of the first glyph.
    private static func checkRuleSets(
        _ bytes: RawSpan, _ table: Table, at offset: Int, isChained: Bool, hasGlyphs: Bool,
        _ context: inout LayoutContext
    ) throws(Violation) {
        let count = try bytes.offset16(at: offset, of: table)
        try table.require(count, of: 2, at: offset + 2)
        try context.spend(count, on: table)
        for index in 0..<count {
            guard let set = try bytes.optionalPart16(at: offset + 2 + 2 * index, of: table),
                context.isNew(set, as: .ruleSet, variant: (isChained ? 2 : 0) + (hasGlyphs ? 1 : 0))
            else { continue }
            let rules = try bytes.offset16(at: 0, of: set)
            try set.require(rules, of: 2, at: 2)
            try context.spend(rules, on: set)
            for number in 0..<rules {
                let rule = try bytes.part16(at: 2 + 2 * number, of: set)
                if isChained {
                    try checkChainedRule(bytes, rule, hasGlyphs: hasGlyphs, &context)
                } else {
                    try checkRule(bytes, rule, hasGlyphs: hasGlyphs, &context)
                }
            }
        }
    }

    private static func checkRule(
        _ bytes: RawSpan, _ rule: Table, hasGlyphs: Bool, _ context: inout LayoutContext
    ) throws(Violation) {
        let inputCount = try bytes.offset16(at: 0, of: rule)
        let actionCount = try bytes.offset16(at: 2, of: rule)
        guard inputCount > 0 else { throw rule.broken("has a context of no glyphs") }
        if hasGlyphs { try context.requireGlyphs(bytes, rule, count: inputCount - 1, at: 4) }
        try checkActions(
            bytes, rule, count: actionCount, at: 2 + 2 * inputCount, inputCount: inputCount, &context)
    }

    private static func checkChainedRule(
        _ bytes: RawSpan, _ rule: Table, hasGlyphs: Bool, _ context: inout LayoutContext
    ) throws(Violation) {
        var offset = 0
        var inputCount = 0
        for part in 0..<3 {
            var count = try bytes.offset16(at: offset, of: rule)
            if part == 1 {
                guard count > 0 else { throw rule.broken("has a context of no glyphs") }
                inputCount = count
                // The first glyph is the one that the set of rules is for.
                count -= 1
            }
            if hasGlyphs { try context.requireGlyphs(bytes, rule, count: count, at: offset + 2) }
            offset += 2 + 2 * count
        }
        try checkActions(
            bytes, rule, count: try bytes.offset16(at: offset, of: rule), at: offset + 2, inputCount: inputCount,
            &context)
    }

    /// Checks which lookups are applied at which positions.
    private static func checkActions(
        _ bytes: RawSpan, _ table: Table, count: Int, at offset: Int, inputCount: Int,
        _ context: inout LayoutContext
    ) throws(Violation) {
        try table.require(count, of: 4, at: offset)
        try context.spend(count, on: table)
        for index in 0..<count {
            guard try bytes.offset16(at: offset + 4 * index, of: table) < inputCount else {
                throw table.broken("applies a lookup after the end of its context")
            }
            guard try bytes.offset16(at: offset + 4 * index + 2, of: table) < context.lookupCount else {
                throw table.broken("applies a lookup that does not exist")
            }
        }
    }
}
