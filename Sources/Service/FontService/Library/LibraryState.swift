internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// The state of the library between changes, so that it need not be found out again.
///
/// Changes read and write it in their turn: in a round, in exclusive work, or in one of the turns that a large batch takes.
actor LibraryState {
    /// The work that a round leaves for after its answers.
    struct Remainder {
        /// The changes of files, of which something can only be done after the commit.
        var transaction: FontTransaction?
        /// The contents without registrations that were left in the registry for after the commit.
        var leaving: [FontDigest] = []
        /// Whether there are new removed fonts, which are limited once they are in place.
        var hasRemovedFonts = false
        /// Whether the registry knows of decisions of the user's that the store has no note of yet.
        var hasDecisions = false
    }

    /// Sums that are kept from round to round, as adding them up would take longer the more fonts there are.
    private struct Counts {
        /// The fonts and bytes of providers.
        var usage: [ProviderIdentifier: PlannedLibrary.Usage] = [:]
        /// How many fonts all programs have; `nil` before it was counted.
        var programFonts: Int?
        /// The next place in the order of registration; `nil` until the registry was asked.
        var nextSequence: Int64?
    }

    private let context: LibraryContext
    private let allowance: @Sendable (ProviderRecord) -> FontAllowance
    private let onObstacle: @Sendable () -> Void

    /// The fonts in each shard, with those that are about to be there.
    private(set) var layout = ShardLayout()
    /// See ``noteBeginning()``.
    private var hasBegun = false
    private var counts = Counts()
    private var remainder = Remainder()
    /// Gives the space of deleted files back.
    private var freeing: Task<Void, Never>?
    /// Why nothing can be changed: tree and registry could not be brought to agree.
    private(set) var obstacle: FontError?
    /// The ``obstacle`` that is being cleared up, which is told of until that is done.
    private var passingObstacle: FontError?

    /// Knows nothing before the first reconciliation.
    ///
    /// - Parameters:
    ///   - context: What all parts work with.
    ///   - allowance: Tells how much a provider may register.
    ///   - onObstacle: Called when nothing can be changed any more, as a change that failed could not be undone.
    init(
        _ context: LibraryContext, allowance: @escaping @Sendable (ProviderRecord) -> FontAllowance,
        onObstacle: @escaping @Sendable () -> Void
    ) {
        self.context = context
        self.allowance = allowance
        self.onObstacle = onObstacle
    }

    // MARK: - What is in the way

    /// Why nothing can be changed, also while that is being cleared up.
    var knownObstacle: FontError? { obstacle ?? passingObstacle }

    /// Takes note of how an attempt has ended to bring tree and registry to agree.
    func set(obstacle: FontError?) { self.obstacle = obstacle }

    /// Runs work that clears up what is in the way.
    func withoutObstacle<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
        (passingObstacle, obstacle) = (obstacle, nil)
        let result = await work()
        if obstacle == nil { obstacle = passingObstacle }
        passingObstacle = nil
        return result
    }

    /// Notes that something could not be undone, which is tried again before anything else is changed.
    ///
    /// - Parameters:
    ///   - problems: What kept something from being undone; at least one.
    ///   - failure: Why it was to be undone.
    func noteLeft(_ problems: [FontError], after failure: FontError) {
        for problem in problems {
            context.log.error("A change could not be undone yet", metadata: ["error": "\(problem)"])
        }
        // The registry cannot tell a disk that can only be read from one that fails.
        var obstacle = failure
        if failure.code == .registrationFailed, let problem = problems.first(where: { $0.code == .readOnly }) {
            obstacle = FontError(.readOnly, "\(failure.message). \(problem.message)")
        }
        self.obstacle = obstacle
        context.log.report(
            .libraryStuck, .error, "Nothing can be changed until what is left of a failed change is cleared up",
            metadata: ["error": "\(obstacle)"])
        onObstacle()
    }

    // MARK: - Places

    /// Has the registry know that fonts are being changed, before the first change touches the tree.
    ///
    /// What such a change leaves there when it is cut off must not be taken for what a lost registry knew.
    func noteBeginning() async throws(FontError) {
        guard !hasBegun else { return }
        try await FontError.mapping { () throws(RegistryError) in
            if try await context.registry.isNew() { _ = try await context.registry.commit([.setBegun]) }
        }
        hasBegun = true
    }

    /// Finds places for the fonts of a plan, and counts them in.
    ///
    /// - Returns: Where its files go.
    /// - Throws: `Corrupt` where the registry names a file or a shard that is none of ours.
    func reserve(_ plan: LibraryPlan) throws(FontError) -> LibraryPlan.Assignment {
        try plan.assignment(in: &layout)
    }

    /// Gives the places of a plan back that has failed.
    ///
    /// - Parameters:
    ///   - assignment: The places.
    ///   - shards: The shards that there are as directories; `nil` where nobody knows.
    func release(_ assignment: LibraryPlan.Assignment, existing shards: Set<Shard>?) {
        for load in assignment.loads.reversed() { load.reversed.apply(to: &layout) }
        if let shards { layout.forget(assignment.newShards.filter { !shards.contains($0) }) }
    }

    /// Starts with what was found in the tree; what was counted before is counted anew.
    func adopt(_ contents: [ContentRecord], in shards: Set<Shard>) {
        var layout = ShardLayout(existing: shards)
        for content in contents {
            guard case .published(let name) = content.place, let shard = Shard(name: name) else { continue }
            layout.add(cost: content.scanCost, to: shard)
        }
        self.layout = layout
    }

    // MARK: - What there is

    /// Has everything counted anew that was counted before.
    func forgetCounts() { counts = Counts() }

    /// How many fonts all programs have; `nil` before it was counted.
    var programFontCount: Int? { counts.programFonts }

    /// Sets places in the order of registration apart, which sidecars have before the registry has their registrations.
    ///
    /// - Parameter count: How many; what is not used is not missed.
    /// - Returns: The first of them; 0 where there is none to set apart.
    /// - Throws: What kept the registry from being read.
    func reserveSequences(_ count: Int) async throws(FontError) -> Int64 {
        guard count > 0 else { return 0 }
        if counts.nextSequence == nil {
            let next = try await FontError.mapping { () throws(RegistryError) in
                try await context.registry.registrations.nextSequence()
            }
            // A batch may have asked for the same at the same time.
            counts.nextSequence = counts.nextSequence ?? next
        }
        let first = counts.nextSequence ?? 1
        counts.nextSequence = first + Int64(count)
        return first
    }

    /// The fonts of a provider, with those that a batch beside the round adds.
    ///
    /// How much it may have is looked at each time, as the policy may change.
    func usage(
        of provider: ProviderRecord, beside reservation: LibraryReservation?
    ) async throws(FontError) -> PlannedLibrary.Usage {
        if counts.usage[provider.id] == nil {
            let (fonts, bytes) = try await FontError.mapping { () throws(RegistryError) in
                try await context.registry.providers.usage(of: provider.id)
            }
            counts.usage[provider.id] = PlannedLibrary.Usage(fonts: fonts, bytes: bytes)
        }
        var used = counts.usage[provider.id] ?? PlannedLibrary.Usage(fonts: 0, bytes: 0)
        used.allowance = allowance(provider)
        if let reservation, reservation.provider == provider.id, let added = reservation.added {
            used.fonts += added.fonts
            used.bytes += added.bytes
        }
        return used
    }

    /// How many fonts all programs have, with those of a batch beside the round.
    func fontsOfPrograms(beside reservation: LibraryReservation?) async throws(FontError) -> Int {
        if counts.programFonts == nil {
            let count = try await FontError.mapping { () throws(RegistryError) in
                try await context.registry.providers.programFontCount()
            }
            counts.programFonts = counts.programFonts ?? count
        }
        let added = reservation.flatMap { $0.provider == .user ? nil : $0.added?.fonts } ?? 0
        return (counts.programFonts ?? 0) + added
    }

    /// Takes note of what a plan has made of all that.
    func count(_ plan: LibraryPlan) {
        for item in plan.items { count(item) }
        if !plan.decisions.isEmpty { remainder.hasDecisions = true }
    }

    private func count(_ item: LibraryPlan.Item) {
        let before = Set(item.initialRegistrations.map(\.provider))
        let after = Set(item.registrations.map(\.provider))
        counts.programFonts? += after.subtracting([.user]).count - before.subtracting([.user]).count
        for provider in after.subtracting(before) {
            counts.usage[provider]?.fonts += 1
            counts.usage[provider]?.bytes += item.size
        }
        for provider in before.subtracting(after) {
            counts.usage[provider]?.fonts -= 1
            counts.usage[provider]?.bytes -= item.size
        }
    }

    // MARK: - What is left to do

    /// Whether nothing is in the way, and nothing left to do.
    var isAtRest: Bool {
        obstacle == nil && !remainder.hasDecisions && remainder.transaction == nil && remainder.leaving.isEmpty
    }

    /// Takes note of what a round leaves to do.
    func leave(_ remainder: Remainder) {
        self.remainder.transaction = remainder.transaction
        self.remainder.leaving = remainder.leaving
        if remainder.hasRemovedFonts { self.remainder.hasRemovedFonts = true }
    }

    /// Takes note of a removed font that is not from a plan.
    func noteRemovedFont() { remainder.hasRemovedFonts = true }

    /// The work that is left.
    func takeRemainder() -> Remainder {
        defer { remainder = Remainder() }
        return remainder
    }

    /// Lets go of what a transaction has deleted, which whoever waits for an answer need not wait for.
    func free(_ transaction: FontTransaction) {
        freeing = Task { [threads = context.threads] in _ = try? await threads.run { transaction.release() } }
    }

    /// Waits until the space of deleted files is there for others.
    func waitUntilFreed() async {
        await freeing?.value
        freeing = nil
    }
}
