internal import FontModel
internal import InspectionProtocol

/// The findings in a file so far, and the remaining work budget.
struct Examination {
    /// A table as read by one face; faces of a collection may share tables, which are checked only once.
    private struct Reading: Hashable {
        let tag: Tag
        let start: Int
        let length: Int
        let glyphCount: Int
        let axisCount: Int
        let companions: [Range<Int>?]
        let variant: Int
    }

    /// The most reported findings: this many warnings, and this many of other kinds; more would be of no use.
    static let maximumFindings = 128

    private(set) var findings: [FontInspection.Finding] = []
    /// The remaining work for the file.
    var budget: WorkBudget
    /// The number of the current face; `nil` for findings about the whole file.
    var face: Int?

    /// The starts of the tables with outlines that FreeType can certainly load.
    var provenTables: Set<Int> = []
    /// The numbers of the faces that have only these outlines.
    var provenFaces: Set<Int> = []

    private var readings: Set<Reading> = []

    init(fileOf size: Int) { budget = WorkBudget(fileOf: size) }

    /// The number of findings other than warnings, whether or not they are reported.
    private(set) var failureCount = 0
    private var warningCount = 0

    /// Whether there are findings other than warnings.
    var hasFailed: Bool { failureCount > 0 }

    /// Adds a finding.
    ///
    /// Findings beyond the limit are counted although they are not reported. Otherwise, a font could hide the reason
    /// for its refusal behind many warnings.
    mutating func add(_ violation: Violation) {
        let finding = violation.finding(face: face)
        if finding.kind == .warning {
            guard warningCount < Self.maximumFindings, !findings.contains(finding) else { return }
            warningCount += 1
        } else {
            failureCount += 1
            guard failureCount <= Self.maximumFindings, !findings.contains(finding) else { return }
        }
        findings.append(finding)
    }

    /// Adds the concerns, noted by the checks so far, that matter only to web browsers.
    mutating func addConcerns() {
        for (concern, tag) in budget.takeConcerns() { add(.concern(concern, of: tag)) }
    }

    /// Runs a check, and continues if it finds a broken rule, so that a report contains all problems.
    ///
    /// - Parameter check: The check.
    /// - Returns: Its result, if it passed.
    mutating func attempt<Result>(
        _ check: (inout WorkBudget) throws(Violation) -> Result
    ) -> Result? {
        do throws(Violation) {
            return try check(&budget)
        } catch {
            add(error)
            return nil
        }
    }

    /// Whether a table was not yet checked with the same numbers of glyphs and axes, and the same companion tables.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - glyphCount: The number of glyphs of the face.
    ///   - axisCount: The number of axes of the face.
    ///   - companions: The tables that are read together with the table, which may differ between faces; `nil` for a
    ///     missing one.
    ///   - variant: Any other property of the face on which the reading of the table depends.
    /// - Returns: Whether this is the first time.
    mutating func isNew(
        _ table: Table, glyphCount: Int, axisCount: Int, with companions: [Table?] = [], variant: Int = 0
    ) -> Bool {
        let reading = Reading(
            tag: table.tag, start: table.start, length: table.length, glyphCount: glyphCount, axisCount: axisCount,
            companions: companions.map { table in table.map { $0.start..<($0.start + $0.length) } }, variant: variant)
        return readings.insert(reading).inserted
    }
}
