internal import FontLibrary
internal import FontModel
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import Registry

/// Plans changes and carries the plans out: one way for all of them, whose pace is a parameter.
///
/// A change plans, moves files, warms fontconfig's caches and commits, in this order; only then does its caller get the
/// answer. There is no row that announces what a change is about to do: until the commit, whatever lies in the tree
/// without a row of its own is taken back at the next start, as nobody was told that it is there; after the commit, what
/// is missing in the tree is completed from the store.
struct ChangeExecutor: Sendable {
    let context: LibraryContext
    let state: LibraryState
    let announcer: ChangeAnnouncer

    /// The number of leaving contents from which on their rows are deleted after the answer: with all their faces and
    /// names that is half of the work of such a commit, and below it a commit of its own would cost more.
    private static let leavingContentsPerCommit = 16

    /// Carries out requests together or, where that fails because of one of them, in halves, until the one is alone.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - pace: How; on return with what keeps all of them from being carried out.
    /// - Returns: An answer to each request, in order.
    func carryOut(_ requests: [LibraryRequest], _ pace: inout ChangePace) async -> [LibraryPublisher.Answer] {
        do throws(FontError) {
            if let obstacle = pace.refusal { throw obstacle }
            if let obstacle = await state.obstacle { throw obstacle }
            return try await perform(requests, &pace)
        } catch {
            let isStuck = await state.obstacle != nil
            if error.code == .storageFull, !isStuck, await context.makeRoom(for: requests) {
                pace.refusal = await context.gate.obstacle()
                return await carryOut(requests, &pace)
            }
            if pace.refusal == nil, !isStuck, error.mayConcernOneItem {
                if requests.count > 1 {
                    let middle = requests.count / 2
                    let first = await carryOut(Array(requests[..<middle]), &pace)
                    return first + (await carryOut(Array(requests[middle...]), &pace))
                }
                if let request = requests.first, request.control?.isAtomic != true, let halves = request.halves {
                    let first = await carryOut([halves.first], &pace)[0]
                    let second = await carryOut([halves.second], &pace)[0]
                    return [
                        LibraryPublisher.Answer(
                            outcomes: first.outcomes + second.outcomes, generation: second.generation)
                    ]
                }
            }
            return await refuse(requests, because: context.explained(error))
        }
    }

    /// The answers to requests none of which is carried out.
    func refuse(_ requests: [LibraryRequest], because error: FontError) async -> [LibraryPublisher.Answer] {
        let generation = (try? await context.generation()) ?? 0
        return requests.map {
            LibraryPublisher.Answer(
                outcomes: Array(repeating: .failure(error), count: $0.itemCount), generation: generation)
        }
    }

    /// Reads what requests are about.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - reservation: What a large batch is about that is carried out beside them.
    /// - Returns: Who plans them.
    /// - Throws: What kept the registry from being read.
    func planner(
        for requests: [LibraryRequest], beside reservation: LibraryReservation?
    ) async throws(FontError) -> LibraryPlanner {
        var subject = PlanSubject(of: requests)
        for request in requests {
            guard case .register = request.action else { continue }
            let provider = request.requester.provider
            if subject.usage[provider.id] != nil { continue }
            subject.usage[provider.id] = try await state.usage(of: provider, beside: reservation)
            if provider.id == .user { continue }
            subject.programFonts = try await state.fontsOfPrograms(beside: reservation)
        }
        subject.firstSequence = try await state.reserveSequences(subject.registrationCount)
        return try await context.planner(of: subject)
    }

