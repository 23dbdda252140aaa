/// Chooses the shard for each new font, by the time that fontconfig will need to scan it.
///
/// fontconfig scans a whole directory again whenever anything in it changes, so the price of one registration is the
/// scan cost of its shard. On the other hand, every program reads every shard when it starts, so there are only as many
/// shards as the fonts need. The fonts in a shard show its purpose: single fonts share *hot* shards, which take no more
/// fonts before they get expensive; batches fill *cold* ones; an expensive font has a shard of its own. A published
/// font never moves, so that no consumer's path changes.
package struct ShardLayout: Sendable, Equatable {
    /// The fonts in one shard.
    package struct Load: Sendable, Hashable {
        /// The number of fonts.
        package var count: Int
        /// The time that fontconfig needs to scan them, in microseconds.
        package var cost: Int
        /// The number of fonts that cost more than ``ShardLayout/expensiveCost``.
        package var expensiveCount: Int

        /// Creates a load.
        package init(count: Int = 0, cost: Int = 0, expensiveCount: Int = 0) {
            self.count = count
            self.cost = cost
            self.expensiveCount = expensiveCount
        }
    }

    /// The shards for the fonts of one group.
    package struct Placement: Sendable, Equatable {
        /// The shard of each font, in the given order.
        package var shards: [Shard]
        /// The shards that must be created first.
        package var newShards: [Shard]

        /// Creates a placement.
        package init(shards: [Shard], newShards: [Shard]) {
            self.shards = shards
            self.newShards = newShards
        }
    }

    /// The cost up to which single registrations fill a shard, in microseconds.
    ///
    /// Fonts that come together and cost no more are placed like single ones.
    package static let hotBudget = 1_000
    /// The scan cost above which a font gets a shard of its own, in microseconds.
    ///
    /// A collection of CJK faces has 11,000.
    package static let expensiveCost = 4_000
    /// The number of shards that expensive fonts get before they must share.
    ///
    /// The limit is this number, or a third of all shards if that is more.
    package static let expensiveShards = 12
    /// The cost up to which batches fill a shard, in microseconds.
    ///
    /// With a larger value, a batch would have to pay for scanning many old fonts when it is added and removed. A
    /// smaller value creates more shards. With this value, 100 fonts mostly have a shard for themselves.
    package static let coldBudget = 20_000
    /// The cost up to which a batch that exceeds ``coldBudget`` by itself fills an empty shard, in microseconds.
    ///
    /// Fonts that come together mostly leave together.
    package static let largeBudget = 30_000
    /// The number of shards that are created at a time, because a new one changes the directory above them.
    ///
    /// Only the first shard is created alone.
    package static let growth = 4
    /// The number of shards from which single registrations get no new ones.
    ///
    /// They then fill the existing ones up to ``warmBudget``. With 5,000 fonts, `fc-match` starts 1.9 ms later with 32
    /// directories than with a single one, 2.7 ms later with 64, and 5 ms later with 128 (measured with fontconfig
    /// 2.14).
    package static let sizeForFew = 64
    /// The cost up to which single registrations fill shards once there are ``sizeForFew``, in microseconds.
    package static let warmBudget = 8_000

    /// The number of shards that are in use or about to be created: 0, 1 or a multiple of ``growth``.
    package private(set) var size: Int
    /// The shards that exist as directories.
    package private(set) var existing: Set<Shard>
    private var loads: [Load]

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - existing: The shards that exist as directories.
    ///   - loads: The loads of the published fonts; shards without fonts may be omitted.
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

    /// Chooses shards for the fonts of one group, and adds the fonts to their loads.
    ///
    /// - Parameter costs: The time that fontconfig needs to scan each font, in microseconds.
    /// - Returns: A shard for each font, and the shards to create.
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
            // A small group goes into one shard, so that it costs one scan.
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

    /// Subtracts a withdrawn font from the load of its shard.
    ///
    /// - Parameters:
    ///   - cost: The cost with which it was placed, in microseconds.
    ///   - shard: The font's shard.
    package mutating func remove(cost: Int, from shard: Shard) {
        let cost = Self.clamped(cost)
        var load = loads[shard.number]
        load.count = max(0, load.count - 1)
        load.cost = load.count == 0 ? 0 : max(0, load.cost - cost)
        if cost > Self.expensiveCost { load.expensiveCount = max(0, load.expensiveCount - 1) }
        loads[shard.number] = load
    }

    /// Removes shards from the layout whose directories were not created, because the planned change failed.
    ///
    /// - Parameter shards: Shards without fonts.
    package mutating func forget(_ shards: some Sequence<Shard>) {
        existing.subtract(shards)
        let loaded = loads.indices.filter { loads[$0].count > 0 }.compactMap(Shard.init(number:))
        size = Self.size(upTo: (Array(existing) + loaded).max())
    }

    /// Adds a font that is already in a shard to the shard's load, for example if its old place is used again.
    ///
    /// - Parameters:
    ///   - cost: The time that fontconfig needs to scan it, in microseconds.
    ///   - shard: The font's shard.
    package mutating func add(cost: Int, to shard: Shard) { add(Self.clamped(cost), to: shard.number) }

    /// Limits a cost so that the sum of 20,000 costs cannot overflow; costs come from outside.
    private static func clamped(_ cost: Int) -> Int { min(max(cost, 1), 60_000_000) }

    private mutating func add(_ cost: Int, to number: Int) {
        loads[number].count += 1
        loads[number].cost += cost
        if cost > Self.expensiveCost { loads[number].expensiveCount += 1 }
    }

    private var ordinaryShards: [Int] { (0..<size).filter { loads[$0].expensiveCount == 0 } }

    /// The shards for fonts that fit nowhere else: those without expensive fonts, if there are any.
    private var lastResort: [Int] { ordinaryShards.isEmpty ? Array(0..<size) : ordinaryShards }

    /// Adds shards to the layout, up to the maximum.
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

    /// Chooses the shards for a batch.
    ///
    /// It takes the shards of other batches with just enough room, then empty ones, and more of them if needed. If no
    /// more shards can be created, the batch joins the cheapest ones. If single registrations already have as many
    /// shards as they can get, those shards take batches as well.
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

    /// An empty shard if expensive fonts may have another one, and otherwise the cheapest of theirs.
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
    /// The elements that match the predicate, and the others, both in order.
    fileprivate func partitioned(by predicate: (Int) -> Bool) -> (matching: [Int], others: [Int]) {
        (filter(predicate), filter { !predicate($0) })
    }
}
