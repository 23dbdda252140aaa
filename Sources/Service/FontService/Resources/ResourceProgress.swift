internal import Synchronization

/// The combined download progress of the files of one access.
final class ResourceProgress: Sendable {
    private let done: Mutex<[Int]>
    private let total: Int?
    private let onProgress: @Sendable (Int, Int?) -> Void

    /// Creates the progress of files of which nothing is downloaded yet.
    ///
    /// - Parameters:
    ///   - resources: The files.
    ///   - onProgress: Receives the number of bytes downloaded and the total, which is `nil` if a manifest lacks a
    ///     size.
    init(of resources: [ProviderResource], _ onProgress: @escaping @Sendable (Int, Int?) -> Void) {
        done = Mutex(Array(repeating: 0, count: resources.count))
        let sizes = resources.compactMap(\.size)
        total = sizes.count == resources.count ? sizes.reduce(0, +) : nil
        self.onProgress = onProgress
    }

    /// Records how many bytes of a file have been downloaded.
    func note(_ bytes: Int, of index: Int) {
        let sum = done.withLock { done in
            done[index] = max(done[index], bytes)
            return done.reduce(0, +)
        }
        onProgress(sum, total)
    }
}
