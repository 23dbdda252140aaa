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
    /// Whether a terminal gets everything that the service tells.
    let isVerbose: Bool
    /// The user's home, written as `~`.
    let home: String

    /// What there is to show.
    private enum State {
        /// What the service tells.
        case told([String: BusVariant])
        /// The service does not run.
        case left
        /// The service runs and cannot tell, as while its home is unusable or changes hands.
        case failed(BusError)
    }

    /// What clears a terminal and goes to its first line.
    private static let clear = "\u{1B}[H\u{1B}[2J"

    /// Shows the state until the connection ends.
    ///
    /// - Parameter session: The connection.
    /// - Throws: That the service could not be reached in the first place, or that this was cancelled.
    func run(over session: CommandSession) async throws(BusError) {
        // Listens before it asks where things stand, so that nothing falls between.
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
                    // It has gone between its signal and the answer; its return is the next hint.
                    show(.left)
                }
            }
        }
    }

    /// As much of a text as the terminal shows at once: of a longer one the start would be gone.
    private func visible(_ text: String) -> String {
        guard let rows = output.rows() else { return text }
        return Self.cut(text, columns: output.columns() ?? 80, rows: rows)
    }

    /// Cuts a text to the lines of a terminal, with a last line that says how many more there are.
    ///
    /// - Parameters:
    ///   - text: Lines, each with its end.
    ///   - columns: The cells of a line of the terminal.
    ///   - rows: Its lines, of which the last has the cursor.
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

    /// Asks the service; an error that it answers with is a state like others, which the next hint may end.
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
            return localized("The font service does not run; the bus starts it when it is needed.") + "\n"
        case .failed(let error):
            if asJSON {
                return JSONText.object([("error", .string(error.name)), ("message", .string(error.message))]).line
                    + "\n"
            }
            return localized("The font service cannot tell its state: %1", TerminalText.escaped(error.localizedMessage))
                + "\n"
        }
    }

    /// The state on one line, as far as fonts go.
    private static func line(_ status: FontRecord) -> String {
        func count(_ key: String) -> Int { Int(status.value(key) as UInt32? ?? 0) }
        let generation: UInt64 = status.value("generation") ?? 0
        // Without a plural: the line is for programs that look at it as well.
        var words = [
            localized("generation %1", generation), localized("%1 fonts", count("fonts")),
            localized("%1 enabled", count("enabled")), localized("%1 quarantined", count("quarantined")),
            localized("%1 providers", count("providers")),
        ]
        words.append(ByteCount.text(status.value("size") ?? 0))
        // What can only be read is never brought to agree with anything from here.
        if status.value("read_only") == true {
            words.append(localized("read-only: %1", TerminalText.escaped(status.text("read_only_reason"))))
        } else if status.value("ready") == false {
            words.append(localized("not ready"))
        }
        return CountedText.list(words)
    }
}
