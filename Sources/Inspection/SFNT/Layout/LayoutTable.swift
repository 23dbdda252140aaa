internal import FontModel

/// Checks `GSUB` and `GPOS`, and returns their scripts.
enum LayoutTable {
    /// Reads a table of one face; faces of a collection that share the table have it checked only once.
    ///
    /// - Returns: The tags of its scripts.
    static func read(
        _ bytes: RawSpan, _ table: Table, glyphCount: Int, _ axisCount: Int, _ examination: inout Examination
    ) -> [String] {
        let isNew = examination.isNew(table, glyphCount: glyphCount, axisCount: axisCount)
        var namesMissingFeature = false
        var warnings: [Violation] = []
        let tags = examination.attempt { budget throws(Violation) in
            var context = LayoutContext(tag: table.tag, glyphCount: glyphCount, axisCount: axisCount, budget: budget)
            defer {
                budget = context.budget
                namesMissingFeature = context.namesMissingFeature
                warnings = context.surplusWarnings
            }
            return isNew ? try check(bytes, table, &context) : try scripts(bytes, table)
        }
        if namesMissingFeature {
            examination.add(
                .warning(
                    Rule.structure(of: table.tag),
                    "The table '\(table.tag)' has no features, but a language system refers to one. Programs ignore it."
                ))
        }
        for warning in warnings { examination.add(warning) }
        return tags ?? []
    }

    /// Returns the tags of the scripts of a table that was checked earlier.
    private static func scripts(_ bytes: RawSpan, _ table: Table) throws(Violation) -> [String] {
        guard let list = try bytes.optionalPart16(at: 4, of: table) else { return [] }
        let count = try bytes.offset16(at: 0, of: list)
        try list.require(count, of: 6, at: 2)
        return try tags(bytes, list, count: min(count, maximumScripts))
    }

    private static func tags(_ bytes: RawSpan, _ list: Table, count: Int) throws(Violation) -> [String] {
        var tags: [String] = []
        for index in 0..<count {
            // An unprintable tag selects no script, so it is harmless.
            guard let tag = try bytes.tag(at: 2 + 6 * index, of: list).text else { continue }
            tags.append(String(tag.prefix { $0 != " " }))
        }
        return tags
    }

    /// The most scripts; OpenType's registry has fewer than 200 tags.
    private static let maximumScripts = 512

    /// Checks a table with all its lookups.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The table.
    ///   - context: The number of glyphs and axes; this sets its counts of features and lookups.
    /// - Returns: The tags of the scripts.
    /// - Throws: The rule that is broken.
    static func check(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) -> [String] {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        let minor = try bytes.uint16(at: 2, of: table)
        let features = try bytes.optionalPart16(at: 6, of: table)
        let lookups = try bytes.optionalPart16(at: 8, of: table)
        if let lookups { context.lookupCount = try bytes.offset16(at: 0, of: lookups) }
        if let features {
            context.featureCount = try bytes.offset16(at: 0, of: features)
            try checkFeatures(bytes, features, &context)
        }
        var tags: [String] = []
        if let scripts = try bytes.optionalPart16(at: 4, of: table) {
            tags = try checkScripts(bytes, scripts, &context)
        }
        if let lookups { try LayoutLookup.checkAll(bytes, lookups, &context) }
        if minor >= 1, let variations = try bytes.optionalPart32(at: 10, of: table) {
            try FeatureVariations.check(bytes, variations, &context)
        }
        return tags
    }

    private static func checkScripts(
        _ bytes: RawSpan, _ list: Table, _ context: inout LayoutContext
    ) throws(Violation) -> [String] {
        let count = try bytes.offset16(at: 0, of: list)
        try list.require(count, of: 6, at: 2)
        guard count <= maximumScripts else {
            throw .limit(Rule.structure(of: list.tag), "The table '\(list.tag)' has \(count) scripts.")
        }
        for index in 0..<count {
            let script = try bytes.part16(at: 6 + 6 * index, of: list)
            if context.isNew(script, as: .script) { try checkScript(bytes, script, &context) }
            if try bytes.tag(at: 2 + 6 * index, of: list) == "DFLT", try bytes.offset16(at: 0, of: script) == 0 {
                context.budget.note(.defaultScript, in: list.tag)
            }
        }
        return try tags(bytes, list, count: count)
    }

    private static func checkScript(
        _ bytes: RawSpan, _ script: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        if let languages = try bytes.optionalPart16(at: 0, of: script) {
            try checkLanguageSystem(bytes, languages, &context)
        }
        let count = try bytes.offset16(at: 2, of: script)
        try script.require(count, of: 6, at: 4)
        try context.spend(count, on: script)
        for index in 0..<count {
            try checkLanguageSystem(bytes, try bytes.part16(at: 8 + 6 * index, of: script), &context)
        }
    }

    private static func checkLanguageSystem(
        _ bytes: RawSpan, _ system: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        guard context.isNew(system, as: .languages) else { return }
        guard try bytes.uint16(at: 0, of: system) == 0 else {
            throw system.broken("has a language system with a reserved field in use")
        }
        var features = [try bytes.offset16(at: 2, of: system)].filter { $0 != 0xFFFF }
        let count = try bytes.offset16(at: 4, of: system)
        try system.require(count, of: 2, at: 6)
        try context.spend(count, on: system)
        for index in 0..<count { features.append(try bytes.offset16(at: 6 + 2 * index, of: system)) }
        let missing = features.filter { $0 >= context.featureCount }
        guard !missing.isEmpty else { return }
        // In real fonts, a table without any features contains 0 here. HarfBuzz treats a missing feature as one without
        // lookups.
        guard context.featureCount == 0, missing.allSatisfy({ $0 == 0 }) else {
            throw system.broken("has a language system with a feature that does not exist")
        }
        context.namesMissingFeature = true
    }

    private static func checkFeatures(
        _ bytes: RawSpan, _ list: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        try list.require(context.featureCount, of: 6, at: 2)
        for index in 0..<context.featureCount {
            try checkFeature(bytes, try bytes.part16(at: 6 + 6 * index, of: list), &context)
        }
    }

    /// Checks a feature, which is a list of lookups.
    static func checkFeature(
        _ bytes: RawSpan, _ feature: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        guard context.isNew(feature, as: .feature) else { return }
        // The target of its first field depends on the kind of feature, and is wrong in many real fonts.
        let count = try bytes.offset16(at: 2, of: feature)
        try feature.require(count, of: 2, at: 4)
        try context.spend(count, on: feature)
        for index in 0..<count where try bytes.offset16(at: 4 + 2 * index, of: feature) >= context.lookupCount {
            throw feature.broken("has a feature with a lookup that does not exist")
        }
    }
}
