internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Synchronization

/// Writes fonts to where they wait on the disk for the transaction that puts them into place, and removes them from
/// there.
///
/// A disk that hangs keeps two threads of those that everything else needs as well, and a provider but one of them.
final class FontStaging: Sendable {
    private let publisher: LibraryPublisher
    private let tree: FontTree
    private let threads: BlockingThreads
    private let log: Logger
    /// Who may use the disk at one time.
    let turns = AsyncBudget(limit: turnCount)
    private static let turnCount = 2
    /// How many fonts are on their way to the publisher at the moment, from before they are read.
    private let arrivingCount = Atomic<Int>(0)
    /// Fonts that could not be removed, as where the disk cannot be written to: the next removal tries again.
    private let left = Mutex<[StagedFont]>([])
    private let directory: StagingDirectory

    /// The most fonts at a time that are waited for one by one; more of them share one sync of the file system.
    private static let synchronizedCount = 4

    /// Creates it.
    ///
    /// - Parameter publisher: Who puts the fonts into place, on whose threads they are written and removed.
    init(publisher: LibraryPublisher) {
        self.publisher = publisher
        tree = publisher.context.tree
        directory = StagingDirectory(of: publisher.context.tree)
        threads = publisher.context.threads
        log = publisher.context.log
    }

    /// Counts a font in that is on its way to the publisher, until it is written or refused.
    func withArrival<Result: Sendable>(_ body: () async -> Result) async -> Result {
        arrivingCount.add(1, ordering: .relaxed)
        defer { arrivingCount.subtract(1, ordering: .relaxed) }
        return await body()
    }

    /// Writes a font while it is being examined, so that its registration need not wait for the disk as well.
    ///
    /// Not before there is a tree: a font that is refused must not leave one behind.
    ///
    /// - Parameters:
    ///   - memory: The bytes.
    ///   - provider: Whose turn it uses up.
    /// - Returns: Where they wait, for whoever refuses the font to discard them; `nil` where they could not be written: the
    ///   transaction will try again, and say why if it cannot.
    @concurrent func stageEarly(_ memory: SealedMemory, for provider: ProviderIdentifier) async -> StagedFont? {
        // Those that are being examined or wait for it will be in the same round, or in one of the next few.
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
    ///   - provider: Whose fonts they are.
    /// - Returns: The same fonts on the disk, or why one could not be written.
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

    /// Removes the directory where no font waits any more and none was published.
    ///
    /// Due when there is no batch any more.
    ///
    /// - Parameter provider: Whose turn it uses up.
    @concurrent func removeDirectory(of provider: ProviderIdentifier) async {
        guard directory.isToBeRemoved else { return }
        // While nobody writes, and between rounds: neither is about to put a font there.
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

    /// Removes what still waits of a provider's candidates.
    func discard(_ candidates: [FontCandidate], of provider: ProviderIdentifier) async {
        await discard(
            candidates.compactMap { candidate in
                guard case .staged(let font) = candidate.bytes else { return nil }
                return font
            }, of: provider)
    }

    /// Removes what still waits of a provider's candidates once a request for them is answered.
    ///
    /// - Parameters:
    ///   - candidates: The fonts.
    ///   - provider: Whose turn it uses up.
    ///   - outcomes: What became of each.
    func discard(
        _ candidates: [FontCandidate], of provider: ProviderIdentifier, after outcomes: [ItemOutcome]
    ) async {
        let isCertain = zip(candidates, outcomes).allSatisfy { _, outcome in
            if case .success(let font) = outcome { !font.wasAlreadySo } else { false }
        }
        if isCertain {
            // Nothing is left but of a content that somebody else had registered: nobody has to wait for that.
            Task { await discard(candidates, of: provider) }
        } else {
            await discard(candidates, of: provider)
        }
    }

    /// Removes staged fonts, those that were put into place excepted, and what could not be removed before.
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

    /// Takes note of a font to be removed later.
    private func noteLeft(_ font: StagedFont) { left.withLock { $0.append(font) } }
}
