internal import FontModel

/// The running downloads: one for each file, shared by all that wait for it, with the most urgent first.
actor ResourceDownloads {
    /// The maximum number of simultaneous downloads.
    ///
    /// It is lower than the limit of the downloader, so that fonts requested by their address need not wait for
    /// resources.
    static let filesAtOnce = 6

    /// The key of a download: a file on a particular server, so that no provider waits for the slow server of another.
    struct Key: Hashable {
        let digest: FontDigest
        let address: String
        /// The provider and the name of its secret for the server; `nil` if the server requires none.
        let credential: String?
        /// The only provider that the download is for; `nil` if all providers share it.
        var exclusiveProvider: ProviderIdentifier?
    }

    private struct Download {
        /// Distinguishes the download from an earlier one of the same file, which may still be ending.
        let number: UInt64
        /// The provider on whose behalf the file is downloaded.
        let provider: ProviderIdentifier
        var task: Task<Result<Void, FontError>, Never>
        /// The loading priority of each waiter, by the waiter's number.
        var waiters: [UInt64: LoadingPriority]
        var urgency: Double { waiters.values.map(\.value).max() ?? 0 }
    }

    private var downloads: [Key: Download] = [:]
    private var running = 0
    private var waiting: [(key: Key, continuation: CheckedContinuation<Void, Never>)] = []
    private var lastNumber: UInt64 = 0

    /// The number of downloads that wait until others have ended.
    var waitingCount: Int { waiting.count }

    /// The errors that can be due to the provider on whose behalf a file is downloaded.
    ///
    /// They are caused by its permissions, its manifest or the size that it declares. For another provider, the
    /// download of the same file may succeed.
    private static let causedByProvider: Set<FontError.Code> = [
        .assetNotFound, .missingEntitlement, .denied, .invalidFilePath, .exceededResourceLimit, .storageFull,
    ]

    /// The number of waiters for a download.
    func waiterCount(of key: Key) -> Int { downloads[key]?.waiters.count ?? 0 }

    /// Downloads a file, or waits for the running download of the same file.
    ///
    /// If that download was on behalf of another provider and failed because of it, the file is downloaded again, once.
    /// A download is cancelled when the tasks of all its waiters are cancelled.
    ///
    /// - Parameters:
    ///   - key: The file.
    ///   - provider: The provider on whose behalf the file is downloaded.
    ///   - priority: The loading priority, which is read when the next download is chosen.
    ///   - fetch: Downloads and stores the file.
    /// - Returns: Whether the file was downloaded on behalf of another provider.
    /// - Throws: The error that prevented the download.
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

    /// Waits for a download, and begins it if it is not running.
    ///
    /// - Returns: The result of the download, and the provider on whose behalf the file was downloaded.
    /// - Throws: `cancelledByUser` if the task is cancelled.
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

    private static let cancelled = FontError(.cancelledByUser, "The caller has cancelled the download.")

    private func giveUp(_ key: Key, _ number: UInt64) {
        downloads[key]?.waiters[number] = nil
        guard let download = downloads[key], download.waiters.isEmpty else { return }
        download.task.cancel()
        // If another caller wants the file from now on, a new download begins.
        downloads[key] = nil
    }

    private func waitForTurn(_ key: Key) async {
        if running < Self.filesAtOnce { return running += 1 }
        await withCheckedContinuation { waiting.append((key, $0)) }
    }

    private func end(_ key: Key, _ number: UInt64) {
        if downloads[key]?.number == number { downloads[key] = nil }
        // Among equals, the first in the queue is chosen.
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
