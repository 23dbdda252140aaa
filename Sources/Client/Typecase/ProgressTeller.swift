internal import LinuxSystem
internal import Synchronization

/// Reports the progress of a font to an application's handler, on a thread where the handler may block.
///
/// The handler is never called concurrently. During a call, only the newest progress waits, and older ones are dropped:
/// a slow handler delays neither the font nor other callers who wait for the same one.
final class ProgressTeller: Sendable {
    private struct State {
        /// The progress that was not reported yet.
        var next: FontDownloadProgress?
        /// Whether a task is calling the handler, until no progress is left to report.
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

    /// Reports a progress to the handler, unless a newer one replaces it first.
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

    /// Reports a progress as jobs report it, in bytes; a total of 0 means unknown.
    func tell(_ bytesDone: UInt64, _ bytesTotal: UInt64) {
        tell(
            FontDownloadProgress(
                bytesDone: Int(clamping: bytesDone), bytesTotal: bytesTotal == 0 ? nil : Int(clamping: bytesTotal)))
    }

    /// Runs work that reports its progress; if the work fails, no more progress is reported.
    ///
    /// - Parameter work: The work.
    /// - Returns: The work's result.
    /// - Throws: The error of the work.
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

    /// Drops all progress that was not reported yet, for example if the caller has cancelled the work.
    func end() {
        state.withLock { state in
            state.isEnded = true
            state.next = nil
        }
    }

    /// Accepts no further progress; the newest one is still reported.
    func finish() { state.withLock { $0.isEnded = true } }

    private func takeNext() -> FontDownloadProgress? {
        state.withLock { state in
            defer { state.next = nil }
            if state.next == nil { state.isTelling = false }
            return state.next
        }
    }
}