    /// Plans requests together; nothing of the plan is carried out.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - reservation: What a large batch is about that is carried out beside them.
    /// - Returns: The outcomes of the items of each request, in order, and the plan.
    /// - Throws: What kept the registry from being read.
    func plan(
        _ requests: [LibraryRequest], beside reservation: LibraryReservation?
    ) async throws(FontError) -> (outcomes: [[ItemOutcome]], plan: LibraryPlan) {
        var planner = try await planner(for: requests, beside: reservation)
        let outcomes = requests.map { request -> [ItemOutcome] in
            do throws(FontError) {
                try context.checkSession(of: request)
                return planner.apply(request)
            } catch {
                return Array(repeating: .failure(error), count: request.itemCount)
            }
        }
        return (outcomes, planner.finish())
    }

    private func perform(
        _ requests: [LibraryRequest], _ pace: inout ChangePace
    ) async throws(FontError) -> [LibraryPublisher.Answer] {
        let (outcomes, plan) = try await plan(requests, beside: pace.reservation)
        try pace.checkNotCancelled()
        pace.note(progress: 0.1)
        let generation = plan.isEmpty ? try await context.generation() : try await execute(plan, &pace)
        return outcomes.map { LibraryPublisher.Answer(outcomes: $0, generation: generation) }
    }

    /// Carries out a plan.
    ///
    /// - Returns: The generation after it.
    private func execute(_ plan: LibraryPlan, _ pace: inout ChangePace) async throws(FontError) -> UInt64 {
        if pace.isRound { await finishLastRound() }
        if plan.items.isEmpty { return try await commitWithoutFiles(plan, &pace) }
        if pace.isRound { await state.waitUntilFreed() }
        let expectation = try await context.rootExpectation()
        try await state.noteBeginning()
        let beginning = pace
        let assignment = try await pace.inTurn {
            let assignment = await Result { () async throws(FontError) in try await state.reserve(plan) }
            await beginning.noteAddition(of: plan)
            return assignment
        }.get()
        let transaction = FontTransaction(
            tree: context.tree, moves: assignment.moves, newShards: assignment.newShards, expecting: expectation)
        var change = Change(plan: plan, assignment: assignment, expectation: expectation, transaction: transaction)
        let generation: UInt64
        do throws(FontError) {
            try await publish(&change, &pace)
            generation = try await commit(&change, &pace)
        } catch {
            throw await takeBack(change, after: error, pace)
        }
        await context.forgetSessionNames(of: plan)
        if !pace.isRound { await finish(change.remainder) }
        let (done, ending) = (change, pace)
        await pace.inTurn {
            await state.count(plan)
            await ending.endAddition()
            announcer.announce(generation, touchedTree: done.touchesTree)
            announcer.tellOfRegistrations(plan)
            if ending.isRound { await state.leave(done.remainder) }
        }
        return generation
    }

    /// Carries out a plan that moves no file.
    private func commitWithoutFiles(_ plan: LibraryPlan, _ pace: inout ChangePace) async throws(FontError) -> UInt64 {
        try await pace.passGate(context)
        // What is noted of a call keeps its name from being used for another one.
        try pace.beginPublishing()
        let generation = try await context.commit(plan.mutations(places: [:], stamps: [:]))
        await context.forgetSessionNames(of: plan)
        await state.count(plan)
        if !plan.changes.isEmpty { announcer.announce(generation, touchedTree: false) }
        announcer.tellOfRegistrations(plan)
        return generation
    }

    // MARK: - The steps of a change

    /// A plan that is being carried out, and how far it is.
    private struct Change: Sendable {
        let plan: LibraryPlan
        let assignment: LibraryPlan.Assignment
        let expectation: RootExpectation
        let transaction: FontTransaction
        var published = PublishedChanges()
        /// The contents of a batch that the registry has already.
        var entered: [FontDigest] = []
        /// The work that is left after the commit.
        var remainder = LibraryState.Remainder()

        var touchesTree: Bool { !published.touchedDirectories.isEmpty }
    }

