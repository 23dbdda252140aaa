internal import FontModel

/// How much work a file may still cause, and what was noticed on the way that only web browsers mind.
///
/// Tables point to their parts as they like, so a small table can have the same part checked again and again. What costs
/// us too much costs every program too much.
struct WorkBudget {
    private var remaining: Int
    /// What only web browsers mind, with the table that it is in, each once.
    private(set) var concerns: [(concern: BrowserConcern, tag: Tag)] = []

    /// The budget of a file.
    ///
    /// - Parameter size: Its bytes. Real fonts need less than two steps a byte.
    init(fileOf size: Int) { remaining = 4_000_000 + 40 * min(size, 16 << 20) }

    /// Takes a number of steps, of some nanoseconds each, off the budget.
    mutating func spend(_ steps: Int, on table: Table) throws(Violation) {
        remaining -= steps
        guard remaining >= 0 else {
            throw .limit(Rule.cost, "The table '\(table.tag)' takes far more work to read than tables of its size.")
        }
    }

    /// Notes what only web browsers mind.
    mutating func note(_ concern: BrowserConcern, in tag: Tag) {
        guard !concerns.contains(where: { $0 == (concern, tag) }) else { return }
        concerns.append((concern, tag))
    }

    /// Hands over what was noted so far.
    mutating func takeConcerns() -> [(concern: BrowserConcern, tag: Tag)] {
        defer { concerns.removeAll() }
        return concerns
    }
}
