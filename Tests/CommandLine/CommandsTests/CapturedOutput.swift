internal import Commands
internal import Synchronization

/// Keeps what a command writes, and lets a test wait for it.
final class CapturedOutput: Sendable {
    private struct State {
        var output = ""
        var error = ""
        var waiting: [(text: String, isError: Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// What went to standard output.
    var text: String { state.withLock { $0.output } }
    /// What went to standard error.
    var errorText: String { state.withLock { $0.error } }

    /// The output that a command is given.
    func output(isTerminal: Bool = false) -> CommandOutput {
        CommandOutput(
            isTerminal: isTerminal, progress: isTerminal ? ProgressStyle(delay: .zero) { 60 } : nil,
            write: { self.append($0, to: \.output) },
            writeError: { self.append($0, to: \.error) })
    }

    /// Waits until a text has been written to standard output.
    func wait(for text: String) async { await wait(for: text, isError: false) }

    /// Waits until a text has been written to standard error.
    func waitForError(_ text: String) async { await wait(for: text, isError: true) }

    private func wait(for text: String, isError: Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if (isError ? state.error : state.output).contains(text) { return true }
                state.waiting.append((text, isError, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func append(_ text: String, to stream: WritableKeyPath<State, String>) {
        let fulfilled = state.withLock { state in
            state[keyPath: stream] += text
            let (output, error) = (state.output, state.error)
            let fulfilled = state.waiting.filter { ($0.isError ? error : output).contains($0.text) }
            state.waiting.removeAll { ($0.isError ? error : output).contains($0.text) }
            return fulfilled
        }
        for waiter in fulfilled { waiter.continuation.resume() }
    }
}
