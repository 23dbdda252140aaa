/// Decides which shard a new font goes into, by what fontconfig will need to scan it.
///
/// fontconfig scans a whole directory anew whenever anything in it changes, so the price of one registration is the scan
/// cost of the shard that it lands in. Every fourth shard is *hot*: it takes fonts that come alone and is kept below
/// ``hotBudget`` as long as possible. The others are *cold* and take batches. A font that is expensive by itself has a
/// cold shard of its own. A published font never moves, so that no consumer's path changes.
package struct ShardLayout: Sendable, Equatable {
    /// The fonts in one shard.
    package struct Load: Sendable, Hashable {
        /// How many they are.
        package var count: Int
        /// What fontconfig needs to scan them, in microseconds.
        package var cost: Int
        /// How many of them cost more than ``ShardLayout/expensiveCost``.
        package var expensiveCount: Int

        /// Creates a load.
        package init(count: Int = 0, cost: Int = 0, expensiveCount: Int = 0) {
            self.count = count
            self.cost = cost
            self.expensiveCount = expensiveCount
        }
    }

    /// Where the fonts of one group go.
    package struct Placement: Sendable, Equatable {
        /// The shard of each font, in the order they were given.
        package var shards: [Shard]
        /// The shards that have to be made first.
        package var newShards: [Shard]

        /// Creates a placement.
        package init(shards: [Shard], newShards: [Shard]) {
            self.shards = shards
            self.newShards = newShards
        }
    }

    /// The scan cost below which hot shards are kept, in microseconds.
    package static let hotBudget = 1_000
    /// The scan cost above which a font gets a shard of its own, in microseconds: a collection of CJK faces has 11,000.
    package static let expensiveCost = 4_000
    /// The number of fonts from which on a group is a batch.
    package static let batchCount = 8
    /// What of a batch goes into one shard, in microseconds.
    ///
    /// Larger makes shards uneven; smaller makes one batch pay for scanning the old fonts of many shards, when it comes
    /// and when it goes: 100 fonts go into one or two.
    package static let batchShare = 20_000
    /// How full the cold shards are kept on average, in microseconds: a batch finds some that are less full.
    package static let coldBudget = batchShare * 3 / 4
    /// How many shards there are: the next whenever there is no room left within ``hotBudget``, or for a batch within
    /// ``coldBudget``.
    ///
    /// Every one costs every program some 20 µs at its start, fonts or not: of 5,000 fonts that came in batches 64 make
    /// that half of what 128 do.
    package static let sizes = [1, 4, 16, 32, 64, Shard.maximumCount]

    /// The number of shards that are in use or about to be made, one of ``sizes``, or 0.
    package private(set) var size: Int
    /// The shards that exist as directories.
    package private(set) var existing: Set<Shard>
    private var loads: [Load]

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - existing: The shards that exist as directories.
    ///   - loads: What is published in them; a shard without fonts may be left out.
    package init(existing: Set<Shard> = [], loads: [Shard: Load] = [:]) {
        self.existing = existing
        self.loads = [Load](repeating: Load(), count: Shard.maximumCount)
        for (shard, load) in loads { self.loads[shard.number] = load }
        size = Self.size(upTo: (Array(existing) + loads.keys).max())
    }

    private static func size(upTo last: Shard?) -> Int {
        last.flatMap { last in sizes.first { $0 > last.number } } ?? 0
    }

    /// The load of a shard.
    package subscript(shard: Shard) -> Load { loads[shard.number] }

    /// Whether a shard is there for fonts that come alone.
    package static func isHot(_ shard: Shard) -> Bool { shard.number.isMultiple(of: 4) }

    /// Finds places for the fonts of one group and counts them in.
    ///
    /// - Parameter costs: What fontconfig needs to scan each font, in microseconds.
    /// - Returns: A shard for each font, and the shards to make.
    package mutating func place(costs: [Int]) -> Placement {
        guard !costs.isEmpty else { return Placement(shards: [], newShards: []) }
        let costs = costs.map(Self.clamped)
        var numbers = [Int](repeating: 0, count: costs.count)
        let (expensive, ordinary) = costs.indices.partitioned { costs[$0] > Self.expensiveCost }
        let ordinaryCost = ordinary.reduce(0) { $0 + costs[$1] }
        let isBatch = ordinary.count >= Self.batchCount || ordinaryCost > Self.hotBudget
        grow(adding: ordinaryCost, asBatch: isBatch, needsCold: isBatch || !expensive.isEmpty)

        for index in expensive {
            numbers[index] = shardForExpensive()
            add(costs[index], to: numbers[index])
        }
        if isBatch {
            let share = min(coldShards.count, (ordinaryCost + Self.batchShare - 1) / Self.batchShare)
            let targets = Array(coldShards.sorted { (loads[$0].cost, $0) < (loads[$1].cost, $1) }.prefix(max(1, share)))
            for index in ordinary.sorted(by: { (-costs[$0], $0) < (-costs[$1], $1) }) {
                numbers[index] = cheapest(of: targets)
                add(costs[index], to: numbers[index])
            }
        } else if !ordinary.isEmpty {
            // One shard for the few, so that they cost one scan.
            let target = shardForFew(cost: ordinaryCost)
            for index in ordinary {
                numbers[index] = target
                add(costs[index], to: target)
            }
        }
        let made = (0..<size).compactMap(Shard.init(number:)).filter { !existing.contains($0) }
        existing.formUnion(made)
        return Placement(shards: numbers.compactMap(Shard.init(number:)), newShards: made)
    }

    /// Takes a font out of the count: it was withdrawn.
    ///
    /// - Parameters:
    ///   - cost: The cost it was placed with, in microseconds.
    ///   - shard: Where it was.
    package mutating func remove(cost: Int, from shard: Shard) {
        let cost = Self.clamped(cost)
        var load = loads[shard.number]
        load.count = max(0, load.count - 1)
        load.cost = load.count == 0 ? 0 : max(0, load.cost - cost)
        if cost > Self.expensiveCost { load.expensiveCount = max(0, load.expensiveCount - 1) }
        loads[shard.number] = load
    }

    /// Takes shards out of the layout that are no directories: what they were to be made for did not come about.
    ///
    /// - Parameter shards: Shards without fonts.
    package mutating func forget(_ shards: some Sequence<Shard>) {
        existing.subtract(shards)
        let loaded = loads.indices.filter { loads[$0].count > 0 }.compactMap(Shard.init(number:))
        size = Self.size(upTo: (Array(existing) + loaded).max())
    }

    /// Counts a font in that is in a shard already, as when an old place is taken again.
    ///
    /// - Parameters:
    ///   - cost: What fontconfig needs to scan it, in microseconds.
    ///   - shard: Where it is.
    package mutating func add(cost: Int, to shard: Shard) { add(Self.clamped(cost), to: shard.number) }

    /// A cost that sums of 20,000 cannot overflow: costs come from outside.
    private static func clamped(_ cost: Int) -> Int { min(max(cost, 1), 60_000_000) }

    private mutating func add(_ cost: Int, to number: Int) {
        loads[number].count += 1
        loads[number].cost += cost
        if cost > Self.expensiveCost { loads[number].expensiveCount += 1 }
    }

    private var ordinaryShards: [Int] { (0..<size).filter { loads[$0].expensiveCount == 0 } }

    private var coldShards: [Int] {
        let cold = ordinaryShards.filter { !$0.isMultiple(of: 4) }
        return cold.isEmpty ? Array(0..<size) : cold
    }

    /// Makes room: more shards where those without expensive fonts would pass their budget.
    private mutating func grow(adding cost: Int, asBatch isBatch: Bool, needsCold: Bool) {
        if size < (needsCold ? 4 : 1) { size = needsCold ? 4 : 1 }
        while let larger = Self.sizes.first(where: { $0 > size }), cost > room(forBatch: isBatch) { size = larger }
    }

    /// What fits within the budgets, in microseconds; negative where more is there already.
    private func room(forBatch isBatch: Bool) -> Int {
        guard isBatch else {
            // What came in batches leaves no room in a shard, and takes none in others.
            return ordinaryShards.reduce(0) { $0 + max(0, Self.hotBudget - loads[$1].cost) }
        }
        return coldShards.reduce(0) { $0 + Self.coldBudget - loads[$1].cost }
    }

    private func cheapest(of numbers: [Int]) -> Int {
        numbers.min { (loads[$0].cost, $0) < (loads[$1].cost, $1) } ?? 0
    }

    private func shardForFew(cost: Int) -> Int {
        let hot = cheapest(of: ordinaryShards.filter { $0.isMultiple(of: 4) })
        if loads[hot].expensiveCount == 0, loads[hot].cost + cost <= Self.hotBudget { return hot }
        let ordinary = ordinaryShards
        return cheapest(of: ordinary.isEmpty ? Array(0..<size) : ordinary)
    }

    /// An empty cold shard while expensive fonts have less than a third of them; else the least of theirs.
    private mutating func shardForExpensive() -> Int {
        while true {
            let taken = (0..<size).filter { loads[$0].expensiveCount > 0 }
            if taken.count < max(1, size / 3),
                let empty = (0..<size).first(where: { !$0.isMultiple(of: 4) && loads[$0].count == 0 })
            {
                return empty
            }
            // Sixteen directories are worth it; more would make every program's start pay for a few fonts.
            guard size < 16, let larger = Self.sizes.first(where: { $0 > size }) else {
                return cheapest(of: taken.isEmpty ? coldShards : taken)
            }
            size = larger
        }
    }
}

extension Collection where Element == Int {
    /// The elements for which the predicate holds, and the others, both in order.
    fileprivate func partitioned(by predicate: (Int) -> Bool) -> (matching: [Int], others: [Int]) {
        (filter(predicate), filter { !predicate($0) })
    }
}
