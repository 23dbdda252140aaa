package import FontModel
package import InspectionClient
package import Logging
package import Registry
internal import Systemd

/// Validates registered fonts again: on request, and if the validators have changed since their last validation.
///
/// One font is inspected at a time, so that a pass never takes more than one of the slots that registrations wait for.
/// The results are committed in small batches.
package actor Revalidator {
    /// The number of fonts whose results are committed together.
    private static let fontsPerCommit = 16

    /// The minimum interval between two progress reports.
    private static let progressInterval = Duration.milliseconds(100)

    private let registry: Registry
    private let publisher: LibraryPublisher
    private let intake: FontIntake
    private let inspector: FontInspector
    private let denyLists: DenyListService
    private let denials: FontDenials
    private let work: WorkInProgress
    private let log: Logger
    private let onProgress: @Sendable (RevalidationProgress) -> Void
    private var runningCount = 0
    private var cancelledPasses = 0
    private var lastNotice: ContinuousClock.Instant?
    /// Whether all fonts have been validated that had been validated by other validators before the start.
    private var hasJudged = false

    /// The progress of the running passes; `nil` if none is running.
    package private(set) var progress: RevalidationProgress?

    /// Creates a revalidator that does nothing yet.
    ///
    /// - Parameters:
    ///   - registry: The registered fonts, with the validators of each.
    ///   - publisher: Changes the library.
    ///   - intake: Inspects stored fonts.
    ///   - inspector: Names the current validators.
    ///   - denyLists: Reads the lists of denied fonts.
    ///   - denials: The fonts that are denied.
    ///   - work: Records that a pass is running.
    ///   - log: The log for the results of passes.
    ///   - onProgress: Receives the progress, at most ten times a second.
    package init(
        registry: Registry, publisher: LibraryPublisher, intake: FontIntake, inspector: FontInspector,
        denyLists: DenyListService, denials: FontDenials, work: WorkInProgress, log: Logger,
        onProgress: @escaping @Sendable (RevalidationProgress) -> Void
    ) {
        self.registry = registry
        self.publisher = publisher
        self.intake = intake
        self.inspector = inspector
        self.denyLists = denyLists
        self.denials = denials
        self.work = work
        self.log = log
        self.onProgress = onProgress
    }

    /// Does the work that is due after a start.
    ///
    /// Reads the lists of denied fonts, and validates the fonts again that were last validated by other validators.
    package func runIfNeeded() async {
        await applyDenyLists()
        do throws(FontError) {
            let oldest = try await contents(notJudgedBy: nil, limit: 1)
            guard !oldest.isEmpty else { return hasJudged = true }
            let judges = Opinion.heard(try await inspector.judges())
            let digests = try await contents(notJudgedBy: judges, limit: .max)
            guard !digests.isEmpty else { return hasJudged = true }
            log.notice(
                "Judging fonts anew that others judged",
                metadata: ["fonts": "\(digests.count)", "judges": "\(judges)"])
            let result = await run(digests, judges: judges)
            hasJudged = !result.isCancelled && result.failures.isEmpty
        } catch {
            log.warning("Fonts could not be judged anew", metadata: ["error": "\(error)"])
        }
    }

    /// Reads the lists of denied fonts, disables the fonts that they deny, and enables those that they no longer deny.
    package func applyDenyLists() async {
        await denyLists.refresh()
        await work.during(.revalidation) { await applyDenials() }
    }

    private func applyDenials() async {
        do throws(FontError) {
            let moved = try await contentsToMove()
            guard !moved.isEmpty else { return }
            _ = await run(moved, judges: Opinion.heard(try await inspector.judges()))
        } catch {
            log.warning("Denied fonts could not be taken out of use", metadata: ["error": "\(error)"])
        }
    }

    /// The contents that are denied and still in use, or no longer denied and still out of use.
    private func contentsToMove() async throws(FontError) -> [FontDigest] {
        let outOfUse = try await FontError.mapping { () throws(RegistryError) in
            try await registry.contents.denied()
        }
        let suspects = denials.digests.union(outOfUse).sorted { $0.hexadecimal < $1.hexadecimal }
        guard !suspects.isEmpty else { return [] }
        let records = try await FontError.mapping { () throws(RegistryError) in
            try await registry.contents.records(suspects)
        }
        return records.filter { ($0.refusal?.kind == .denied) != (denials.refusal(of: $0.digest) != nil) }
            .map(\.digest)
    }

    /// Whether no validation is due: all validations since the start are done, and the current deny lists are applied.
    package func isAtRest() async -> Bool {
        guard hasJudged, runningCount == 0 else { return false }
        await denyLists.refresh()
        return (try? await contentsToMove())?.isEmpty == true
    }

    /// Validates registrations again, regardless of their last validation.
    ///
    /// - Parameters:
    ///   - ids: The registrations; `nil` for all.
    ///   - isPlan: Whether to report the results without changing anything.
    ///   - isWanted: Whether the caller still waits.
    /// - Returns: The results.
    /// - Throws: `NotRegistered` for an unknown id, or the error that prevented validating any font.
    package func revalidate(
        _ ids: [FontIdentifier]?, isPlan: Bool = false, isWanted: @escaping @Sendable () -> Bool
    ) async throws(FontError) -> RevalidationResult {
        if isPlan { await denyLists.refresh() } else { await applyDenyLists() }
        let digests: [FontDigest]
        if let ids {
            let wanted = ids
            let found = try await FontError.mapping { () throws(RegistryError) in
                try await registry.registrations.records(wanted)
            }
            guard found.count == ids.count else {
                throw FontError(.notRegistered, "At least one of the ids does not belong to a registered font.")
            }
            var seen: Set<FontDigest> = []
            digests = found.map(\.digest).filter { seen.insert($0).inserted }
        } else {
            digests = try await contents(notJudgedBy: nil, limit: .max)
        }
        guard !digests.isEmpty else { return RevalidationResult() }
        let judges = Opinion.heard(try await inspector.judges())
        return await run(digests, judges: judges, isPlan: isPlan, isWanted: isWanted)
    }

    /// Cancels the running passes; their results so far are kept.
    package func cancel() { cancelledPasses += runningCount }

    private func contents(notJudgedBy judges: String?, limit: Int) async throws(FontError) -> [FontDigest] {
        let found = try await FontError.mapping { () throws(RegistryError) in
            try await registry.contents.all(notJudgedBy: judges)
        }
        return Array(found.prefix(limit))
    }

    // MARK: - A pass

    private func run(
        _ digests: [FontDigest], judges: String, isPlan: Bool = false,
        isWanted: @escaping @Sendable () -> Bool = { true }
    ) async -> RevalidationResult {
        runningCount += 1
        progress = RevalidationProgress(
            done: progress?.done ?? 0, total: (progress?.total ?? 0) + digests.count)
        let result = await work.during(.revalidation) {
            await pass(over: digests, judges: judges, isPlan: isPlan, isWanted)
        }
        runningCount -= 1
        if runningCount == 0 {
            progress = nil
            cancelledPasses = 0
        }
        if !isPlan, !result.quarantined.isEmpty || !result.released.isEmpty {
            log.notice(
                "Fonts were judged anew",
                metadata: [
                    "fonts": "\(result.checked)", "quarantined": "\(result.quarantined.count)",
                    "released": "\(result.released.count)",
                ])
        }
        return result
    }

    private func pass(
        over digests: [FontDigest], judges: String, isPlan: Bool, _ isWanted: @Sendable () -> Bool
    ) async -> RevalidationResult {
        var result = RevalidationResult()
        var judgements: [ContentJudgement] = []
        let cancelledBefore = cancelledPasses
        for (index, digest) in digests.enumerated() {
            guard isWanted(), cancelledPasses == cancelledBefore, !Task.isCancelled else {
                result.isCancelled = true
                tell(of: digests.count - index, isLast: true)
                break
            }
            do throws(FontError) {
                if let judgement = try await judge(digest, judges: judges, isPlan: isPlan) {
                    judgements.append(judgement)
                    result.checked += 1
                }
            } catch {
                await note(error, about: digest, in: &result)
            }
            if judgements.count == Self.fontsPerCommit {
                await carryOut(judgements, isPlan: isPlan, &result)
                judgements = []
            }
            tell(of: 1, isLast: index == digests.count - 1)
        }
        await carryOut(judgements, isPlan: isPlan, &result)
        return result
    }

    private func carryOut(_ judgements: [ContentJudgement], isPlan: Bool, _ result: inout RevalidationResult) async {
        if isPlan { await foresee(judgements, &result) } else { await commit(judgements, &result) }
    }

    /// Records what the results of validations would change.
    private func foresee(_ judgements: [ContentJudgement], _ result: inout RevalidationResult) async {
        let records: [ContentRecord]
        do throws(RegistryError) {
            records = try await registry.contents.records(judgements.map(\.digest))
        } catch {
            for judgement in judgements { await note(FontError(error), about: judgement.digest, in: &result) }
            return
        }
        let refused = Set(records.filter { $0.refusal != nil }.map(\.digest))
        for judgement in judgements where (judgement.refusal != nil) != refused.contains(judgement.digest) {
            let ids = await registrations(of: judgement.digest)
            if judgement.refusal == nil { result.released += ids } else { result.quarantined += ids }
        }
    }

    /// Validates one content; returns `nil` if it is no longer stored or was altered.
    private func judge(
        _ digest: FontDigest, judges: String, isPlan: Bool
    ) async throws(FontError) -> ContentJudgement? {
        if let refusal = denials.refusal(of: digest) { return ContentJudgement(digest, refusal: refusal) }
        for isLast in [false, true] {
            let candidate: FontCandidate
            do throws(FontError) {
                let context = publisher.context
                let file = try await context.openFile(of: digest, evenRefused: true) { work async throws(FontError) in
                    try await context.onThread(work)
                }
                candidate = try await intake.candidate(of: file, for: FontInspector.revalidation)
            } catch {
                switch error.code {
                case .fileNotFound, .corrupt: return nil
                case .invalidFontData, .unrecognizedFormat, .exceededResourceLimit:
                    // A worker may have crashed for another reason than the font: the font is inspected once more
                    // before it is rejected.
                    guard isLast else { continue }
                    return ContentJudgement(
                        digest, judges: judges, refusal: ContentRefusal(.invalid, reason: error.message))
                default: throw error
                }
            }
            guard candidate.digest == digest else {
                if isPlan { return nil }
                _ = try await LibraryReconciler(publisher, intake: intake)
                    .verify(digest, cause: .file, quietTime: .zero)
                return nil
            }
            return ContentJudgement(digest, judges: Opinion.heard(candidate.opinions), refusal: nil)
        }
        return nil
    }

    private func commit(_ judgements: [ContentJudgement], _ result: inout RevalidationResult) async {
        guard !judgements.isEmpty else { return }
        // Denials by a list are committed with a cause of their own.
        let denied = judgements.filter { $0.refusal?.kind == .denied }
        for (part, requester) in [(denied, Requester.policy), (judgements.filter { !denied.contains($0) }, .check)]
        where !part.isEmpty {
            let answer = await publisher.submit(LibraryRequest(.judge(part), by: requester))
            for (judgement, outcome) in zip(part, answer.outcomes) {
                switch outcome {
                case .success(let font) where font.wasAlreadySo: continue
                case .success: await note(judgement, in: &result)
                case .failure(let error) where error.code == .notRegistered: continue
                case .failure(let error): await note(error, about: judgement.digest, in: &result)
                }
            }
        }
    }

    private func note(_ judgement: ContentJudgement, in result: inout RevalidationResult) async {
        let ids = await registrations(of: judgement.digest)
        if let refusal = judgement.refusal {
            result.quarantined += ids
            log.report(
                refusal.kind == .denied ? .fontDenied : .fontUnsound, .warning,
                refusal.kind == .denied
                    ? "A registered font is denied and out of use"
                    : "A registered font does not pass any more and is out of use",
                metadata: ["sha256": "\(judgement.digest)", "error": "\(refusal.reason)"])
        } else {
            result.released += ids
        }
    }

    private func note(
        _ error: FontError, about digest: FontDigest, in result: inout RevalidationResult
    ) async {
        result.failures += await registrations(of: digest).map { ($0, error) }
    }

    private func registrations(of digest: FontDigest) async -> [FontIdentifier] {
        ((try? await registry.registrations.records(of: digest)) ?? []).map(\.id)
    }

    private func tell(of count: Int, isLast: Bool) {
        progress?.done += count
        guard let progress else { return }
        let now = ContinuousClock.now
        if !isLast, let lastNotice, now - lastNotice < Self.progressInterval { return }
        lastNotice = now
        onProgress(progress)
    }
}
