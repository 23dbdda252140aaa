internal import FontLibrary
internal import FontModel
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import Registry

/// Plans changes and carries out the plans, all of them in the same way; the pace is a parameter.
///
/// A change plans, moves files, warms fontconfig's caches and commits, in this order. Only then does its caller receive
/// the answer. No row announces what a change is about to do. If the service stops before the commit, the next start
/// removes every file in the tree that has no row, as no caller was told that it was there. If the service stops after
/// the commit, the next start restores missing files of the tree from the store.
struct ChangeExecutor: Sendable {
    let context: LibraryContext
    let state: LibraryState
    let announcer: ChangeAnnouncer

    /// The number of removed contents from which their rows are deleted only after the answer.
    ///
    /// With all faces and names, these rows are half of the work of such a commit. Below this number, a separate commit
    /// would cost more.
    private static let leavingContentsPerCommit = 16

    /// Carries out requests together.
    ///
    /// If that fails because of one of them, the requests are split in halves repeatedly until that request is alone.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - pace: The pace. On return, its refusal is set if an error prevents all of them from being carried out.
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

    /// Returns answers that refuse all requests for the same reason.
    func refuse(_ requests: [LibraryRequest], because error: FontError) async -> [LibraryPublisher.Answer] {
        let generation = (try? await context.generation()) ?? 0
        return requests.map {
            LibraryPublisher.Answer(
                outcomes: Array(repeating: .failure(error), count: $0.itemCount), generation: generation)
        }
    }

    /// Reads the part of the registry that requests concern.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - reservation: The fonts of a large batch that is carried out beside the requests.
    /// - Returns: The planner for the requests.
    /// - Throws: An error if the registry could not be read.
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

    /// Plans requests together without carrying the plan out.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - reservation: The fonts of a large batch that is carried out beside the requests.
    /// - Returns: The outcomes of the items of each request, in order, and the plan.
    /// - Throws: An error if the registry could not be read.
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
    /// - Returns: The generation after the plan.
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
        // The record of a call prevents its name from being used for another call.
        try pace.beginPublishing()
        let generation = try await context.commit(plan.mutations(places: [:], stamps: [:]))
        await context.forgetSessionNames(of: plan)
        await state.count(plan)
        if !plan.changes.isEmpty { announcer.announce(generation, touchedTree: false) }
        announcer.tellOfRegistrations(plan)
        return generation
    }

    // MARK: - The steps of a change

    /// A plan that is being carried out, and its progress.
    private struct Change: Sendable {
        let plan: LibraryPlan
        let assignment: LibraryPlan.Assignment
        let expectation: RootExpectation
        let transaction: FontTransaction
        var published = PublishedChanges()
        /// The contents of a batch that have been entered into the registry already.
        var entered: [FontDigest] = []
        /// The work that remains after the commit.
        var remainder = LibraryState.Remainder()

        var touchesTree: Bool { !published.touchedDirectories.isEmpty }
    }

    /// Moves the files and warms the caches.
    private func publish(_ change: inout Change, _ pace: inout ChangePace) async throws(FontError) {
        let (plan, transaction, current) = (change.plan, change.transaction, pace)
        // Spare room is not reserved by a removal, for which it may just have been released, nor by a change that may
        // still be cancelled without a trace.
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
        // The names are synchronized to the disk while the caches are warmed, and this is complete before the commit.
        async let durability = synchronizeNames(of: transaction)
        // This happens before the commit, so that the first program to look finds valid caches and parses nothing.
        try await warm(
            change.published.touchedDirectories, isRequired: !plan.items.allSatisfy(\.bringsNothing), &pace)
        try await durability.get()
        // This happens before the commit records that notices are due. Otherwise, notices under way could clear the
        // record.
        if change.touchesTree { context.settling.noteChange() }
    }

    /// Waits until the names of the files that a transaction has put in place are on the disk.
    private func synchronizeNames(of transaction: FontTransaction) async -> Result<Void, FontError> {
        await Result { () async throws(FontError) in
            try await context.onThread { () throws(FontError) in try transaction.synchronizeNames() }
        }
    }

    /// Makes the caches of changed directories valid.
    ///
    /// - Parameters:
    ///   - directories: The scanned directories.
    ///   - isRequired: Whether a failure makes the change fail as well. It does not if fonts are only removed: programs
    ///     then scan the directory themselves, and a full disk must not prevent anyone from making room.
    ///   - pace: The pace, which determines how many directories are warmed at a time.
    /// - Throws: An error if a required cache could not be written.
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
                // No font caused this, so none of them is tried again alone.
                pace.refusal = refusal
                throw refusal
            }
            pace.note(progress: 0.4 + 0.3 * Double(index + 1) / Double(groups.count))
        }
    }

    /// Commits the published changes to the registry.
    ///
    /// A batch enters its contents in groups beforehand.
    private func commit(_ change: inout Change, _ pace: inout ChangePace) async throws(FontError) -> UInt64 {
        let plan = change.plan
        // Outside a round, another call could register the content again before its row is deleted.
        let isLater = pace.isRound && plan.leavingContents.count >= Self.leavingContentsPerCommit
        var mutations = plan.mutations(
            places: change.assignment.places, stamps: change.published.stamps.merging(plan.foundStamps) { $1 },
            keepsLeavingContents: isLater)
        if change.touchesTree { mutations += try await context.noticeOfChange(change.expectation) }
        if !pace.isRound {
            // A font that replaces another also takes its file name, so both change in one commit.
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

    /// Enters contents into the registry.
    ///
    /// A content without a registration is invisible, and the next start removes it.
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

    /// Does the work that the last round has postponed.
    ///
    /// It must be done before anything else is changed.
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

    /// Undoes the completed part of a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - failure: The error because of which it is undone.
    ///   - pace: The pace at which it was carried out.
    /// - Returns: The error to answer with. If something cannot be undone, every caller gets this error until it is
    ///   undone: the files of the change's fonts are in the tree, so none can be tried alone.
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
        // The rows are deleted even if the caches cannot be warmed, because a row without a registration describes a
        // file that no longer exists.
        await forget(change.entered)
        // A large batch beside a round may have opened a directory that was created here and is still empty.
        let keepsDirectories = pace.reservation != nil
        // This runs between rounds, so that no font is about to be put into a directory that is removed.
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

    /// Deletes contents without registrations from the registry.
    ///
    /// If this fails, the next start deletes them.
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
    /// The content that the step adds; adding contents is most of the work of a commit.
    fileprivate var enteredDigest: FontDigest? {
        if case .insertContent(let content, _) = self { content.digest } else { nil }
    }
}
