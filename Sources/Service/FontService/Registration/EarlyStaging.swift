internal import FontLibrary
internal import Synchronization

/// A font that is written to the disk beside its examination, from the moment that this is under way.
final class EarlyStaging: Sendable {
    private let stage: @Sendable () async -> StagedFont?
    private let task = Mutex<Task<StagedFont?, Never>?>(nil)

    /// Prepares for it.
    ///
    /// - Parameter stage: Writes the font.
    init(_ stage: @escaping @Sendable () async -> StagedFont?) { self.stage = stage }

    /// Begins to write, if that is not under way.
    func begin() {
        task.withLock { task in
            if task == nil { task = Task { await stage() } }
        }
    }

    /// The font on the disk; `nil` where it could not be written, or nobody began to.
    var font: StagedFont? {
        get async { await task.withLock { $0 }?.value }
    }
}
