internal import CLinux
internal import Localization
internal import Synchronization

/// The way in which a terminal shows progress.
package struct ProgressStyle: Sendable {
    /// The columns of the terminal, which may change; 0 if they are unknown.
    package var columns: @Sendable () -> Int
    /// The time after which the progress of work is shown.
    package var delay: Duration

    /// Creates a style.
    package init(delay: Duration = .milliseconds(300), columns: @escaping @Sendable () -> Int) {
        self.delay = delay
        self.columns = columns
    }

    /// The style for a terminal.
    ///
    /// - Parameter descriptor: The descriptor of the terminal.
    /// - Returns: The style.
    package static func terminal(_ descriptor: Int32) -> ProgressStyle {
        ProgressStyle { Int(typecase_terminal_columns(descriptor)) }
    }
}

/// A line on a terminal that shows the progress of long work, and disappears when the work is done.
package final class ProgressLine: Sendable {
    private struct State {
        var status: String
        var text = ""
        var done = 0
        var total: Int
        /// The current step whose progress is a fraction, if there is one.
        var step: (status: String, fraction: Double)?
        /// The notice that replaces the status from now on.
        var notice: String?
        /// The task that draws the line after the delay, even if there is no progress at that time.
        var drawing: Task<Void, Never>?
        var isOver = false
    }

    /// The notice that work is being completed after an interruption.
    package static let finishing = localized("Finishing; press Ctrl-C again to quit")

    /// The number of columns if it is unknown: the default of terminals.
    private static let usualColumns = 80

    private let output: CommandOutput
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// Creates a line, which is not shown before the first call of ``advance(by:)``.
    ///
    /// - Parameters:
    ///   - status: The description of the work, such as `Installing fonts`.
    ///   - total: The number of items.
    ///   - output: The output on which to show the line, if it shows progress.
    package init(_ status: String, of total: Int, on output: CommandOutput) {
        state = Mutex(State(status: status, total: total))
        self.output = output
    }

    /// Whether the output shows progress.
    package var isVisible: Bool { output.progress != nil }

    /// Adds a number of items that are done.
    ///
    /// - Parameter count: The number of items since the last call.
    package func advance(by count: Int) {
        show { state in
            state.done = min(max(state.done + count, 0), state.total)
            state.step = nil
        }
    }

    /// Sets the number of items, if it is known only after the start.
    ///
    /// - Parameter total: The number of items.
    package func retotal(_ total: Int) {
        state.withLock { state in
            state.total = total
            state.step = nil
        }
    }

    /// Sets the number of items that are done.
    ///
    /// - Parameter done: The number of items.
    package func advance(to done: Int) {
        show { state in
            state.done = min(max(done, 0), state.total)
            state.step = nil
        }
    }

    /// Shows the progress of a step that is not counted in items, until the next items are done.
    ///
    /// - Parameters:
    ///   - fraction: The progress, from 0 to 1.
    ///   - status: The description of the step.
    package func advance(to fraction: Double, of status: String) {
        show { $0.step = (status, min(max(fraction, 0), 1)) }
    }

    /// Shows a notice instead of the status from now on, if the line is visible.
    ///
    /// - Parameter notice: The notice.
    package func change(to notice: String) {
        let isShown = state.withLock { state in
            state.notice = notice
            return !state.text.isEmpty
        }
        if isShown { show { _ in } }
    }

    /// Removes the line before other text is written, until there is more progress.
    package func hide() {
        state.withLock { state in
            if !state.text.isEmpty { output.writeError("\r\u{1B}[K") }
            state.text = ""
        }
    }

    /// Removes the line permanently before other text is written.
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
    ///   - status: The description of the work.
    ///   - done: The number of items that are done.
    ///   - total: The number of all items.
    ///   - columns: The number of columns; the last one stays empty, because some terminals wrap lines after it.
    /// - Returns: A line that fits, with a bar if there is room for one.
    package static func text(_ status: String, _ done: Int, of total: Int, columns: Int) -> String {
        let count = String(repeating: " ", count: String(total).count - String(done).count) + "\(done)/\(total)"
        let fraction = total > 0 ? Double(done) / Double(total) : 1
        return text(status, fraction, numbers: "\(percentage(fraction))  \(count)", columns: columns)
    }

    /// The line for work whose progress is a fraction.
    ///
    /// - Parameters:
    ///   - status: The description of the work.
    ///   - fraction: The progress, from 0 to 1.
    ///   - columns: The number of columns; the last one stays empty.
    /// - Returns: A line that fits, with a bar if there is room for one.
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