    /// Moves the files and warms the caches.
    private func publish(_ change: inout Change, _ pace: inout ChangePace) async throws(FontError) {
        let (plan, transaction, current) = (change.plan, change.transaction, pace)
        // Not by a removal, for which it may just have been given up, nor by what may still be cancelled without a trace.
        let takesRoom = pace.isRound && plan.items.contains(where: \.bringsBytes)
        try await context.onThread { [spareRoom = context.spareRoom] () throws(FontError) in
            if takesRoom { spareRoom.setAside() }
            try transaction.prepare { () throws(FontError) in try current.checkNotCancelled() }
        }
        pace.note(progress: 0.3)
        try await pace.passGate(context)
        try pace.beginPublishing()
        try await context.noteNames(of: plan, change.assignment, change.expectation)
        change.published = try await context.onThread { () throws(FontError) in try transaction.place() }
        pace.note(progress: 0.4)
        // The disk gets the names while the caches are warmed, and has them before the commit.
        async let durability = synchronizeNames(of: transaction)
        // Before the commit, so that the first program to look finds the caches warm and parses nothing.
        try await warm(
            change.published.touchedDirectories, isRequired: !plan.items.allSatisfy(\.bringsNothing), &pace)
        try await durability.get()
        // Before the commit notes that notices are due, lest those under way take the note back.
        if change.touchesTree { context.settling.noteChange() }
    }

    /// Waits until the disk has the names of what a transaction has put in place.
    private func synchronizeNames(of transaction: FontTransaction) async -> Result<Void, FontError> {
        await Result { () async throws(FontError) in
            try await context.onThread { () throws(FontError) in try transaction.synchronizeNames() }
        }
    }

    /// Makes the caches of what was changed valid.
    ///
    /// - Parameters:
    ///   - directories: The scanned directories.
    ///   - isRequired: Whether a failure is the change's as well. Where fonts only leave it is not: programs scan such a
    ///     directory themselves, and a full disk must not keep anybody from making room.
    ///   - pace: How many are warmed at a time.
    /// - Throws: Why a cache that is required could not be written.
    private func warm(
        _ directories: [String], isRequired: Bool, _ pace: inout ChangePace
    ) async throws(FontError) {
        guard !directories.isEmpty else { return }
        guard isRequired else {
            do throws(FontError) {
                _ = try await context.inspector.warm(directories)
            } catch {
                context.log.warning("Caches could not be warmed after fonts left", metadata: ["error": "\(error)"])
            }
            return
        }
        let groups = pace.warmingGroups(directories)
        for (index, group) in groups.enumerated() {
            if case .failure(let refusal) = try await context.inspector.tryWarming(group, key: pace.warmingKey) {
                // No font is at fault, so none of them is worth another try.
                pace.refusal = refusal
                throw refusal
            }
            pace.note(progress: 0.4 + 0.3 * Double(index + 1) / Double(groups.count))
        }
    }

    /// Has the registry know of what was published; a batch enters its contents in groups before.
    private func commit(_ change: inout Change, _ pace: inout ChangePace) async throws(FontError) -> UInt64 {
        let plan = change.plan
        // Beside rounds, somebody could register such a content again before its row goes.
        let isLater = pace.isRound && plan.leavingContents.count >= Self.leavingContentsPerCommit
        var mutations = plan.mutations(
            places: change.assignment.places, stamps: change.published.stamps.merging(plan.foundStamps) { $1 },
            keepsLeavingContents: isLater)
        if change.touchesTree { mutations += try await context.noticeOfChange(change.expectation) }
        if !pace.isRound {
            // A font that takes the place of another takes its file's name too, so that both change in one commit.
            let successors = plan.successors
            func isEarly(_ mutation: RegistryMutation) -> Bool {
                mutation.enteredDigest.map { !successors.contains($0) } ?? false
            }
            try await enter(mutations.filter(isEarly), &change, pace)
            mutations.removeAll(where: isEarly)
            try await pace.passGate(context)
        }
        let generation = try await context.commit(mutations)
        change.remainder = LibraryState.Remainder(
            transaction: change.transaction, leaving: isLater ? plan.leavingContents : [],
            hasRemovedFonts: plan.keepsRemovedFonts)
        return generation
    }

