internal import Synchronization

/// How far the files of one access have come together.
final class ResourceProgress: Sendable {
    private let done: Mutex<[Int]>
    private let total: Int?
    private let onProgress: @Sendable (Int, Int?) -> Void

    /// Starts with nothing fetched.
    ///
    /// - Parameters:
    ///   - resources: The files.
    ///   - onProgress: Takes how many bytes are fetched, of how many; `nil` where a manifest does not say.
    init(of resources: [ProviderResource], _ onProgress: @escaping @Sendable (Int, Int?) -> Void) {
        done = Mutex(Array(repeating: 0, count: resources.count))
        let sizes = resources.compactMap(\.size)
        total = sizes.count == resources.count ? sizes.reduce(0, +) : nil
        self.onProgress = onProgress
    }

    /// Takes note of how many bytes of a file are there.
    func note(_ bytes: Int, of index: Int) {
        let sum = done.withLock { done in
            done[index] = max(done[index], bytes)
            return done.reduce(0, +)
        }
        onProgress(sum, total)
    }
}
