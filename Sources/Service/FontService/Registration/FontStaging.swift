internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Synchronization

/// Writes fonts to the staging area on the disk and removes them from there.
///
/// They wait there for the transaction that puts them into place.
///
/// A hanging disk blocks at most two of the threads that everything else needs as well, and a single provider blocks
/// only one of them.
final class FontStaging: Sendable {
    private let publisher: LibraryPublisher
    private let tree: FontTree
    private let threads: BlockingThreads
    private let log: Logger
    /// The budget that limits concurrent use of the disk.
    let turns = AsyncBudget(limit: turnCount)
    private static let turnCount = 2
    /// The number of fonts that are being passed to the publisher, including those that are not read yet.
    private let arrivingCount = Atomic<Int>(0)
    /// Fonts that could not be removed, for example because the disk is not writable.
    ///
    /// The next removal tries again.
    private let left = Mutex<[StagedFont]>([])
    private let directory: StagingDirectory

    /// The maximum number of fonts at a time that are synced individually.
    ///
    /// If there are more, they share one sync of the file system.
    private static let synchronizedCount = 4

    /// Creates the staging service.
    ///
    /// - Parameter publisher: The publisher, which puts the fonts into place. Fonts are written and removed on its
    ///   threads.
    init(publisher: LibraryPublisher) {
        self.publisher = publisher
        tree = publisher.context.tree
        directory = StagingDirectory(of: publisher.context.tree)
        threads = publisher.context.threads
        log = publisher.context.log
    }

    /// Counts a font as on its way to the publisher until it is written or refused.
    func withArrival<Result: Sendable>(_ body: () async -> Result) async -> Result {
        arrivingCount.add(1, ordering: .relaxed)
        defer { arrivingCount.subtract(1, ordering: .relaxed) }
        return await body()
    }

    /// Writes a font while it is being examined, so that its registration need not wait for the disk afterwards.
    ///
    /// It writes only if a tree exists: a refused font must not leave a new tree behind.
    ///
    /// - Parameters:
    ///   - memory: The bytes.
    ///   - provider: The provider whose turn is used.
    /// - Returns: The staged bytes, which must be discarded if the font is refused; `nil` if they could not be written.
    ///   The transaction then tries again, and reports the error if it fails.
    @concurrent func stageEarly(_ memory: SealedMemory, for provider: ProviderIdentifier) async -> StagedFont? {
        // Fonts that are being examined or are waiting for that will be in the same round, or in one of the next few.
        let count = arrivingCount.load(ordering: .relaxed)
        return await turns.withShare(1, of: provider) {
            try? await threads.run { [self] in
                try? tree.stage(memory, durably: count <= Self.synchronizedCount, leaving: noteLeft)
            }
        }
    }

    /// Moves the bytes of candidates from memory to the disk.
    ///
    /// - Parameters:
    ///   - candidates: Fonts in memory.
    ///   - provider: The provider of the fonts.
    /// - Returns: The same fonts on the disk, or the error for a font that could not be written.
    @concurrent func stage(
        _ candidates: [FontCandidate], for provider: ProviderIdentifier
    ) async -> [Result<FontCandidate, FontError>] {
        guard !candidates.isEmpty else { return [] }
        return await turns.withShare(1, of: provider) {
            do throws(FontError) {
                let expectation = try await publisher.context.rootExpectation()
                return try await publisher.context.onThread { [self] () throws(FontError) in
                    try directory.make(expecting: expectation)
                    return candidates.map { candidate in
                        Result { () throws(FontError) in
                            guard case .memory(let memory) = candidate.bytes else { return candidate }
                            return candidate.staged(as: try tree.stage(memory, leaving: noteLeft))
                        }
                    }
                }
            } catch {
                return candidates.map { _ in .failure(error) }
            }
        }
    }

    /// Removes the directory if no font waits in it any more and none was published.
    ///
    /// It must be called when the last batch is closed.
    ///
    /// - Parameter provider: The provider whose turn is used.
    @concurrent func removeDirectory(of provider: ProviderIdentifier) async {
        guard directory.isToBeRemoved else { return }
        // This runs between rounds and while no font is being written, so no font can be about to enter the directory.
        await turns.withShare(Self.turnCount, of: provider) {
            await publisher.inTurn { [self] in
                do throws(FontError) {
                    try await publisher.context.onThread { [directory] () throws(FontError) in
                        try directory.removeIfUnused()
                    }
                } catch {
                    log.warning("Directories for fonts stay though there are none", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Removes a provider's candidates that are still staged.
    func discard(_ candidates: [FontCandidate], of provider: ProviderIdentifier) async {
        await discard(
            candidates.compactMap { candidate in
                guard case .staged(let font) = candidate.bytes else { return nil }
                return font
            }, of: provider)
    }

    /// Removes a provider's candidates that are still staged after their request was answered.
    ///
    /// - Parameters:
    ///   - candidates: The fonts.
    ///   - provider: The provider whose turn is used.
    ///   - outcomes: The outcome of each.
    func discard(
        _ candidates: [FontCandidate], of provider: ProviderIdentifier, after outcomes: [ItemOutcome]
    ) async {
        let isCertain = zip(candidates, outcomes).allSatisfy { _, outcome in
            if case .success(let font) = outcome { !font.wasAlreadySo } else { false }
        }
        if isCertain {
            // Only a content that another provider had registered can still be staged, so the caller need not wait.
            Task { await discard(candidates, of: provider) }
        } else {
            await discard(candidates, of: provider)
        }
    }

    /// Removes staged fonts except those that were put into place, and fonts that could not be removed before.
    @concurrent func discard(_ staged: [StagedFont], of provider: ProviderIdentifier) async {
        let staged =
            staged
            + left.withLock { left in
                defer { left = [] }
                return left
            }
        guard !staged.isEmpty else { return }
        let result = await turns.withShare(1, of: provider) {
            try? await threads.run { [tree] in
                Result { () throws(FontError) in try tree.discard(staged) }
            }
        }
        if case .success = result { return }
        for font in staged { noteLeft(font) }
        log.warning("Fonts that were not registered stay in the staging directory until it can be written to")
    }

    /// Opens a staged font to read it; returns `nil` if that fails.
    func open(_ font: StagedFont, of provider: ProviderIdentifier) async -> OwnedFileDescriptor? {
        await turns.withShare(1, of: provider) {
            try? await threads.run { [tree] in try? tree.open(font) }
        }
    }

    /// Records a font to be removed later.
    private func noteLeft(_ font: StagedFont) { left.withLock { $0.append(font) } }
}
