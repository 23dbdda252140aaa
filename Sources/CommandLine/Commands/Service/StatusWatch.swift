internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// Shows the state of the service whenever it changes.
struct StatusWatch: Sendable {
    /// Where to show it.
    let output: CommandOutput
    /// Whether to write JSON.
    let asJSON: Bool
    /// Whether to show everything that the service reports, on a terminal.
    let isVerbose: Bool
    /// The user's home directory, which is written as `~`.
    let home: String

    /// A state to show.
    private enum State {
        /// The status that the service reports.
        case told([String: BusVariant])
        /// The service is not running.
        case left
        /// The service runs but cannot report its status, as while its home is unusable or is being taken over.
        case failed(BusError)
    }

    /// The sequence that clears a terminal and moves the cursor to its first line.
    private static let clear = "\u{1B}[H\u{1B}[2J"

    /// Shows the state until the connection ends.
    ///
    /// - Parameter session: The connection.
    /// - Throws: An error if the service cannot be reached at the start, or if the task is cancelled.
    func run(over session: CommandSession) async throws(BusError) {
        // Listens before it asks for the current state, so that no change is missed.
        let hints = try await ChangeHints(session, includingState: true)
        var shown = ""
        func show(_ state: State) {
            let text = text(of: state)
            if text != shown { output.write(output.isTerminal && !asJSON ? Self.clear + visible(text) : text) }
            shown = text
        }
        show(try await state(over: session))
        for await hint in hints.stream {
            switch hint {
            case .serviceLeft: show(.left)
            case .changed:
                do throws(BusError) {
                    show(try await state(over: session))
                } catch {
                    if !error.isUnreachable { throw error }
                    // The service exited between its signal and the answer; its return is the next hint.
                    show(.left)
                }
            }
        }
    }

    /// As much of a text as the terminal shows at once; the beginning of a longer text would not be visible.
    private func visible(_ text: String) -> String {
        guard let rows = output.rows() else { return text }
        return Self.cut(text, columns: output.columns() ?? 80, rows: rows)
    }

    /// Cuts a text to the height of a terminal, with a last line that shows how many lines are missing.
    ///
    /// - Parameters:
    ///   - text: Lines, each with its end.
    ///   - columns: The number of cells in a line of the terminal.
    ///   - rows: The number of lines of the terminal; the last line has the cursor.
    /// - Returns: The text, or as many of its lines as there is room for.
    static func cut(_ text: String, columns: Int, rows: Int) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        let heights = lines.map { max(1, (TerminalText.width($0) + columns - 1) / max(columns, 1)) }
        guard heights.reduce(0, +) >= rows else { return text }
        var (kept, height) = (0, 0)
        while kept < lines.count, height + heights[kept] <= rows - 2 {
            height += heights[kept]
            kept += 1
        }
        let rest = localized("and 1 more line", "and %1 more lines", count: lines.count - kept)
        return (lines.prefix(kept) + [TerminalText.shortened(rest, to: max(columns, 1))]).joined(separator: "\n") + "\n"
    }

    /// Asks the service for its state.
    ///
    /// An error that the service returns is a state like any other, which may end with the next hint.
    private func state(over session: CommandSession) async throws(BusError) -> State {
        do throws(BusError) {
            return .told(try await session.management.status())
        } catch {
            if error.isUnreachable || error.code == .cancelled { throw error }
            return .failed(error)
        }
    }

    private func text(of state: State) -> String {
        switch state {
        case .told(let status):
            if asJSON { return JSONText(status).line + "\n" }
            guard output.isTerminal else { return Self.line(FontRecord(status)) + "\n" }
            return isVerbose ? RecordText(status).text : StatusSummary(status, home: home).text
        case .left:
            if asJSON { return JSONText.object([("running", .boolean(false))]).line + "\n" }
            return localized("The font service is not running; the session bus starts it when it is needed.") + "\n"
        case .failed(let error):
            if asJSON {
                return JSONText.object([("error", .string(error.name)), ("message", .string(error.message))]).line
                    + "\n"
            }
            let message = TerminalText.escaped(error.localizedMessage)
            return localized("The font service cannot report its state: %1", message) + "\n"
        }
    }

    /// The state of the fonts, on one line.
    private static func line(_ status: FontRecord) -> String {
        func count(_ key: String) -> Int { Int(status.value(key) as UInt32? ?? 0) }
        let generation: UInt64 = status.value("generation") ?? 0
        // Without plural forms, because programs read this line as well.
        var words = [
            localized("generation %1", generation), localized("%1 fonts", count("fonts")),
            localized("%1 enabled", count("enabled")), localized("%1 quarantined", count("quarantined")),
            localized("%1 providers", count("providers")),
        ]
        words.append(ByteCount.text(status.value("size") ?? 0))
        // A read-only service never brings the published fonts up to date, so it is not expected to become ready.
        if status.value("read_only") == true {
            words.append(localized("read-only: %1", TerminalText.escaped(status.text("read_only_reason"))))
        } else if status.value("ready") == false {
            words.append(localized("not ready"))
        }
        return CountedText.list(words)
    }
}
