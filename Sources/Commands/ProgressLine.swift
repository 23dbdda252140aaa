internal import CLinux
internal import Synchronization

/// How a terminal shows progress.
package struct ProgressStyle: Sendable {
    /// The columns of the terminal, which may change; 0 where it does not know.
    package var columns: @Sendable () -> Int
    /// How long work lasts before its progress is worth a line.
    package var delay: Duration

    /// Creates a style.
    package init(delay: Duration = .milliseconds(300), columns: @escaping @Sendable () -> Int) {
        self.delay = delay
        self.columns = columns
    }

    /// The style for a terminal.
    ///
    /// - Parameter descriptor: The terminal's.
    /// - Returns: The style.
    package static func terminal(_ descriptor: Int32) -> ProgressStyle {
        ProgressStyle { Int(typecase_terminal_columns(descriptor)) }
    }
}

/// A line of a terminal that tells how far long work is, and is gone when the work is done.
package final class ProgressLine: Sendable {
    private struct State {
        var status: String
        var text = ""
        var done = 0
    }

    /// The columns where the terminal does not know: what terminals begin with.
    private static let usualColumns = 80

    private let total: Int
    private let output: CommandOutput
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// Creates a line, which nobody sees before ``advance(by:)``.
    ///
    /// - Parameters:
    ///   - status: What is done, such as `Installing fonts`.
    ///   - total: How many items there are.
    ///   - output: Where to show it; nothing is shown where that shows no progress.
    package init(_ status: String, of total: Int, on output: CommandOutput) {
        state = Mutex(State(status: status))
        self.total = total
        self.output = output
    }

    /// Tells that items are done.
    ///
    /// - Parameter count: How many more.
    package func advance(by count: Int) {
        show { $0 + count }
    }

    /// Tells how many items are done.
    ///
    /// - Parameter done: How many.
    package func advance(to done: Int) {
        show { _ in done }
    }

    /// Tells of something else that is done, if the line is there.
    ///
    /// - Parameter status: What is done now.
    package func change(to status: String) {
        let isShown = state.withLock { state in
            state.status = status
            return !state.text.isEmpty
        }
        if isShown { advance(by: 0) }
    }

    /// Takes the line away, before anything else is written.
    package func clear() {
        state.withLock { state in
            if !state.text.isEmpty { output.writeError("\r\u{1B}[K") }
            state.text = ""
        }
    }

    private func show(_ count: (Int) -> Int) {
        state.withLock { state in
            state.done = min(max(count(state.done), 0), total)
            guard let style = output.progress, ContinuousClock.now - start >= style.delay else { return }
            let columns = style.columns()
            let text = Self.text(
                state.status, state.done, of: total, columns: columns > 0 ? columns : Self.usualColumns)
            if text == state.text { return }
            state.text = text
            output.writeError("\r\(text)\u{1B}[K")
        }
    }

    /// The line for a terminal.
    ///
    /// - Parameters:
    ///   - status: What is done.
    ///   - done: How many items are.
    ///   - total: How many there are.
    ///   - columns: How many columns the terminal has; the last is left free, as some wrap after it.
    /// - Returns: A line that fits, with a bar where there is room for one.
    package static func text(_ status: String, _ done: Int, of total: Int, columns: Int) -> String {
        let percentage = total > 0 ? done * 100 / total : 100
        let padding = String(repeating: " ", count: 3 - String(percentage).count)
        let count = String(repeating: " ", count: String(total).count - String(done).count) + "\(done)/\(total)"
        let numbers = "\(padding)\(percentage) %  \(count)"
        let room = columns - 1 - TerminalText.width(status) - numbers.count - 6
        let text: String
        if room >= 10 {
            let width = min(room, 40)
            let filled = total > 0 ? width * done / total : width
            let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
            text = "\(status)  [\(bar)]  \(numbers)"
        } else {
            text = "\(status)  \(numbers)"
        }
        return String(text.prefix(max(columns - 1, 0)))
    }
}
