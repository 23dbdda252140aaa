internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging

/// Writes the fonts of batches to where they wait, and removes them from there.
///
/// A disk that hangs keeps two threads of those that everything else needs as well, and a provider but one of them.
struct BatchStaging: Sendable {
    let tree: FontTree
    let threads: BlockingThreads
    let log: Logger
    /// Who may use the disk at one time.
    let turns = AsyncBudget(limit: 2)

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
        let results = await turns.withShare(1, of: provider) {
            try? await threads.run { [tree] in
                candidates.map { candidate in
                    Result { () throws(FontError) in
                        guard case .memory(let memory) = candidate.bytes else { return candidate }
                        return candidate.staged(as: try tree.stage(memory))
                    }
                }
            }
        }
        return results
            ?? candidates.map { _ in
                .failure(FontError(.busy, "Too much work is waiting for the disk. Try again later."))
            }
    }

    /// Removes what still waits of a provider's candidates.
    @concurrent func discard(_ candidates: [FontCandidate], of provider: ProviderIdentifier) async {
        let staged = candidates.compactMap { candidate -> StagedFont? in
            guard case .staged(let font) = candidate.bytes else { return nil }
            return font
        }
        guard !staged.isEmpty else { return }
        let result = await turns.withShare(1, of: provider) {
            try? await threads.run { [tree] in
                Result { () throws(FontError) in try tree.discard(staged) }
            }
        }
        if case .success = result { return }
        log.warning("Fonts of a batch stay in the staging directory until the next start")
    }
}
