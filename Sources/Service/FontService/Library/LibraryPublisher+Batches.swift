internal import FontLibrary
internal import FontModel
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import Registry

extension LibraryPublisher {
    /// The contents that are entered into the registry at one time before a large batch is committed: each group holds
    /// up the commits of others for some 20 ms.
    private static let contentsPerCommit = 64

    /// Whose turn the warming of caches for large batches uses up, so that the rounds' own comes in between.
    private static let warmingKey = "batch"

    /// Whether a request has to wait for the large batch under way.
    func touchesReservation(_ request: LibraryRequest) async -> Bool {
        guard let reservation else { return false }
        switch request.action {
        case .register(let candidates, _):
            if reservation.added == nil, reservation.provider == request.requester.provider.id { return true }
            return candidates.contains { reservation.touches($0) }
        case .registerKnown, .unregister, .endSession, .setEnabled, .setAside, .bringBack, .judge:
            // What is judged may be on its way into the registry.
            if !reservation.digests.isDisjoint(with: request.judgedDigests) { return true }
            do throws(FontError) {
                return try await planner(knowing: request.judgedDigests, request.ids).entries.contains {
                    reservation.touches($0.key, $0.value)
                }
            } catch {
                // The round will find out and say so.
                return false
            }
        }
    }

    /// The answer to a request whose batch was cancelled.
    nonisolated func cancelledAnswer(to request: LibraryRequest) async -> Answer {
        await failure(BatchControl.cancelledError, of: request)
    }

    private nonisolated func failure(_ error: FontError, of request: LibraryRequest) async -> Answer {
        let generation = (try? await registry.generation()) ?? 0
        return Answer(outcomes: Array(repeating: .failure(error), count: request.itemCount), generation: generation)
    }

    /// Carries out a large batch beside the rounds, which go on meanwhile: only what the batch is about has to wait.
    ///
    /// Of the publisher itself it takes three turns of some milliseconds. One such batch is carried out at a time.
    @concurrent nonisolated func carryOutAlone(_ request: LibraryRequest, _ control: BatchControl) async -> Answer {
        guard await takeLane(for: control, of: request.requester.provider.id) else {
            return await cancelledAnswer(to: request)
        }
        let answer: Answer
        if let refusal = await gate.obstacle() {
            answer = await failure(refusal, of: request)
        } else if let obstacle = await obstacle {
            answer = await failure(obstacle, of: request)
        } else if case .register(let candidates, _) = request.action, !control.isCancelled {
            let reservation = LibraryReservation(candidates, for: request.requester.provider.id)
            await inTurn { publisher in
                publisher.reservation = reservation
                publisher.batchRefusal = nil
            }
            answer = await resolveAlone(request, control)
            await inTurn { $0.endReservation() }
        } else {
            answer = await cancelledAnswer(to: request)
        }
        await giveLaneBack()
        return answer
    }

    /// Carries out a reserved request or, where one of its fonts is in the way, its halves.
    private nonisolated func resolveAlone(_ request: LibraryRequest, _ control: BatchControl) async -> Answer {
        do throws(FontError) {
            return try await performAlone(request, control)
        } catch {
            if error.code == .storageFull, await obstacle == nil, await makeRoom(for: request) {
                return await resolveAlone(request, control)
            }
            guard await batchRefusal == nil, await obstacle == nil, error.code != .batchClosed,
                error.mayConcernOneItem, !control.isAtomic, let halves = request.halves
            else { return await failure(explained(error), of: request) }
            var first = await resolveAlone(halves.first, control)
            let second = await resolveAlone(halves.second, control)
            first.outcomes += second.outcomes
            first.generation = second.generation
            return first
        }
    }

