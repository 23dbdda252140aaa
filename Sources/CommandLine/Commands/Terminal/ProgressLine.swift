internal import CLinux
internal import Localization
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
        var total: Int
        /// A step that is told in parts of the whole, while there is one.
        var step: (status: String, fraction: Double)?
        /// What is told in place of any status from now on.
        var notice: String?
        /// What draws the line when the work has lasted for long enough, though nothing may happen then.
        var drawing: Task<Void, Never>?
        var isOver = false
    }

    /// The notice of work that an interruption waits for.
    package static let finishing = localized("Finishing; once more leaves")

    /// The columns where the terminal does not know: what terminals begin with.
    private static let usualColumns = 80

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
        state = Mutex(State(status: status, total: total))
        self.output = output
    }

    /// Whether anybody can see the line.
    package var isVisible: Bool { output.progress != nil }

    /// Tells that items are done.
    ///
    /// - Parameter count: How many more.
    package func advance(by count: Int) {
        show { state in
            state.done = min(max(state.done + count, 0), state.total)
            state.step = nil
        }
    }

    /// Tells how many items there are, where that shows after the start.
    ///
    /// - Parameter total: How many.
    package func retotal(_ total: Int) {
        state.withLock { state in
            state.total = total
            state.step = nil
        }
    }

    /// Tells how many items are done.
    ///
    /// - Parameter done: How many.
    package func advance(to done: Int) {
        show { state in
            state.done = min(max(done, 0), state.total)
            state.step = nil
        }
    }

    /// Tells how far a step is that is not counted in items, until items are done again.
    ///
    /// - Parameters:
    ///   - fraction: How far, from 0 to 1.
    ///   - status: What is done in the step.
    package func advance(to fraction: Double, of status: String) {
        show { $0.step = (status, min(max(fraction, 0), 1)) }
    }

    /// Tells something in place of what is done, from now on, if the line is there.
    ///
    /// - Parameter notice: What to tell.
    package func change(to notice: String) {
        let isShown = state.withLock { state in
            state.notice = notice
            return !state.text.isEmpty
        }
        if isShown { show { _ in } }
    }

    /// Takes the line away until there is more to tell, before anything else is written.
    package func hide() {
        state.withLock { state in
            if !state.text.isEmpty { output.writeError("\r\u{1B}[K") }
            state.text = ""
        }
    }

    /// Takes the line away for good, before anything else is written.
    package func clear() {
        state.withLock { state in
            state.isOver = true
            state.drawing?.cancel()
            if !state.text.isEmpty { output.writeError("\r\u{1B}[K") }
            state.text = ""
        }
    }

    private func show(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard let style = output.progress, !state.isOver else { return }
            let remaining = style.delay - (ContinuousClock.now - start)
            guard remaining <= .zero else {
                if state.drawing == nil { state.drawing = drawing(after: remaining) }
                return
            }
            let known = style.columns()
            let columns = known > 0 ? known : Self.usualColumns
            let text =
                if let step = state.step {
                    Self.text(state.notice ?? step.status, step.fraction, columns: columns)
                } else {
                    Self.text(state.notice ?? state.status, state.done, of: state.total, columns: columns)
                }
            if text == state.text { return }
            state.text = text
            output.writeError("\r\(text)\u{1B}[K")
        }
    }

    private func drawing(after delay: Duration) -> Task<Void, Never> {
        Task { [weak self] in
            do { try await Task.sleep(for: delay) } catch { return }
            self?.show { _ in }
        }
    }

    /// The line for work that is counted.
    ///
    /// - Parameters:
    ///   - status: What is done.
    ///   - done: How many items are.
    ///   - total: How many there are.
    ///   - columns: How many columns the terminal has; the last is left free, as some wrap after it.
    /// - Returns: A line that fits, with a bar where there is room for one.
    package static func text(_ status: String, _ done: Int, of total: Int, columns: Int) -> String {
        let count = String(repeating: " ", count: String(total).count - String(done).count) + "\(done)/\(total)"
        let fraction = total > 0 ? Double(done) / Double(total) : 1
        return text(status, fraction, numbers: "\(percentage(fraction))  \(count)", columns: columns)
    }

    /// The line for work that is told in parts of the whole.
    ///
    /// - Parameters:
    ///   - status: What is done.
    ///   - fraction: How far it is, from 0 to 1.
    ///   - columns: How many columns the terminal has; the last is left free.
    /// - Returns: A line that fits, with a bar where there is room for one.
    package static func text(_ status: String, _ fraction: Double, columns: Int) -> String {
        text(status, fraction, numbers: percentage(fraction), columns: columns)
    }

    private static func percentage(_ fraction: Double) -> String {
        let number = String(Int(fraction * 100))
        return String(repeating: " ", count: 3 - number.count) + number + " %"
    }

    private static func text(_ status: String, _ fraction: Double, numbers: String, columns: Int) -> String {
        let room = columns - 1 - TerminalText.width(status) - numbers.count - 6
        let text: String
        if room >= 10 {
            let width = min(room, 40)
            let filled = Int(Double(width) * fraction)
            let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
            text = "\(status)  [\(bar)]  \(numbers)"
        } else {
            text = "\(status)  \(numbers)"
        }
        return String(text.prefix(max(columns - 1, 0)))
    }
}
