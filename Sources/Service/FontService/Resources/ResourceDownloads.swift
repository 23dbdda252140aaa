internal import FontModel

/// The downloads that are under way: one for each file, however many wait for it, the most urgent first.
actor ResourceDownloads {
    /// How many files are fetched at a time: fewer than the downloader takes, so that fonts that are asked for by their
    /// address need not wait for resources.
    static let filesAtOnce = 6

    /// What tells downloads apart: bytes from a server, so that no provider waits for the slow server of another.
    struct Key: Hashable {
        let digest: FontDigest
        let address: String
        /// The provider and the name of its secret for the server; `nil` where the server wants none.
        let credential: String?
        /// The only provider that the download is for; `nil` where all providers share it.
        var exclusiveProvider: ProviderIdentifier?
    }

    private struct Download {
        /// Tells it from an earlier one of the same file, which may still be ending.
        let number: UInt64
        /// In whose name it is fetched.
        let provider: ProviderIdentifier
        var task: Task<Result<Void, FontError>, Never>
        /// The loading priorities of those who wait, by their numbers.
        var waiters: [UInt64: LoadingPriority]
        var urgency: Double { waiters.values.map(\.value).max() ?? 0 }
    }

    private var downloads: [Key: Download] = [:]
    private var running = 0
    private var waiting: [(key: Key, continuation: CheckedContinuation<Void, Never>)] = []
    private var lastNumber: UInt64 = 0

    /// How many downloads wait until others have ended.
    var waitingCount: Int { waiting.count }

    /// The errors that can be due to the provider in whose name a file is fetched.
    ///
    /// Its rights, its manifest or the size that it declares cause them; for another provider the same file may come.
    private static let causedByProvider: Set<FontError.Code> = [
        .assetNotFound, .missingEntitlement, .denied, .invalidFilePath, .exceededResourceLimit, .storageFull,
    ]

    /// How many wait for a download.
    func waiterCount(of key: Key) -> Int { downloads[key]?.waiters.count ?? 0 }

    /// Fetches a file, or waits for the running download of the same file.
    ///
    /// Where that was in the name of another provider and failed because of it, the file is fetched again, once. The
    /// download ends when nobody waits for it any more: whose task is cancelled does not.
    ///
    /// - Parameters:
    ///   - key: The file.
    ///   - provider: In whose name it is fetched.
    ///   - priority: The loading priority, as it is when the download's turn may have come.
    ///   - fetch: Fetches and keeps the file.
    /// - Returns: Whether it was fetched in the name of another provider.
    /// - Throws: What kept it from being fetched.
    @discardableResult
    func obtain(
        _ key: Key, for provider: ProviderIdentifier, priority: LoadingPriority,
        _ fetch: @escaping @Sendable () async -> Result<Void, FontError>
    ) async throws(FontError) -> Bool {
        let (result, owner) = try await join(key, for: provider, priority: priority, fetch)
        guard owner != provider, case .failure(let error) = result, Self.causedByProvider.contains(error.code) else {
            try result.get()
            return owner != provider
        }
        var own = key
        own.exclusiveProvider = provider
        try await join(own, for: provider, priority: priority, fetch).result.get()
        return false
    }

    /// Waits for a download, which begins where there is none.
    ///
    /// - Returns: What came of it, and in whose name it was fetched.
    /// - Throws: `cancelledByUser` where the task is cancelled.
    private func join(
        _ key: Key, for provider: ProviderIdentifier, priority: LoadingPriority,
        _ fetch: @escaping @Sendable () async -> Result<Void, FontError>
    ) async throws(FontError) -> (result: Result<Void, FontError>, owner: ProviderIdentifier) {
        lastNumber += 1
        let number = lastNumber
        if downloads[key] == nil {
            let task = Task {
                await self.waitForTurn(key)
                let result = Task.isCancelled ? .failure(Self.cancelled) : await fetch()
                self.end(key, number)
                return result
            }
            downloads[key] = Download(number: number, provider: provider, task: task, waiters: [:])
        }
        downloads[key]?.waiters[number] = priority
        guard let download = downloads[key] else { throw Self.cancelled }
        let result = await withTaskCancellationHandler {
            await download.task.value
        } onCancel: {
            Task { await self.giveUp(key, number) }
        }
        if Task.isCancelled { throw Self.cancelled }
        return (result, download.provider)
    }

    private static let cancelled = FontError(.cancelledByUser, "The caller has given it up.")

    private func giveUp(_ key: Key, _ number: UInt64) {
        downloads[key]?.waiters[number] = nil
        guard let download = downloads[key], download.waiters.isEmpty else { return }
        download.task.cancel()
        // Whoever wants it from now on has it fetched anew.
        downloads[key] = nil
    }

    private func waitForTurn(_ key: Key) async {
        if running < Self.filesAtOnce { return running += 1 }
        await withCheckedContinuation { waiting.append((key, $0)) }
    }

    private func end(_ key: Key, _ number: UInt64) {
        if downloads[key]?.number == number { downloads[key] = nil }
        // Of equals the first who came.
        let next = waiting.indices.reduce(nil as Int?) { best, index in
            guard let best else { return index }
            let isMoreUrgent =
                (downloads[waiting[index].key]?.urgency ?? 0) > (downloads[waiting[best].key]?.urgency ?? 0)
            return isMoreUrgent ? index : best
        }
        guard let next else { return running -= 1 }
        waiting.remove(at: next).continuation.resume()
    }
}
