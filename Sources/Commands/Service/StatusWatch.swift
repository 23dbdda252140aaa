internal import BusInterface
internal import DBus
internal import FontModel

/// Shows the state of the service whenever it changes.
struct StatusWatch: Sendable {
    /// Where to show it.
    let output: CommandOutput
    /// Whether to write JSON.
    let asJSON: Bool

    /// What clears a terminal and goes to its first line.
    private static let clear = "\u{1B}[H\u{1B}[2J"

    /// Shows the state until the connection ends.
    ///
    /// - Parameter session: The connection.
    /// - Throws: The error of the service.
    func run(over session: CommandSession) async throws(BusError) {
        // Listens before it asks where things stand, so that nothing falls between.
        let hints = try await ChangeHints(session, includingState: true)
        var shown = ""
        func show(_ status: [String: BusVariant]?) {
            let text = text(of: status)
            if text != shown { output.write((output.isTerminal && !asJSON ? Self.clear : "") + text) }
            shown = text
        }
        show(try await session.management.status())
        for await hint in hints.stream {
            switch hint {
            case .serviceLeft: show(nil)
            case .changed:
                do throws(BusError) {
                    show(try await session.management.status())
                } catch {
                    // It has gone between its signal and the answer; its return is the next hint.
                    if !error.isUnreachable { throw error }
                    show(nil)
                }
            }
        }
    }

    private func text(of status: [String: BusVariant]?) -> String {
        if asJSON {
            return (status.map { JSONText($0) } ?? .object([("running", .boolean(false))])).line + "\n"
        }
        guard let status else { return "The font service does not run; the bus starts it when it is needed.\n" }
        return output.isTerminal ? RecordText(status).text : Self.line(FontRecord(status)) + "\n"
    }

    /// The state on one line, as far as fonts go.
    private static func line(_ status: FontRecord) -> String {
        func count(_ key: String) -> String { "\(status.value(key) as UInt32? ?? 0)" }
        let generation: UInt64 = status.value("generation") ?? 0
        var words = ["generation \(generation)", "\(count("fonts")) fonts", "\(count("enabled")) enabled"]
        words += ["\(count("quarantined")) quarantined", "\(count("providers")) providers"]
        words.append(ByteCount.text(status.value("size") ?? 0))
        // What can only be read is never brought to agree with anything from here.
        if status.value("read_only") == true {
            words.append("read-only: " + TerminalText.escaped(status.text("read_only_reason")))
        } else if status.value("ready") == false {
            words.append("not ready")
        }
        return words.joined(separator: ", ")
    }
}
