/// Decides which shard a new font goes into, by what fontconfig will need to scan it.
///
/// fontconfig scans a whole directory anew whenever anything in it changes, so the price of one registration is the scan
/// cost of the shard that it lands in. On the other hand every program looks at every shard when it starts, so there are
/// no more than the fonts need. What a shard is for shows in what it holds: fonts that come alone share *hot* shards,
/// which are left before they get expensive; batches fill *cold* ones; a font that is expensive by itself has a shard of
/// its own. A published font never moves, so that no consumer's path changes.
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

    /// Up to where single registrations fill a shard, in microseconds; fonts that come together and cost no more go where
    /// single ones go.
    package static let hotBudget = 1_000
    /// The scan cost above which a font gets a shard of its own, in microseconds: a collection of CJK faces has 11,000.
    package static let expensiveCost = 4_000
    /// How many shards expensive fonts get before they have to share: this many, or a third of all where that is more.
    package static let expensiveShards = 12
    /// Up to where batches fill a shard, in microseconds.
    ///
    /// Larger makes a batch pay for scanning many old fonts, when it comes and when it goes; smaller makes more shards.
    /// With this, 100 fonts mostly have one for themselves.
    package static let coldBudget = 20_000
    /// Up to where a batch that exceeds ``coldBudget`` by itself fills a shard that was empty, in microseconds: fonts that
    /// come together mostly leave together.
    package static let largeBudget = 30_000
    /// How many shards are made at a time, as a new one changes the directory above them; only the first comes alone.
    package static let growth = 4
    /// How many shards there are when single registrations get no further ones, but fill those that there are, up to
    /// ``warmBudget``.
    ///
    /// Of 5,000 fonts, 32 directories have `fc-match` start 1.9 ms later than a single one does, 64 have it start 2.7 ms
    /// later and 128 5 ms (measured with fontconfig 2.14).
    package static let sizeForFew = 64
    /// Up to where single registrations fill shards once there are ``sizeForFew``, in microseconds.
    package static let warmBudget = 8_000

    /// The number of shards that are in use or about to be made: 0, 1 or a multiple of ``growth``.
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

    private static func size(upTo last: Shard?) -> Int { last.map { size(atLeast: $0.number + 1) } ?? 0 }

    private static func size(atLeast count: Int) -> Int {
        count <= 1 ? count : min((count + growth - 1) / growth * growth, Shard.maximumCount)
    }

    /// The load of a shard.
    package subscript(shard: Shard) -> Load { loads[shard.number] }

    /// Finds places for the fonts of one group and counts them in.
    ///
    /// - Parameter costs: What fontconfig needs to scan each font, in microseconds.
    /// - Returns: A shard for each font, and the shards to make.
    package mutating func place(costs: [Int]) -> Placement {
        guard !costs.isEmpty else { return Placement(shards: [], newShards: []) }
        let costs = costs.map(Self.clamped)
        var numbers = [Int](repeating: 0, count: costs.count)
        let (expensive, ordinary) = costs.indices.partitioned { costs[$0] > Self.expensiveCost }
        for index in expensive {
            numbers[index] = shardForExpensive()
            add(costs[index], to: numbers[index])
        }
        let ordinaryCost = ordinary.reduce(0) { $0 + costs[$1] }
        if ordinaryCost > Self.hotBudget {
            let targets = shardsForBatch(cost: ordinaryCost)
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

    /// The shards that take what fits nowhere: those without expensive fonts, if there are any.
    private var lastResort: [Int] { ordinaryShards.isEmpty ? Array(0..<size) : ordinaryShards }

    /// Makes room for more shards, as far as there may be more.
    private mutating func grow(by count: Int) { size = Self.size(atLeast: min(size + count, Shard.maximumCount)) }

    private func cheapest(of numbers: [Int]) -> Int {
        numbers.min { (loads[$0].cost, $0) < (loads[$1].cost, $1) } ?? 0
    }

    private mutating func shardForFew(cost: Int) -> Int {
        func fitting() -> [Int] { ordinaryShards.filter { loads[$0].cost + cost <= Self.hotBudget } }
        if fitting().isEmpty,
            size < Self.sizeForFew || ordinaryShards.allSatisfy({ loads[$0].cost + cost > Self.warmBudget })
        {
            grow(by: 1)
        }
        let numbers = fitting()
        return cheapest(of: numbers.isEmpty ? lastResort : numbers)
    }

    /// The shards of a batch: those of other batches with just room enough, then empty ones, more of them where needed.
    ///
    /// Where there can be no more, it joins the cheapest ones. Where single registrations have all the shards that they get,
    /// theirs take batches as well.
    private mutating func shardsForBatch(cost: Int) -> [Int] {
        let budget = cost > Self.coldBudget ? Self.largeBudget : Self.coldBudget
        let count = min((cost + budget - 1) / budget, Shard.maximumCount)
        let share = cost / count
        func fitting() -> [Int] {
            ordinaryShards.filter {
                let load = loads[$0].cost
                return load == 0 || load > Self.hotBudget && load + share <= Self.coldBudget
            }
        }
        grow(by: max(0, count - fitting().count))
        let numbers = fitting()
        guard numbers.count >= count else {
            return Array(lastResort.sorted { (loads[$0].cost, $0) < (loads[$1].cost, $1) }.prefix(count))
        }
        return Array(numbers.sorted { (-loads[$0].cost, $0) < (-loads[$1].cost, $1) }.prefix(count))
    }

    /// An empty shard while expensive fonts may have one more; else the cheapest of theirs.
    private mutating func shardForExpensive() -> Int {
        func empty() -> Int? { (0..<size).first { loads[$0].count == 0 } }
        let taken = (0..<size).filter { loads[$0].expensiveCount > 0 }
        if taken.count < max(Self.expensiveShards, size / 3) {
            if empty() == nil { grow(by: 1) }
            if let number = empty() { return number }
        }
        return cheapest(of: taken.isEmpty ? lastResort : taken)
    }
}

extension Collection where Element == Int {
    /// The elements for which the predicate holds, and the others, both in order.
    fileprivate func partitioned(by predicate: (Int) -> Bool) -> (matching: [Int], others: [Int]) {
        (filter(predicate), filter { !predicate($0) })
    }
}
