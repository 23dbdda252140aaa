/// Checks the lookups of `GSUB` and `GPOS`.
enum LayoutLookup {
    /// Checks the list of lookups.
    static func checkAll(_ bytes: RawSpan, _ list: Table, _ context: inout LayoutContext) throws(Violation) {
        try list.require(context.lookupCount, of: 2, at: 2)
        for index in 0..<context.lookupCount {
            let lookup = try bytes.part16(at: 2 + 2 * index, of: list)
            if context.isNew(lookup, as: .lookup) { try check(bytes, lookup, &context) }
        }
    }

    private static func check(_ bytes: RawSpan, _ lookup: Table, _ context: inout LayoutContext) throws(Violation) {
        let type = try bytes.offset16(at: 0, of: lookup)
        guard 1...(context.tag == "GSUB" ? 8 : 9) ~= type else { throw lookup.broken("has an unknown kind of lookup") }
        let flags = try bytes.uint16(at: 2, of: lookup)
        let count = try bytes.offset16(at: 4, of: lookup)
        // The filter for marks comes after the subtables.
        try lookup.require(count + (flags & 0x10 == 0 ? 0 : 1), of: 2, at: 6)
        try context.spend(count, on: lookup)
        var extended: Int?
        for index in 0..<count {
            let subtable = try bytes.part16(at: 6 + 2 * index, of: lookup)
            if type == extensionType(context) {
                let (kind, target) = try resolve(bytes, subtable, context)
                guard extended == nil || extended == kind else {
                    throw lookup.broken("has a lookup of several kinds")
                }
                extended = kind
                try checkSubtable(bytes, target, kind: kind, &context)
            } else {
                try checkSubtable(bytes, subtable, kind: type, &context)
            }
        }
    }

    private static func extensionType(_ context: LayoutContext) -> Int { context.tag == "GSUB" ? 7 : 9 }

    /// Returns the target of an extension, which exists for offsets of 32 bits.
    private static func resolve(
        _ bytes: RawSpan, _ subtable: Table, _ context: LayoutContext
    ) throws(Violation) -> (kind: Int, target: Table) {
        guard try bytes.uint16(at: 0, of: subtable) == 1 else {
            throw subtable.broken("has an extension of an unknown format")
        }
        let kind = try bytes.offset16(at: 2, of: subtable)
        guard 1...(context.tag == "GSUB" ? 8 : 9) ~= kind, kind != extensionType(context) else {
            throw subtable.broken("has an extension of an unknown kind")
        }
        return (kind, try bytes.part32(at: 4, of: subtable))
    }

    private static func checkSubtable(
        _ bytes: RawSpan, _ subtable: Table, kind: Int, _ context: inout LayoutContext
    ) throws(Violation) {
        guard context.isNew(subtable, as: .subtable, variant: kind) else { return }
        if context.tag == "GSUB" {
            switch kind {
            case 1: try SubstitutionSubtables.checkSingle(bytes, subtable, &context)
            case 2, 3: try SubstitutionSubtables.checkSequences(bytes, subtable, &context)
            case 4: try SubstitutionSubtables.checkLigatures(bytes, subtable, &context)
            case 5: try ContextSubtables.checkContext(bytes, subtable, &context)
            case 6: try ContextSubtables.checkChained(bytes, subtable, &context)
            default: try SubstitutionSubtables.checkReverse(bytes, subtable, &context)
            }
        } else {
            switch kind {
            case 1: try PositioningSubtables.checkSingle(bytes, subtable, &context)
            case 2: try PairSubtables.check(bytes, subtable, &context)
            case 3: try PositioningSubtables.checkCursive(bytes, subtable, &context)
            case 4, 6: try MarkSubtables.checkMarks(bytes, subtable, &context)
            case 5: try MarkSubtables.checkLigatures(bytes, subtable, &context)
            case 7: try ContextSubtables.checkContext(bytes, subtable, &context)
            default: try ContextSubtables.checkChained(bytes, subtable, &context)
            }
        }
    }
}
