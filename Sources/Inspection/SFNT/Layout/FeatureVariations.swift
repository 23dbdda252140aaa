/// Checks the features of `GSUB` and `GPOS` that change on the axes of a variable font.
enum FeatureVariations {
    static func check(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else {
            throw table.broken("has variations of features of an unknown version")
        }
        let count = try bytes.offset32(at: 4, of: table)
        try table.require(count, of: 8, at: 8)
        try context.spend(count, on: table)
        for index in 0..<count {
            if let conditions = try bytes.optionalPart32(at: 8 + 8 * index, of: table),
                context.isNew(conditions, as: .conditions)
            {
                try checkConditions(bytes, conditions, &context)
            }
            if let substitutes = try bytes.optionalPart32(at: 12 + 8 * index, of: table),
                context.isNew(substitutes, as: .conditions, variant: 1)
            {
                try checkSubstitutes(bytes, substitutes, &context)
            }
        }
    }

    private static func checkConditions(
        _ bytes: RawSpan, _ set: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        let count = try bytes.offset16(at: 0, of: set)
        try set.require(count, of: 4, at: 2)
        try context.spend(count, on: set)
        for index in 0..<count {
            let condition = try bytes.part32(at: 2 + 4 * index, of: set)
            guard try bytes.uint16(at: 0, of: condition) == 1 else {
                throw set.broken("has a condition of an unknown format")
            }
            guard try bytes.offset16(at: 2, of: condition) < context.axisCount else {
                throw set.broken("has a condition on an axis that does not exist")
            }
            try condition.require(8, at: 0)
        }
    }

    private static func checkSubstitutes(
        _ bytes: RawSpan, _ substitutes: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        guard try bytes.uint16(at: 0, of: substitutes) == 1 else {
            throw substitutes.broken("has substitutes of features of an unknown version")
        }
        let count = try bytes.offset16(at: 4, of: substitutes)
        try substitutes.require(count, of: 6, at: 6)
        try context.spend(count, on: substitutes)
        for index in 0..<count {
            guard try bytes.offset16(at: 6 + 6 * index, of: substitutes) < context.featureCount else {
                throw substitutes.broken("substitutes a feature that does not exist")
            }
            try LayoutTable.checkFeature(bytes, try bytes.part32(at: 8 + 6 * index, of: substitutes), &context)
        }
    }
}