    private nonisolated func performAlone(
        _ request: LibraryRequest, _ control: BatchControl
    ) async throws(FontError) -> Answer {
        guard case .register(let candidates, let options) = request.action else {
            preconditionFailure("a batch registers fonts")
        }
        let provider = request.requester.provider.id
        var planner = try await planner(
            digests: candidates.map(\.digest), ids: [],
            names: candidates.flatMap(\.postscriptNames), instanceNames: candidates.flatMap(\.instanceNames),
            fullNames: candidates.flatMap(\.fullNames), families: candidates.flatMap(\.families),
            usage: [provider: usage(of: request.requester.provider)],
            programFonts: provider == .user ? 0 : fontsOfPrograms(), replacesFiles: request.replacesFiles,
            calls: options.request(by: request.requester), firstSequence: reserveSequences(candidates.count))
        try control.checkNotCancelled()
        let outcomes = planner.apply(request)
        let plan = planner.finish()
        control.note(progress: 0.1)
        guard !plan.isEmpty else {
            let generation = try await FontError.mapping { () throws(RegistryError) in try await registry.generation() }
            return Answer(outcomes: outcomes, generation: generation)
        }
        if plan.items.isEmpty {
            try await passGate(for: request)
            // What is noted of the call keeps its name from being used for another one.
            guard control.beginPublishing() else { throw BatchControl.cancelledError }
            return Answer(outcomes: outcomes, generation: try await commitWithoutFiles(plan))
        }
        let added = plan.addition(for: provider)
        await inTurn { $0.noteAddition(added) }
        return Answer(outcomes: outcomes, generation: try await executeAlone(plan, of: request, control))
    }

    /// Carries out the plan of a large batch in the order of any other.
    private nonisolated func executeAlone(
        _ plan: LibraryPlan, of request: LibraryRequest, _ control: BatchControl
    ) async throws(FontError) -> UInt64 {
        let expectation = try await rootExpectation()
        try await noteBeginning()
        let assigned: Result<LibraryPlan.Assignment, FontError> = await inTurn { publisher in
            Result { () throws(FontError) in
                var layout = publisher.layout
                let assignment = try plan.assignment(in: &layout)
                publisher.layout = layout
                return assignment
            }
        }
        let assignment = try assigned.get()
        let transaction = FontTransaction(
            tree: tree, moves: assignment.moves, newShards: assignment.newShards, expecting: expectation)
        var entered: [FontDigest] = []
        var touched: [String] = []
        let generation: UInt64
        let clock = ContinuousClock()
        let start = clock.now
        do throws(FontError) {
            try transaction.prepare { () throws(FontError) in try control.checkNotCancelled() }
            control.note(progress: 0.3)
            try await passGate(for: request)
            guard control.beginPublishing() else { throw BatchControl.cancelledError }
            try await noteNames(of: plan, assignment, expectation)
            let published = try transaction.publish()
            touched = published.touchedDirectories
            control.note(progress: 0.4)
            try await warm(touched) { control.note(progress: 0.4 + 0.3 * $0) }
            if !touched.isEmpty { settling.noteChange() }
            var mutations = plan.mutations(places: assignment.places, stamps: published.stamps)
            if !touched.isEmpty { mutations += try await noticeOfChange(expectation) }
            // What takes the place of another font takes its file's name too, so that both change in one commit.
            let successors = plan.successors
            func isEarly(_ mutation: RegistryMutation) -> Bool {
                mutation.enteredDigest.map { !successors.contains($0) } ?? false
            }
            let contents = mutations.filter(isEarly)
            let rest = mutations.filter { !isEarly($0) }
            // Nobody sees a content that nobody has registered, and the next start removes it.
            for group in stride(from: 0, to: contents.count, by: Self.contentsPerCommit) {
                let part = Array(contents[group..<min(group + Self.contentsPerCommit, contents.count)])
                _ = try await commit(part)
                entered += part.compactMap(\.enteredDigest)
                control.note(progress: 0.7 + 0.25 * Double(entered.count) / Double(contents.count))
            }
            let committing = clock.now
            try await passGate(for: request)
            generation = try await commit(rest)
            log.debug(
                "Registered a batch",
                metadata: [
                    "fonts": "\(plan.items.count)", "publishing": "\(start.duration(to: committing))",
                    "committing": "\(committing.duration(to: clock.now))",
                ])
        } catch {
            throw await takeBack(transaction, plan, assignment, entered, after: error)
        }
        let isTouched = !touched.isEmpty
        await forgetSessionNames(of: plan)
        do throws(FontError) {
            try transaction.finish()
        } catch {
            log.warning("Files of a batch are cleared up at the next start", metadata: ["error": "\(error)"])
        }
        if plan.keepsRemovedFonts { await limitRemovedFonts() }
        await inTurn { publisher in
            for item in plan.items { publisher.count(item) }
            if !plan.decisions.isEmpty { publisher.hasUnsavedDecisions = true }
            // What comes after this is the other half of the batch, of which nothing is known yet.
            publisher.reservation?.added = nil
            publisher.announce(generation, touchedTree: isTouched)
            publisher.tellOfRegistrations(plan)
        }
        return generation
    }

