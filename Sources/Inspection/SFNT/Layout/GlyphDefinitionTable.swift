/// Checks `GDEF`: the classes of glyphs.
enum GlyphDefinitionTable {
    static func check(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        let minor = try bytes.uint16(at: 2, of: table)
        // The classes are bases, ligatures, marks and components.
        try GlyphClasses.checkOptional(bytes, at: 4, of: table, upTo: 4, &context)
        if let points = try bytes.optionalPart16(at: 6, of: table) { try checkPoints(bytes, points, &context) }
        if let carets = try bytes.optionalPart16(at: 8, of: table) { try checkCarets(bytes, carets, &context) }
        try GlyphClasses.checkOptional(bytes, at: 10, of: table, &context)
        if minor >= 2, let sets = try bytes.optionalPart16(at: 12, of: table) {
            try checkMarkSets(bytes, sets, &context)
        }
        if minor >= 3, let store = try bytes.optionalPart32(at: 14, of: table) {
            try VariationStore.check(bytes, store, axisCount: context.axisCount, &context.budget)
        }
    }

    /// Checks the points of outlines at which glyphs attach.
    private static func checkPoints(
        _ bytes: RawSpan, _ list: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        _ = try context.coverage(bytes, at: 0, of: list)
        let count = try bytes.offset16(at: 2, of: list)
        try list.require(count, of: 2, at: 4)
        for index in 0..<count {
            let points = try bytes.part16(at: 4 + 2 * index, of: list)
            try points.require(try bytes.offset16(at: 0, of: points), of: 2, at: 2)
        }
    }

    /// Checks the positions of the caret within ligatures.
    private static func checkCarets(
        _ bytes: RawSpan, _ list: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        _ = try context.coverage(bytes, at: 0, of: list)
        let count = try bytes.offset16(at: 2, of: list)
        try list.require(count, of: 2, at: 4)
        for index in 0..<count {
            let ligature = try bytes.part16(at: 4 + 2 * index, of: list)
            let carets = try bytes.offset16(at: 0, of: ligature)
            try ligature.require(carets, of: 2, at: 2)
            try context.spend(carets, on: list)
            for number in 0..<carets {
                let caret = try bytes.part16(at: 2 + 2 * number, of: ligature)
                try caret.require(4, at: 0)
                switch try bytes.uint16(at: 0, of: caret) {
                case 1, 2: break
                case 3: try DeviceTable.checkOptional(bytes, at: 4, of: caret, &context)
                default: throw list.broken("has a caret of an unknown format")
                }
            }
        }
    }

    /// Checks the sets of marks by which lookups may filter.
    private static func checkMarkSets(
        _ bytes: RawSpan, _ sets: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        guard try bytes.uint16(at: 0, of: sets) == 1 else { throw sets.broken("has sets of an unknown format") }
        let count = try bytes.offset16(at: 2, of: sets)
        try sets.require(count, of: 4, at: 4)
        for index in 0..<count {
            // Some tools write a missing set as an offset of zero.
            guard let set = try bytes.optionalPart32(at: 4 + 4 * index, of: sets) else { continue }
            _ = try context.coverage(bytes, set)
        }
    }
}
