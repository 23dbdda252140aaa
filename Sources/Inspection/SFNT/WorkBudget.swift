internal import FontModel

/// The remaining work that a file may cause, and the noted concerns that matter only to web browsers.
///
/// Tables can refer to their parts arbitrarily, so a small table can cause repeated checks of the same part. A file
/// that is too expensive for us is too expensive for every program.
struct WorkBudget {
    private var remaining: Int
    /// The concerns that matter only to web browsers, each once, with the tag of the table.
    private(set) var concerns: [(concern: BrowserConcern, tag: Tag)] = []

    /// Whether web browsers cannot read outlines once they have dropped the font's variations.
    var outlinesNeedVariations = false

    /// Creates the budget of a file.
    ///
    /// - Parameter size: The bytes of the file. Real fonts need less than two steps per byte.
    init(fileOf size: Int) { remaining = 4_000_000 + 40 * min(size, 16 << 20) }

    /// Subtracts a number of steps, of some nanoseconds each, from the budget.
    mutating func spend(_ steps: Int, on table: Table) throws(Violation) {
        remaining -= steps
        guard remaining >= 0 else {
            throw .limit(Rule.cost, "The table '\(table.tag)' takes far more work to read than tables of its size.")
        }
    }

    /// Notes a concern that matters only to web browsers.
    mutating func note(_ concern: BrowserConcern, in tag: Tag) {
        guard !concerns.contains(where: { $0 == (concern, tag) }) else { return }
        concerns.append((concern, tag))
    }

    /// Returns the concerns noted so far and clears them.
    mutating func takeConcerns() -> [(concern: BrowserConcern, tag: Tag)] {
        defer { concerns.removeAll() }
        return concerns
    }
}
