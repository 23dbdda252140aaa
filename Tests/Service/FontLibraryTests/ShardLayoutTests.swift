import FontLibrary
import Testing

struct ShardLayoutTests {
    /// What one registration costs: the scan of everything in the shard that the font landed in.
    private func scanCost(of placement: ShardLayout.Placement, in layout: ShardLayout) -> Int {
        Set(placement.shards).reduce(0) { $0 + layout[$1].cost }
    }

    /// Costs of real fonts, in microseconds: median 86, mean some 140, a few of several hundred.
    private func cost(_ index: Int) -> Int { [86, 70, 110, 90, 150, 86, 95, 420, 60, 130, 88, 240][index % 12] }

    @Test func `nothing exists before the first font, and one shard after it`() {
        var layout = ShardLayout()
        #expect(layout.place(costs: []) == ShardLayout.Placement(shards: [], newShards: []))
        #expect(layout.size == 0)
        let placement = layout.place(costs: [120])
        #expect(placement.shards.map(\.number) == [0])
        #expect(placement.newShards.map(\.number) == [0])
    }

    @Test func `the number of shards grows with the fonts, a few at a time`() {
        var layout = ShardLayout()
        var sizes: [Int] = []
        for index in 0..<5_000 {
            _ = layout.place(costs: [cost(index)])
            if sizes.last != layout.size { sizes.append(layout.size) }
            #expect(layout.existing.count == layout.size)
        }
        #expect(sizes.prefix(4) == [1, 4, 8, 12])
        #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $1 - $0 <= ShardLayout.growth })
        // Each costs every program's start: beyond that shards get fuller before there are more.
        #expect(layout.size < ShardLayout.sizeForFew * 3 / 2)
        #expect(layout.existing.allSatisfy { layout[$0].cost <= ShardLayout.warmBudget })
    }

    @Test func `five thousand fonts that came in large batches fill few shards evenly`() {
        var layout = ShardLayout()
        for batch in 0..<5 { _ = layout.place(costs: (0..<1_000).map { cost(batch * 1_000 + $0) }) }
        let costs = layout.existing.map { layout[$0].cost }
        // Of these fonts, which cost 0.68 s; 24 would hold them.
        #expect(layout.size == 28)
        #expect(costs.allSatisfy { $0 < ShardLayout.largeBudget + 1_000 })
    }

    @Test func `single registrations stay cheap beside five thousand fonts that came in batches`() {
        var layout = ShardLayout()
        for batch in 0..<(5_000 / 16) {
            _ = layout.place(costs: (0..<16).map { cost(batch * 16 + $0) })
        }
        // No more directories than that takes, as each costs every program's start.
        #expect(layout.existing.count <= 36)
        let costs = layout.existing.map { layout[$0].cost }
        #expect((costs.max() ?? 0) <= ShardLayout.coldBudget)
        let singles = (0..<100).map { index in scanCost(of: layout.place(costs: [cost(index)]), in: layout) }
        #expect(singles.allSatisfy { $0 <= ShardLayout.hotBudget })

        // Where there are many shards the cost rises evenly rather than their number.
        let later = (100..<1_000).map { index in scanCost(of: layout.place(costs: [cost(index)]), in: layout) }
        #expect((later.max() ?? 0) <= 6_000)
        #expect(layout.size == ShardLayout.sizeForFew)
    }

    @Test func `single registrations have shards of their own where batches have taken many`() {
        var layout = ShardLayout()
        for batch in 0..<(12_000 / 16) { _ = layout.place(costs: (0..<16).map { cost(batch * 16 + $0) }) }
        #expect(layout.size > ShardLayout.sizeForFew)
        let singles = (0..<200).map { index in scanCost(of: layout.place(costs: [cost(index)]), in: layout) }
        #expect(singles.allSatisfy { $0 <= ShardLayout.warmBudget })
    }

    @Test func `a hundred fonts that come together are scanned with few others, as they come and as they go`() {
        var layout = ShardLayout()
        for batch in 0..<5 { _ = layout.place(costs: (0..<1_000).map { cost(batch * 1_000 + $0) }) }
        let costs = (0..<100).map { cost($0) }
        let size = layout.size
        let placement = layout.place(costs: costs)
        #expect(layout.size <= size + ShardLayout.growth)
        #expect(scanCost(of: placement, in: layout) <= ShardLayout.coldBudget)
        for (shard, cost) in zip(placement.shards, costs) { layout.remove(cost: cost, from: shard) }
        // What is left there has to be scanned when they go.
        #expect(scanCost(of: placement, in: layout) <= ShardLayout.coldBudget / 2)
    }

