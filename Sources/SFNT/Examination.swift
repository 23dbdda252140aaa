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
    }

    /// The most findings; more of them tell nobody more.
    static let maximumFindings = 128

    private(set) var findings: [FontInspection.Finding] = []
    /// The work that is left for the file.
    var budget: WorkBudget
    /// The face that is being read; `nil` for what concerns the file.
    var face: Int?

    private var readings: Set<Reading> = []

    init(fileOf size: Int) { budget = WorkBudget(fileOf: size) }

    /// Whether anything was found that is no mere warning.
    var hasFailed: Bool { findings.contains { $0.kind != .warning } }

    /// Notes what was found.
    mutating func add(_ violation: Violation) {
        guard findings.count < Self.maximumFindings else { return }
        let finding = violation.finding(face: face)
        if !findings.contains(finding) { findings.append(finding) }
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

    /// Whether a table was not checked before with the same numbers of glyphs and axes.
    mutating func isNew(_ table: Table, glyphCount: Int, axisCount: Int) -> Bool {
        let reading = Reading(
            tag: table.tag, start: table.start, length: table.length, glyphCount: glyphCount, axisCount: axisCount)
        return readings.insert(reading).inserted
    }
}
