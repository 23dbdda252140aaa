package import FontModel
package import LinuxSystem

/// The fonts that one caller registers together. They are collected, examined and kept on the disk until then.
package actor FontBatch {
    private enum State {
        case open, committing, committed, cancelled, failed
    }

    /// The outcome of offering a font to the batch.
    package struct Offer: Sendable {
        /// The font's index in the results of ``commit(onEntry:)``.
        package var index: Int
        /// The faces of the font, or the error if it was refused.
        package var outcome: Result<[FaceDescription], FontError>
    }

    /// The answer to ``commit(onEntry:)``.
    package struct Answer: Sendable {
        /// The outcome of each font, by its index.
        package var outcomes: [ItemOutcome]
        /// The generation that contains the change.
        package var generation: UInt64
        /// The owner's names for the fonts, by their index.
        package var names: [Int: String]
    }

    /// The services that a batch uses.
    struct Helpers: Sendable {
        let intake: FontIntake
        let staging: FontStaging
        let ledger: BatchLedger
        /// The permission that determines which fonts may be registered.
        var permission = InstallPermission.everything
        /// Registers, in one request, the valid fonts among the given number of fonts.
        let register:
            @Sendable (_ candidates: [FontCandidate], _ count: Int, _ control: BatchControl) async throws(FontError) ->
                LibraryPublisher.Answer
    }

    /// The owner of the batch, as named by the caller that began it.
    package nonisolated let owner: String
    private nonisolated let provider: ProviderIdentifier
    private nonisolated let helpers: Helpers
    private let onProgress: @Sendable (Double) async -> Void
    private nonisolated let control: BatchControl

    private var state = State.open
    /// The task that asks the user while the batch is being committed.
    private var asking: Task<[FontDigest: FontError], Never>?
    private var fonts = BatchFonts()
    /// The number of calls of ``add(_:names:onEntry:)`` in flight, and of those among them that are writing to the
    /// disk.
    private var addingCount = 0
    private var writingCount = 0
    private var isCounted = true
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private let progressNotes: AsyncStream<Double>.Continuation
    private var notices = ProgressNotices()

    /// The progress of ``commit(onEntry:)``, from 0 to 1.
    package var progress: Double { notices.fraction }

    /// Creates an open batch, which the ledger has already counted.
    init(
        owner: String, provider: ProviderIdentifier, isAtomic: Bool, helpers: Helpers,
        onProgress: @escaping @Sendable (Double) async -> Void
    ) {
        self.owner = owner
        self.provider = provider
        self.helpers = helpers
        self.onProgress = onProgress
        let (stream, continuation) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        progressNotes = continuation
        control = BatchControl(isAtomic: isAtomic) { continuation.yield($0) }
        Task { [weak self] in
            for await fraction in stream { await self?.tell(progress: fraction) }
        }
    }

    /// The number of fonts that were offered to the batch.
    package var count: Int { fonts.count }

    /// The owner's names for the fonts, by their index; empty once the batch is closed.
    var names: [Int: String] { fonts.names }

    /// Whether the batch was committed or cancelled, and this has been completed.
    package var isClosed: Bool { !isCounted }

    /// Adds fonts.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files; their bytes are copied.
    ///   - names: The owner's name for each font; an empty string for an unnamed font.
    ///   - onEntry: Called once the fonts belong to the batch. Any later call, including ``commit(onEntry:)``, comes
    ///     after them.
    /// - Returns: The outcome of each font, in order.
    /// - Throws: `BatchClosed`, and `ExceededResourceLimit` if there would be too many fonts or names that take too
    ///   much space; then no font is added.
    package nonisolated func add(
        _ fonts: [OwnedFileDescriptor], names: [String] = [], onEntry: () -> Void = {}
    ) async throws(FontError) -> [Offer] {
        let first = try await beginAdding(fonts.count, names)
        onEntry()
        await helpers.intake.withCandidates(of: fonts, for: provider) { group in
            // The bytes are written from memory to the disk before the next group is read.
            let accepted = await accept(group, first: first)
            await keep(accepted, await helpers.staging.stage(accepted.map(\.candidate), for: provider))
        }
        return try await endAdding(first..<first + fonts.count)
    }

    private func beginAdding(_ count: Int, _ texts: [String]) throws(FontError) -> Int {
        try checkOpen()
        guard fonts.count + count <= BatchLimits.fonts else {
            throw FontError(
                .exceededResourceLimit,
                "A batch takes as many fonts as a person may have, \(BatchLimits.fonts), and has \(fonts.count). "
                    + "Commit it and begin another one.")
        }
        let added = BatchSize(names: texts)
        try helpers.ledger.take(added, provider: provider)
        addingCount += 1
        return fonts.append(count, names: texts, size: added)
    }

    /// Records refusals, and counts the fonts that will be written.
    private func accept(_ group: [FontIntake.Examined], first: Int) -> [BatchFonts.Accepted] {
        var accepted: [BatchFonts.Accepted] = []
        // No outcome is reported for fonts that are added to a cancelled batch, and the batch may have no place for
        // them any more.
        for item in group where !control.isCancelled {
            let index = first + item.position
            switch item.candidate {
            case .failure(let error): fonts.note(.failure(error), at: index)
            case .success(let candidate):
                do throws(FontError) {
                    let added = BatchSize(candidate)
                    try helpers.ledger.take(added, provider: provider)
                    fonts.add(added)
                    accepted.append(BatchFonts.Accepted(index: index, candidate: candidate))
                } catch {
                    fonts.note(.failure(error), at: index)
                }
            }
        }
        writingCount += 1
        return accepted
    }

    private func keep(_ accepted: [BatchFonts.Accepted], _ staged: [Result<FontCandidate, FontError>]) {
        for (item, result) in zip(accepted, staged) { fonts.note(result, at: item.index) }
        writingCount -= 1
        resumeWaiters()
    }

    private func endAdding(_ range: Range<Int>) throws(FontError) -> [Offer] {
        addingCount -= 1
        resumeWaiters()
        if control.isCancelled { throw BatchControl.cancelledError }
        return range.map { index in
            Offer(index: index, outcome: fonts.outcome(at: index) ?? .failure(BatchControl.cancelledError))
        }
    }

    /// Registers the fonts and closes the batch, after all calls of ``add(_:names:onEntry:)`` in flight have ended.
    ///
    /// - Parameter onEntry: Called once no more fonts can be added.
    /// - Returns: The outcome of each font, the names of the fonts, and the generation.
    /// - Throws: `BatchClosed`, or another error if nothing can be registered now.
    package func commit(
        onEntry: @Sendable () -> Void = {}
    ) async throws(FontError) -> Answer {
        try checkOpen()
        state = .committing
        onEntry()
        while addingCount > 0, !control.isCancelled { await wait() }
        let result: Result<Answer, FontError>
        do throws(FontError) {
            result = .success(try await registerAll())
            state = .committed
        } catch {
            result = .failure(error)
            if state == .committing { state = .failed }
        }
        if state == .committed { progressNotes.yield(1) }
        await clear()
        if state == .committed { notices.finish() }
        return try result.get()
    }

    private func registerAll() async throws(FontError) -> Answer {
        if control.isCancelled { throw BatchControl.cancelledError }
        let refusals = await refusals()
        if control.isCancelled { throw BatchControl.cancelledError }
        let offered = fonts.offered(refusing: refusals)
        var accepted: [BatchFonts.Accepted] = []
        for (index, item) in offered.enumerated() {
            guard case .success(let candidate) = item else { continue }
            accepted.append(BatchFonts.Accepted(index: index, candidate: candidate))
        }
        // This is also necessary if nothing is left to register, because the answer contains a generation.
        let refuses = control.isAtomic && accepted.count < offered.count
        let answer = try await helpers.register(
            refuses ? [] : accepted.map { $0.candidate.at($0.index) }, offered.count, control)
        if control.isCancelled { throw BatchControl.cancelledError }
        var outcomes: [ItemOutcome] = offered.map { item in
            switch item {
            case .success: .failure(LibraryPlanner.atomicError)
            case .failure(let error): .failure(error)
            }
        }
        if !refuses {
            for (item, outcome) in zip(accepted, answer.outcomes) { outcomes[item.index] = outcome }
        }
        return Answer(outcomes: outcomes, generation: answer.generation, names: fonts.names)
    }

    /// Returns why some of the fonts may not be registered, by their digests.
    ///
    /// It asks the user, in a task that ends with the batch.
    private func refusals() async -> [FontDigest: FontError] {
        let offered = fonts.candidates.map { OfferedFont($0, preview: helpers.preview(of: $0, by: provider)) }
        let asking = Task { [permission = helpers.permission] in
            await permission.refusals(of: offered, asking: true).refusals
        }
        self.asking = asking
        defer { self.asking = nil }
        return await asking.value
    }

    /// Cancels the batch, and returns when all of its data has been removed.
    ///
    /// - Parameter onEntry: Called once no font of the batch can be registered any more.
    /// - Throws: `BatchClosed` if the batch was committed or cancelled before, or is about to be published.
    package func cancel(onEntry: @Sendable () -> Void = {}) async throws(FontError) {
        switch state {
        case .open, .committing: break
        case .committed, .cancelled, .failed: try checkOpen()
        }
        guard control.cancel() else {
            throw FontError(.batchClosed, "The fonts of the batch are being published; it is too late to cancel it.")
        }
        let isCommitting = state == .committing
        state = .cancelled
        onEntry()
        if isCommitting {
            asking?.cancel()
            resumeWaiters()
            // The call that commits the batch also cleans up.
            while isCounted { await wait() }
        } else {
            await clear()
        }
    }

    private func checkOpen() throws(FontError) {
        switch state {
        case .open: return
        case .committing: throw FontError(.batchClosed, "The batch is being committed.")
        case .committed: throw FontError(.batchClosed, "The batch was committed. Begin another one for more fonts.")
        case .cancelled: throw BatchControl.cancelledError
        case .failed: throw FontError(.batchClosed, "The batch could not be committed. Begin another one.")
        }
    }

    // MARK: - Clearing up

    /// Removes the waiting fonts from the disk and releases the budget, once no call is adding to either.
    private func clear() async {
        progressNotes.finish()
        while writingCount > 0 { await wait() }
        await helpers.staging.discard(fonts.close(), of: provider)
        let isLast = helpers.ledger.close(owner: owner, provider: provider, size: fonts.size)
        if isLast { await helpers.staging.removeDirectory(of: provider) }
        isCounted = false
        resumeWaiters()
    }

    private func wait() async { await withCheckedContinuation { waiters.append($0) } }

    private func resumeWaiters() {
        let all = waiters
        waiters = []
        for waiter in all { waiter.resume() }
    }

    /// Reports the progress, one notice after the other.
    private func tell(progress fraction: Double) async {
        if notices.note(fraction) { await onProgress(fraction) }
    }
}