    @Test(arguments: [0, 5_000])
    func `batches leave the shards of single registrations to them`(others: Int) {
        var layout = ShardLayout()
        for batch in 0..<(others / 16) { _ = layout.place(costs: (0..<16).map { cost(batch * 16 + $0) }) }
        let singles = Set((0..<100).flatMap { layout.place(costs: [cost($0)]).shards })
        for count in [9, 30, 100, 30, 300, 16] {
            let batch = layout.place(costs: [Int](repeating: 140, count: count))
            #expect(singles.isDisjoint(with: batch.shards))
        }
        let next = layout.place(costs: [90])
        #expect(scanCost(of: next, in: layout) <= ShardLayout.hotBudget)
    }

    @Test func `small batches share shards, and a large one joins none that it would overfill`() {
        var layout = ShardLayout()
        for _ in 0..<8 { _ = layout.place(costs: [Int](repeating: 140, count: 16)) }
        #expect(layout.existing.filter { layout[$0].count > 0 }.count == 1)
        for _ in 0..<4 { _ = layout.place(costs: [Int](repeating: 140, count: 100)) }
        let taken = layout.existing.filter { layout[$0].count > 0 }
        #expect(taken.count == 5)
        let large = layout.place(costs: [Int](repeating: 140, count: 222))
        #expect(Set(large.shards).count == 2)
        #expect(taken.isDisjoint(with: large.shards))
    }

    @Test func `single registrations alone never cost much more than their share`() {
        var layout = ShardLayout()
        var total = 0
        for index in 0..<800 {
            total += cost(index)
            let placement = layout.place(costs: [cost(index)])
            #expect(scanCost(of: placement, in: layout) <= max(1_500, 2 * total / layout.size + cost(index)))
        }
    }

    @Test func `a small batch goes into one shard and a large one into few`() {
        var layout = ShardLayout()
        _ = layout.place(costs: [Int](repeating: 140, count: 2_000))
        let small = layout.place(costs: [Int](repeating: 140, count: 16))
        #expect(Set(small.shards).count == 1)
        let hundred = layout.place(costs: [Int](repeating: 140, count: 100))
        #expect(Set(hundred.shards).count == 1)
        let large = layout.place(costs: [Int](repeating: 140, count: 400))
        #expect(Set(large.shards).count == 2)
    }

    @Test func `a few fonts together share the scan of one shard with other few`() {
        var layout = ShardLayout()
        _ = layout.place(costs: [Int](repeating: 140, count: 300))
        let placement = layout.place(costs: [100, 100, 100])
        #expect(Set(placement.shards).count == 1)
        #expect(scanCost(of: placement, in: layout) <= ShardLayout.hotBudget)
    }

    @Test func `a large collection sits alone and nobody joins it`() {
        var layout = ShardLayout()
        _ = layout.place(costs: [100])
        let placement = layout.place(costs: [11_000])
        let alone = placement.shards[0]
        #expect(layout[alone].count == 1)
        for index in 0..<3_000 { _ = layout.place(costs: [cost(index)]) }
        for _ in 0..<50 { _ = layout.place(costs: [Int](repeating: 140, count: 16)) }
        #expect(layout[alone].count == 1)
    }

    @Test func `many large collections share with each other and leave room for the rest`() {
        var layout = ShardLayout()
        for _ in 0..<40 { _ = layout.place(costs: [11_000]) }
        #expect(layout.size == ShardLayout.expensiveShards)
        let single = layout.place(costs: [100])
        #expect(layout[single.shards[0]].cost == 100)
        let batch = layout.place(costs: [Int](repeating: 100, count: 20))
        #expect(batch.shards.allSatisfy { layout[$0].expensiveCount == 0 })
    }

    @Test func `the same fonts in the same order always go to the same places`() {
        func fill() -> [Shard] {
            var layout = ShardLayout()
            return (0..<300).flatMap { layout.place(costs: (0...($0 % 20)).map { cost($0 &* 7) }).shards }
        }
        #expect(fill() == fill())
    }

    @Test func `a layout that was rebuilt from its loads goes on as the original`() throws {
        var layout = ShardLayout()
        for index in 0..<500 { _ = layout.place(costs: [cost(index)]) }
        let loads = Dictionary(uniqueKeysWithValues: layout.existing.map { ($0, layout[$0]) })
        var rebuilt = ShardLayout(existing: layout.existing, loads: loads)
        #expect(rebuilt == layout)
        #expect(rebuilt.place(costs: [90]) == layout.place(costs: [90]))
    }

    @Test func `a shard that somebody removed is made again before it is used`() throws {
        let present = Set(try [0, 1, 3].map(shard))
        var layout = ShardLayout(existing: present)
        #expect(layout.place(costs: [90]).newShards == [try shard(2)])
    }

    @Test func `a withdrawn font makes room`() throws {
        var layout = ShardLayout()
        let placement = layout.place(costs: [400])
        layout.remove(cost: 400, from: placement.shards[0])
        #expect(layout[placement.shards[0]] == ShardLayout.Load())
        layout.remove(cost: 400, from: placement.shards[0])
        #expect(layout[placement.shards[0]] == ShardLayout.Load())
    }
}
