internal import FontModel

/// What the check of a `GDEF`, `GSUB`, `GPOS`, `BASE` or `MATH` table carries from part to part.
///
/// Parts are shared: many subtables point to one coverage. Each is checked once, which bounds the work.
struct LayoutContext {
    /// What a part is checked as; the same bytes may be two things.
    enum Part: UInt8 {
        case script, languages, feature, lookup, subtable, classes, sequence, ruleSet, anchor, marks, device, conditions
        case baselines, baseline, extent, construction, kerning
    }

    let tag: Tag
    let glyphCount: Int
    /// The axes of `fvar`; none for a static font.
    let axisCount: Int
    var lookupCount = 0
    var featureCount = 0
    /// Whether a language system of a table without features names one.
    var namesMissingFeature = false
    /// Whether a range of a coverage goes on past the last glyph.
    var hasSurplusCoverage = false
    /// Whether classes are given to glyphs that do not exist.
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

    /// Whether a part was not checked before; it counts as checked from now on.
    ///
    /// - Parameters:
    ///   - part: Where it starts.
    ///   - kind: What it is.
    ///   - variant: What else the check depends on, below 65,536.
    /// - Returns: Whether it is new.
    mutating func isNew(_ part: Table, as kind: Part, variant: Int = 0) -> Bool {
        visited.insert(UInt64(part.start) << 24 | UInt64(variant & 0xFFFF) << 8 | UInt64(kind.rawValue))
    }

    /// Takes steps off the budget of the file.
    mutating func spend(_ steps: Int, on table: Table) throws(Violation) { try budget.spend(steps + 1, on: table) }

    /// Checks that a glyph exists.
    mutating func requireGlyph(_ glyph: Int, in table: Table) throws(Violation) {
        if glyph >= glyphCount { try tolerate(.missingGlyphs, table.broken("refers to a glyph that does not exist")) }
    }

    /// Notes what only web browsers mind in `GSUB` and `GPOS`; in other tables it is damage like any other.
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

    /// How many glyphs a coverage has, once it is checked.
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
