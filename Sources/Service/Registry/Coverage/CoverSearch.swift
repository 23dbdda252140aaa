/// Finds a small set of candidates that together cover everything that any of them covers.
///
/// Finding the smallest set is a hard problem. For up to a dozen candidates, all sets are tried. For more candidates, a
/// greedy algorithm repeatedly takes the candidate that adds most, which gives at most ln n times as many candidates.
/// Then, redundant candidates are removed.
struct CoverSearch {
    /// What a candidate covers: the words of a bit set that are not zero.
    typealias Words = [(index: Int, bits: UInt64)]

    /// The candidates, in order of preference among those that add equally much.
    let candidates: [Words]
    /// The number of words in the complete bit set.
    let wordCount: Int

    /// Finds the set.
    ///
    /// - Parameters:
    ///   - wanted: The bits to cover.
    ///   - allowed: The indexes of the candidates that may be used.
    /// - Returns: The candidates of the set, those that add most first; the bits that they do not cover; and whether no
    ///   smaller set covers the same bits.
    func cover(
        _ wanted: [UInt64], with allowed: [Int]
    ) -> (picks: [Int], uncovered: [UInt64], isExact: Bool) {
        var uncovered = wanted
        var heap = Heap()
        for index in allowed {
            let gain = gain(of: index, in: wanted)
            if gain > 0 { heap.insert((gain, index)) }
        }
        let useful = heap.items.map(\.index).sorted()
        var picks: [Int] = []
        while let top = heap.removeFirst() {
            let gain = gain(of: top.index, in: uncovered)
            guard gain > 0 else { continue }
            // Candidates that were taken since can only have reduced the gain, so it is compared with the next one
            // again.
            if let next = heap.items.first, Heap.isBefore(next, (gain, top.index)) {
                heap.insert((gain, top.index))
                continue
            }
            picks.append(top.index)
            for (index, bits) in candidates[top.index] { uncovered[index] &= ~bits }
        }
        picks = withoutSuperfluous(picks, wanted)
        // One candidate is the minimum. Two are minimal as well, because a single sufficient candidate would have been
        // taken first.
        if picks.count <= 2 { return (picks, uncovered, true) }
        guard useful.count <= CoverLimits.exactCandidates else { return (picks, uncovered, false) }
        return (smallest(wanted, useful), uncovered, true)
    }

    /// The number of bits of a set that a candidate covers.
    func gain(of index: Int, in words: [UInt64]) -> Int {
        candidates[index].reduce(0) { $0 + ($1.bits & words[$1.index]).nonzeroBitCount }
    }

    /// Removes redundant candidates, starting with the last: those whose bits the others cover.
    private func withoutSuperfluous(_ picks: [Int], _ wanted: [UInt64]) -> [Int] {
        var counts = Array(repeating: UInt32(0), count: wordCount * 64)
        for pick in picks { forEachBit(of: pick, in: wanted) { counts[$0] += 1 } }
        var kept = picks
        for pick in picks.reversed() {
            var isNeeded = false
            forEachBit(of: pick, in: wanted) { if counts[$0] == 1 { isNeeded = true } }
            guard !isNeeded else { continue }
            kept.removeAll { $0 == pick }
            forEachBit(of: pick, in: wanted) { counts[$0] -= 1 }
        }
        return kept
    }

    /// Calls a function with the number of each bit of a set that a candidate covers.
    private func forEachBit(of candidate: Int, in words: [UInt64], _ body: (Int) -> Void) {
        for (index, bits) in candidates[candidate] {
            var rest = bits & words[index]
            while rest != 0 {
                body(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }

    /// Tries all sets: smaller sets first, then those of preferred candidates.
    private func smallest(_ wanted: [UInt64], _ useful: [Int]) -> [Int] {
        // Only the set of candidates that cover a character matters, and there are few different ones.
        var owners = Array(repeating: UInt16(0), count: wordCount * 64)
        for (number, candidate) in useful.enumerated() {
            forEachBit(of: candidate, in: wanted) { owners[$0] |= 1 << UInt16(number) }
        }
        let kinds = Set(owners).subtracting([0])
        let sets = (1..<(1 << useful.count)).map(UInt16.init).sorted {
            ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
        }
        let best = sets.first { set in kinds.allSatisfy { $0 & set != 0 } } ?? 0
        return useful.indices.filter { best & (1 << UInt16($0)) != 0 }.map { useful[$0] }
            .sorted { gain(of: $0, in: wanted) > gain(of: $1, in: wanted) }
    }

    /// A heap with the candidate that adds most at the top.
    private struct Heap {
        private(set) var items: [(gain: Int, index: Int)] = []

        static func isBefore(_ left: (gain: Int, index: Int), _ right: (gain: Int, index: Int)) -> Bool {
            left.gain != right.gain ? left.gain > right.gain : left.index < right.index
        }

        mutating func insert(_ item: (gain: Int, index: Int)) {
            items.append(item)
            var child = items.count - 1
            while child > 0, case let parent = (child - 1) / 2, Self.isBefore(items[child], items[parent]) {
                items.swapAt(child, parent)
                child = parent
            }
        }

        mutating func removeFirst() -> (gain: Int, index: Int)? {
            guard let first = items.first else { return nil }
            let last = items.removeLast()
            guard !items.isEmpty else { return first }
            items[0] = last
            var parent = 0
            while true {
                var best = parent
                for child in [2 * parent + 1, 2 * parent + 2]
                where child < items.count && Self.isBefore(items[child], items[best]) {
                    best = child
                }
                if best == parent { return first }
                items.swapAt(best, parent)
                parent = best
            }
        }
    }
}