    /// Enters contents into the registry: nobody sees one that nobody has registered, and the next start removes it.
    private func enter(
        _ contents: [RegistryMutation], _ change: inout Change, _ pace: ChangePace
    ) async throws(FontError) {
        for start in stride(from: 0, to: contents.count, by: ChangePace.contentsPerCommit) {
            let part = Array(contents[start..<min(start + ChangePace.contentsPerCommit, contents.count)])
            try await context.commit(part)
            change.entered += part.compactMap(\.enteredDigest)
            pace.note(progress: 0.7 + 0.25 * Double(change.entered.count) / Double(contents.count))
        }
    }

    // MARK: - After a change

    /// Does what the last round has left for after its answers; due before anything else is changed.
    func finishLastRound() async { await finish(await state.takeRemainder()) }

    private func finish(_ remainder: LibraryState.Remainder) async {
        if remainder.hasDecisions { await context.saveDecisions() }
        if let transaction = remainder.transaction {
            do throws(FontError) {
                try await context.onThread { () throws(FontError) in try transaction.finish() }
            } catch {
                context.log.warning(
                    "Files of removed fonts stay until the next start", metadata: ["error": "\(error)"])
            }
        }
        if remainder.hasRemovedFonts { await context.limitRemovedFonts() }
        if let transaction = remainder.transaction { await state.free(transaction) }
        await forget(remainder.leaving)
    }

    /// Undoes what was done of a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - failure: Why it is undone.
    ///   - pace: How it was carried out.
    /// - Returns: What to answer. Where something cannot be undone that is the answer to everybody until it is: the files
    ///   of the change's fonts are in the tree, so that none can be tried by itself.
    private func takeBack(_ change: Change, after failure: FontError, _ pace: ChangePace) async -> FontError {
        let transaction = change.transaction
        var touched: [String] = []
        do throws(FontError) {
            let undone = try await context.onThread { () throws(FontError) in
                transaction.rollBack(keepsDirectories: true)
            }
            touched = undone.touchedDirectories
            if !undone.problems.isEmpty { await state.noteLeft(undone.problems, after: failure) }
        } catch {
            await state.noteLeft([error], after: failure)
        }
        // Whatever becomes of the caches: a row without a registration tells of a file that is not there any more.
        await forget(change.entered)
        // A large batch beside a round may have opened a directory that was made here, and has nothing in it yet.
        let keepsDirectories = pace.reservation != nil
        // Between rounds, so that nobody is about to put a font into a directory that goes.
        let removed = await pace.inTurn {
            let directories = try? await context.onThread { [tree = context.tree] () throws(FontError) in
                (removed: keepsDirectories ? [] : transaction.removeEmptyDirectories(), shards: try tree.shards() ?? [])
            }
            await state.release(change.assignment, existing: directories?.shards)
            await pace.endAddition()
            return directories?.removed ?? []
        }
        await context.rewarm(touched.filter { !removed.contains($0) })
        return await state.obstacle ?? failure
    }

    /// Takes contents out of the registry that nobody has registered; where that fails, the next start does.
    private func forget(_ contents: [FontDigest]) async {
        do throws(FontError) {
            for start in stride(from: 0, to: contents.count, by: ChangePace.contentsPerCommit) {
                try await context.commit(
                    contents[start..<min(start + ChangePace.contentsPerCommit, contents.count)]
                        .map { .deleteContent($0) })
            }
        } catch {
            context.log.error(
                "Fonts that nobody has registered stay in the registry until the next start",
                metadata: ["error": "\(error)"])
        }
    }
}

extension RegistryMutation {
    /// The content that the step adds, which is most of the work of a commit.
    fileprivate var enteredDigest: FontDigest? {
        if case .insertContent(let content, _) = self { content.digest } else { nil }
    }
}
