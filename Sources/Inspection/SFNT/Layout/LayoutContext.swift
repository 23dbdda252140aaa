internal import FontModel

/// The state of the check of a `GDEF`, `GSUB`, `GPOS`, `BASE` or `MATH` table.
///
/// Parts are shared: for example, many subtables point to one coverage. Each part is checked only once, which limits
/// the work.
struct LayoutContext {
    /// The kind of a checked part; the same bytes may be parts of two kinds.
    enum Part: UInt8 {
        case script, languages, feature, lookup, subtable, classes, sequence, ruleSet, anchor, marks, device, conditions
        case baselines, baseline, extent, construction, kerning
    }

    let tag: Tag
    let glyphCount: Int
    /// The number of axes of `fvar`; 0 for a static font.
    let axisCount: Int
    var lookupCount = 0
    var featureCount = 0
    /// Whether a language system refers to a feature although the table has none.
    var namesMissingFeature = false
    /// Whether a range of a coverage extends past the last glyph.
    var hasSurplusCoverage = false
    /// Whether classes are assigned to glyphs that do not exist.
    var hasSurplusClasses = false
    var budget: WorkBudget

    private var visited = PartSet()
    private var coverages: [Int: Int] = [:]

    init(tag: Tag, glyphCount: Int, axisCount: Int, budget: WorkBudget) {
        self.tag = tag
        self.glyphCount = glyphCount
        self.axisCount = axisCount
        self.budget = budget
    }

    /// The warnings about ranges that extend past the last glyph; programs never look these glyphs up.
    var surplusWarnings: [Violation] {
        var warnings: [Violation] = []
        if hasSurplusCoverage {
            warnings.append(
                .warning(
                    Rule.structure(of: tag),
                    "The table '\(tag)' refers to glyphs that do not exist. Programs ignore these entries."))
        }
        if hasSurplusClasses {
            warnings.append(
                .warning(Rule.structure(of: tag), "The table '\(tag)' has classes for glyphs that do not exist."))
        }
        return warnings
    }

    /// Whether a part has not been checked yet; from now on, it counts as checked.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - kind: Its kind.
    ///   - variant: Any other input of the check, below 65,536.
    /// - Returns: Whether the part is new.
    mutating func isNew(_ part: Table, as kind: Part, variant: Int = 0) -> Bool {
        visited.insert(UInt64(part.start) << 24 | UInt64(variant & 0xFFFF) << 8 | UInt64(kind.rawValue))
    }

    /// Subtracts steps from the budget of the file.
    mutating func spend(_ steps: Int, on table: Table) throws(Violation) { try budget.spend(steps + 1, on: table) }

    /// Checks that a glyph exists.
    mutating func requireGlyph(_ glyph: Int, in table: Table) throws(Violation) {
        if glyph >= glyphCount { try tolerate(.missingGlyphs, table.broken("refers to a glyph that does not exist")) }
    }

    /// Notes a concern that matters only to web browsers in `GSUB` and `GPOS`; in other tables, throws the violation.
    mutating func tolerate(_ concern: BrowserConcern, _ violation: Violation) throws(Violation) {
        guard tag == "GSUB" || tag == "GPOS" else { throw violation }
        budget.note(concern, in: tag)
    }

    /// Checks an array of glyphs.
    mutating func requireGlyphs(
        _ bytes: RawSpan, _ table: Table, count: Int, at offset: Int
    ) throws(Violation) {
        try table.require(count, of: 2, at: offset)
        try spend(count, on: table)
        for index in 0..<count { try requireGlyph(try bytes.offset16(at: offset + 2 * index, of: table), in: table) }
    }

    /// Checks a coverage, unless that is already done, and returns the number of its glyphs.
    mutating func coverage(_ bytes: RawSpan, _ table: Table) throws(Violation) -> Int {
        if let known = coverages[table.start] { return known }
        let count = try Coverage.check(bytes, table, &self)
        coverages[table.start] = count
        return count
    }

    /// Checks the coverage that a required offset points to.
    mutating func coverage(_ bytes: RawSpan, at offset: Int, of table: Table) throws(Violation) -> Int {
        try coverage(bytes, try bytes.part16(at: offset, of: table))
    }

    /// Checks an array of offsets to coverages.
    mutating func coverages(_ bytes: RawSpan, _ table: Table, count: Int, at offset: Int) throws(Violation) {
        try table.require(count, of: 2, at: offset)
        for index in 0..<count { _ = try coverage(bytes, at: offset + 2 * index, of: table) }
    }
}
