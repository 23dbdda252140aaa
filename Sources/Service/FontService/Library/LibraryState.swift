internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// The state of the library that is kept between changes, so that it need not be determined again.
///
/// A change reads and writes this state only in its turn: in a round, in exclusive work, or in one of the turns that a
/// large batch takes.
actor LibraryState {
    /// The work that a round postpones until its callers have their answers.
    struct Remainder {
        /// The changes of files, some of which can be completed only after the commit.
        var transaction: FontTransaction?
        /// The contents without registrations whose rows are deleted after the commit.
        var leaving: [FontDigest] = []
        /// Whether there are new removed fonts.
        ///
        /// Their limits are applied once the files are in place.
        var hasRemovedFonts = false
        /// Whether the registry contains decisions of the user that the store has not recorded yet.
        var hasDecisions = false
    }

    /// Counts that are kept from round to round, because the cost of adding them up grows with the number of fonts.
    private struct Counts {
        /// The number of fonts and bytes of each provider.
        var usage: [ProviderIdentifier: PlannedLibrary.Usage] = [:]
        /// The number of fonts of all programs; `nil` before they were counted.
        var programFonts: Int?
        /// The next number in the order of registration; `nil` until it was read from the registry.
        var nextSequence: Int64?
    }

    private let context: LibraryContext
    private let allowance: @Sendable (ProviderRecord) -> FontAllowance
    private let onObstacle: @Sendable () -> Void

    /// The fonts in each shard, including those that are about to be placed there.
    private(set) var layout = ShardLayout()
    /// See ``noteBeginning()``.
    private var hasBegun = false
    private var counts = Counts()
    private var remainder = Remainder()
    /// The task that frees the space of deleted files.
    private var freeing: Task<Void, Never>?
    /// Why nothing can be changed: tree and registry could not be reconciled.
    private(set) var obstacle: FontError?
    /// The ``obstacle`` that is being resolved.
    ///
    /// It is reported until it is resolved.
    private var passingObstacle: FontError?

    /// Creates the state, which is empty before the first reconciliation.
    ///
    /// - Parameters:
    ///   - context: The shared context of all parts.
    ///   - allowance: Returns how much a provider may register.
    ///   - onObstacle: Called when nothing can be changed any more, because a failed change could not be undone.
    init(
        _ context: LibraryContext, allowance: @escaping @Sendable (ProviderRecord) -> FontAllowance,
        onObstacle: @escaping @Sendable () -> Void
    ) {
        self.context = context
        self.allowance = allowance
        self.onObstacle = onObstacle
    }

    // MARK: - What is in the way

    /// Why nothing can be changed; it remains set while the cause is being resolved.
    var knownObstacle: FontError? { obstacle ?? passingObstacle }

    /// Records the result of an attempt to reconcile tree and registry.
    func set(obstacle: FontError?) { self.obstacle = obstacle }

    /// Runs work that resolves the obstacle.
    func withoutObstacle<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
        (passingObstacle, obstacle) = (obstacle, nil)
        let result = await work()
        if obstacle == nil { obstacle = passingObstacle }
        passingObstacle = nil
        return result
    }

    /// Records that a change could not be undone completely.
    ///
    /// Undoing is tried again before anything else is changed.
    ///
    /// - Parameters:
    ///   - problems: The errors that prevented the change from being undone; at least one.
    ///   - failure: The error because of which the change was to be undone.
    func noteLeft(_ problems: [FontError], after failure: FontError) {
        for problem in problems {
            context.log.error("A change could not be undone yet", metadata: ["error": "\(problem)"])
        }
        // The registry cannot distinguish a read-only disk from a failing one.
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

    /// Records in the registry that fonts are being changed, before the first change touches the tree.
    ///
    /// If such a change is interrupted, its files must not be mistaken for fonts of a lost registry.
    func noteBeginning() async throws(FontError) {
        guard !hasBegun else { return }
        try await FontError.mapping { () throws(RegistryError) in
            if try await context.registry.isNew() { _ = try await context.registry.commit([.setBegun]) }
        }
        hasBegun = true
    }

    /// Assigns places to the fonts of a plan and includes them in the layout.
    ///
    /// - Returns: The places of the plan's files.
    /// - Throws: `Corrupt` if the registry contains an invalid name of a file or of a shard.
    func reserve(_ plan: LibraryPlan) throws(FontError) -> LibraryPlan.Assignment {
        try plan.assignment(in: &layout)
    }

    /// Releases the places of a plan that has failed.
    ///
    /// - Parameters:
    ///   - assignment: The places.
    ///   - shards: The shards that exist as directories; `nil` if unknown.
    func release(_ assignment: LibraryPlan.Assignment, existing shards: Set<Shard>?) {
        for load in assignment.loads.reversed() { load.reversed.apply(to: &layout) }
        if let shards { layout.forget(assignment.newShards.filter { !shards.contains($0) }) }
    }

    /// Replaces the layout with the contents and shards found in the tree; earlier counts are discarded.
    func adopt(_ contents: [ContentRecord], in shards: Set<Shard>) {
        var layout = ShardLayout(existing: shards)
        for content in contents {
            guard case .published(let name) = content.place, let shard = Shard(name: name) else { continue }
            layout.add(cost: content.scanCost, to: shard)
        }
        self.layout = layout
    }

    // MARK: - What there is

    /// Discards all counts, so that everything is counted again.
    func forgetCounts() { counts = Counts() }

    /// The number of fonts of all programs; `nil` before they were counted.
    var programFontCount: Int? { counts.programFonts }

    /// Reserves numbers in the order of registration.
    ///
    /// Sidecars contain them before the registry has the registrations.
    ///
    /// - Parameter count: How many numbers; unused ones leave harmless gaps.
    /// - Returns: The first number; 0 if `count` is 0.
    /// - Throws: An error if the registry could not be read.
    func reserveSequences(_ count: Int) async throws(FontError) -> Int64 {
        guard count > 0 else { return 0 }
        if counts.nextSequence == nil {
            let next = try await FontError.mapping { () throws(RegistryError) in
                try await context.registry.registrations.nextSequence()
            }
            // A batch may have read the same number at the same time.
            counts.nextSequence = counts.nextSequence ?? next
        }
        let first = counts.nextSequence ?? 1
        counts.nextSequence = first + Int64(count)
        return first
    }

    /// Returns the fonts of a provider, including those that a batch beside the round adds.
    ///
    /// The provider's allowance is read each time, because the policy may change.
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

    /// Returns the number of fonts of all programs, including those of a batch beside the round.
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

    /// Updates the counts with the result of a plan.
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

    /// Whether there is no obstacle and no remaining work.
    var isAtRest: Bool {
        obstacle == nil && !remainder.hasDecisions && remainder.transaction == nil && remainder.leaving.isEmpty
    }

    /// Records the work that a round leaves to do.
    func leave(_ remainder: Remainder) {
        self.remainder.transaction = remainder.transaction
        self.remainder.leaving = remainder.leaving
        if remainder.hasRemovedFonts { self.remainder.hasRemovedFonts = true }
    }

    /// Records a removed font that does not come from a plan.
    func noteRemovedFont() { remainder.hasRemovedFonts = true }

    /// Returns the remaining work and clears it.
    func takeRemainder() -> Remainder {
        defer { remainder = Remainder() }
        return remainder
    }

    /// Frees the space of the files that a transaction has deleted.
    ///
    /// Callers that wait for an answer need not wait for this.
    func free(_ transaction: FontTransaction) {
        freeing = Task { [threads = context.threads] in _ = try? await threads.run { transaction.release() } }
    }

    /// Waits until the space of deleted files is available again.
    func waitUntilFreed() async {
        await freeing?.value
        freeing = nil
    }
}
