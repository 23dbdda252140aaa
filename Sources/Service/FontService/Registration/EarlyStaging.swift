internal import FontLibrary
internal import Synchronization

/// A font that is written to the disk while it is examined, starting when the examination is under way.
final class EarlyStaging: Sendable {
    private let stage: @Sendable () async -> StagedFont?
    private let task = Mutex<Task<StagedFont?, Never>?>(nil)

    /// Creates the value without writing anything.
    ///
    /// - Parameter stage: Writes the font.
    init(_ stage: @escaping @Sendable () async -> StagedFont?) { self.stage = stage }

    /// Starts to write, unless this is under way.
    func begin() {
        task.withLock { task in
            if task == nil { task = Task { await stage() } }
        }
    }

    /// The font on the disk; `nil` if it could not be written or writing was never started.
    var font: StagedFont? {
        get async { await task.withLock { $0 }?.value }
    }
}
