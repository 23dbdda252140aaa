/// How much work a file may still cause.
///
/// Tables point to their parts as they like, so a small table can have the same part checked again and again. What costs
/// us too much costs every program too much.
struct WorkBudget {
    private var remaining: Int
    /// Where the font is odd in a way that only the OpenType Sanitizer minds; `nil` where nobody wants to know.
    var oddities: Oddities?

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
}