    /// Warms caches one by one, so that those of a round need not wait for all of them.
    private nonisolated func warm(
        _ directories: [String], progress: (Double) -> Void = { _ in }
    ) async throws(FontError) {
        for (index, directory) in directories.enumerated() {
            if case .failure(let refusal) = try await inspectionPool.tryWarming([directory], key: Self.warmingKey) {
                await giveUpBatch(because: refusal)
                throw refusal
            }
            progress(Double(index + 1) / Double(directories.count))
        }
    }

    /// Goes on if the fonts may still be changed from here, where others may have been let in since the batch began, and
    /// if the session goes on that they are to end with.
    private nonisolated func passGate(for request: LibraryRequest) async throws(FontError) {
        do throws(FontError) {
            if let refusal = await gate.obstacle() { throw refusal }
            try checkSession(of: request)
        } catch {
            await giveUpBatch(because: error)
            throw error
        }
    }

    /// Has none of the batch's fonts tried by itself: what is in the way is in the way of each.
    private func giveUpBatch(because refusal: FontError) { batchRefusal = refusal }

    private nonisolated func commit(_ mutations: [RegistryMutation]) async throws(FontError) -> UInt64 {
        try await FontError.mapping { () throws(RegistryError) in try await registry.commit(mutations) }
    }

    /// Undoes what was done of a batch.
    ///
    /// - Parameters:
    ///   - transaction: What was done to files.
    ///   - plan: What was to be done.
    ///   - assignment: The places that its fonts got.
    ///   - entered: The contents that the registry has already.
    ///   - failure: Why it is undone.
    /// - Returns: What to answer. Where something cannot be undone that is the answer to everybody until it is: the files
    ///   of the batch's fonts are in the tree, so that none can be tried by itself.
    private nonisolated func takeBack(
        _ transaction: FontTransaction, _ plan: LibraryPlan, _ assignment: LibraryPlan.Assignment,
        _ entered: [FontDigest], after failure: FontError
    ) async -> FontError {
        let (touched, problems) = transaction.rollBack(keepsDirectories: true)
        if !problems.isEmpty { await noteLeft(problems, after: failure) }
        // Whatever becomes of the caches: a row without a registration tells of a file that is not there any more.
        await forget(entered)
        let left = await inTurn { publisher in
            for item in plan.items {
                if case .replace(_, let predecessor, let name) = item.move, let shard = Shard(name: name) {
                    publisher.layout.add(cost: predecessor.scanCost, to: shard)
                }
                guard case .published(let name)? = assignment.places[item.digest], let shard = Shard(name: name) else {
                    continue
                }
                publisher.layout.remove(cost: item.scanCost, from: shard)
            }
            publisher.reservation?.added = nil
            // Between rounds, so that nobody is about to put a font into a directory that goes.
            let directories = try? await publisher.onThread { [tree] () throws(FontError) in
                (removed: transaction.removeEmptyDirectories(), shards: try tree.shards())
            }
            guard let directories, let shards = directories.shards else { return touched }
            publisher.layout.forget(assignment.newShards.filter { !shards.contains($0) })
            return touched.filter { !directories.removed.contains($0) }
        }
        await rewarm(left)
        return await obstacle ?? failure
    }

    /// Takes contents out of the registry that nobody has registered; where that fails, the next start does.
    nonisolated func forget(_ contents: [FontDigest]) async {
        do throws(FontError) {
            for group in stride(from: 0, to: contents.count, by: Self.contentsPerCommit) {
                _ = try await commit(
                    contents[group..<min(group + Self.contentsPerCommit, contents.count)].map { .deleteContent($0) })
            }
        } catch {
            log.error(
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
