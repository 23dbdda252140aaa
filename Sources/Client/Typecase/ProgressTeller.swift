internal import LinuxSystem
internal import Synchronization

/// Tells an application's handler how far a font has come, on a thread where the handler may block.
///
/// It is called one time after the other. While it is called the newest progress waits, and older ones are not told: a
/// slow handler holds up neither the font nor others who wait for the same one.
final class ProgressTeller: Sendable {
    private struct State {
        /// What has not been told yet.
        var next: FontDownloadProgress?
        /// Whether somebody calls the handler until nothing is left to tell.
        var isTelling = false
        var isEnded = false
    }

    private let state = Mutex(State())
    private let threads: BlockingThreads
    private let onProgress: @Sendable (FontDownloadProgress) -> Void

    init(on threads: BlockingThreads, _ onProgress: @escaping @Sendable (FontDownloadProgress) -> Void) {
        self.threads = threads
        self.onProgress = onProgress
    }

    /// Has the handler told of a progress, unless it is told of a newer one before.
    func tell(_ progress: FontDownloadProgress) {
        let begins = state.withLock { state in
            if state.isEnded { return false }
            state.next = progress
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard begins else { return }
        Task.detached { [self] in
            while let next = takeNext() { try? await threads.run { [onProgress] in onProgress(next) } }
        }
    }

    /// Has the handler told of a progress as jobs tell it, in bytes; a total of 0 is not known.
    func tell(_ bytesDone: UInt64, _ bytesTotal: UInt64) {
        tell(
            FontDownloadProgress(
                bytesDone: Int(clamping: bytesDone), bytesTotal: bytesTotal == 0 ? nil : Int(clamping: bytesTotal)))
    }

    /// Does what tells of its progress; where it fails, nothing more is told.
    ///
    /// - Parameter work: What to do.
    /// - Returns: The work's result.
    /// - Throws: What the work throws.
    func run<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            let result = try await work()
            finish()
            return result
        } catch {
            end()
            throw error
        }
    }

    /// Begins no further call, as for who has given it up.
    func end() {
        state.withLock { state in
            state.isEnded = true
            state.next = nil
        }
    }

    /// Takes no further progress; the newest that has come is told all the same.
    func finish() { state.withLock { $0.isEnded = true } }

    private func takeNext() -> FontDownloadProgress? {
        state.withLock { state in
            defer { state.next = nil }
            if state.next == nil { state.isTelling = false }
            return state.next
        }
    }
}
