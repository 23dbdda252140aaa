internal import FontModel
internal import InspectionProtocol

/// What was found in a file so far, and what is left to spend on it.
struct Examination {
    /// A table as one face reads it: faces of a collection share tables, which need one check.
    private struct Reading: Hashable {
        let tag: Tag
        let start: Int
        let length: Int
        let glyphCount: Int
        let axisCount: Int
        let companions: [Range<Int>?]
        let variant: Int
    }

    /// The most findings that are told, of warnings and of others each; more of them tell nobody more.
    static let maximumFindings = 128

    private(set) var findings: [FontInspection.Finding] = []
    /// The work that is left for the file.
    var budget: WorkBudget
    /// The face that is being read; `nil` for what concerns the file.
    var face: Int?

    private var readings: Set<Reading> = []

    init(fileOf size: Int) { budget = WorkBudget(fileOf: size) }

    /// How often anything was found that is no mere warning, whether or not it is told.
    private(set) var failureCount = 0
    private var warningCount = 0

    /// Whether anything was found that is no mere warning.
    var hasFailed: Bool { failureCount > 0 }

    /// Notes what was found.
    ///
    /// What is not told counts all the same: a font could hide what refuses it behind as many warnings as it likes.
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

    /// Tells of what the checks so far noticed that only web browsers mind.
    mutating func addConcerns() {
        for (concern, tag) in budget.takeConcerns() { add(.concern(concern, of: tag)) }
    }

    /// Checks something, and goes on where it breaks a rule: a report tells of all that is wrong.
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

    /// Whether a table was not checked before with the same numbers of glyphs and axes, and with the same others.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - glyphCount: The glyphs of the face.
    ///   - axisCount: The axes of the face.
    ///   - companions: The tables that are read along with it: each face may have others. `nil` for one that is not there.
    ///   - variant: What else of the face decides how the table is read.
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
