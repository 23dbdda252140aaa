internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// The output of a command, and the capabilities of the terminal.
package struct CommandOutput: Sendable {
    /// The maximum number of fonts that are listed if a name matches many; JSON contains all of them.
    private static let namedCandidates = 20

    /// Writes text to standard output.
    package var write: @Sendable (String) -> Void
    /// Writes text to standard error.
    package var writeError: @Sendable (String) -> Void
    /// Whether standard output is a terminal.
    package var isTerminal: Bool
    /// Whether standard output may be coloured.
    package var usesColor: Bool
    /// Whether standard error may be coloured.
    package var errorUsesColor: Bool

    /// The columns of the terminal on standard output; `nil` if it is not a terminal or its width is unknown.
    package var columns: @Sendable () -> Int? = { nil }

    /// The columns of the terminal on standard error; `nil` if it is not a terminal or its width is unknown.
    package var errorColumns: @Sendable () -> Int? = { nil }

    /// The lines of the terminal on standard output; `nil` if it is not a terminal or its height is unknown.
    package var rows: @Sendable () -> Int? = { nil }

    /// The style in which standard error shows progress; `nil` if it does not show progress.
    package var progress: ProgressStyle?

    /// Creates an output.
    package init(
        isTerminal: Bool = false, usesColor: Bool = false, errorUsesColor: Bool = false,
        progress: ProgressStyle? = nil,
        write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void
    ) {
        self.write = write
        self.writeError = writeError
        self.isTerminal = isTerminal
        self.usesColor = usesColor
        self.errorUsesColor = errorUsesColor
        self.progress = progress
    }

    /// The output of this process.
    package static var standard: CommandOutput {
        let terminal = getenv("TERM").map { String(cString: $0) }
        let allowsColor = ColorChoice.allowsColor(
            noColor: getenv("NO_COLOR").map { String(cString: $0) }, terminal: terminal)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let errorIsTerminal = isatty(STDERR_FILENO) == 1
        var output = CommandOutput(
            isTerminal: isTerminal, usesColor: isTerminal && allowsColor,
            errorUsesColor: errorIsTerminal && allowsColor,
            progress: errorIsTerminal && terminal != nil && terminal != "dumb" ? .terminal(STDERR_FILENO) : nil,
            write: { text in
                if let error = Self.writeAll(text, to: STDOUT_FILENO) { Self.endUnread(error) }
            },
            // If the message cannot be written, the exit status still shows the failure.
            writeError: { _ = Self.writeAll($0, to: STDERR_FILENO) })
        if errorIsTerminal { output.errorColumns = { Self.columns(of: STDERR_FILENO) } }
        if isTerminal {
            output.columns = { Self.columns(of: STDOUT_FILENO) }
            output.rows = {
                let rows = Int(typecase_terminal_rows(STDOUT_FILENO))
                return rows > 0 ? rows : nil
            }
        }
        return output
    }

    private static func columns(of terminal: Int32) -> Int? {
        let columns = Int(typecase_terminal_columns(terminal))
        return columns > 0 ? columns : nil
    }

    /// Writes a line to standard output.
    package func line(_ text: String) { write(text + "\n") }

    /// Writes a table, or a sentence if there are no rows.
    func write(_ rows: [[String]], header: [String], expendable: [String] = [], orElse nothing: String) {
        if rows.isEmpty {
            line(nothing)
        } else {
            write(
                TextTable.text(
                    header: header, rows: rows, bold: usesColor, columns: columns(), expendable: expendable))
        }
    }

    /// Reports a failure on standard error, as a line of JSON or as text that is safe on a terminal.
    package func report(_ failure: CommandFailure, asJSON: Bool) {
        if asJSON {
            var members: [(String, JSONText)] = [
                ("error", .string(failure.name)), ("message", .string(failure.message)),
            ]
            if !failure.item.isEmpty { members.append(("item", .string(failure.item))) }
            if !failure.owner.isEmpty { members.append(("owner", .string(failure.owner))) }
            if !failure.option.isEmpty { members.append(("option", .string(failure.option))) }
            if !failure.kept.isEmpty { members.append(("kept", .string(failure.kept))) }
            if let answer = failure.programsGet { members.append(("programs_get", JSONText(answer.entries))) }
            if !failure.candidates.isEmpty {
                members.append(
                    (
                        "candidates",
                        .array(
                            failure.candidates.map { choice in
                                .object([
                                    ("id", .string(choice.id)), ("full_name", .string(choice.name)),
                                    ("provider", .string(choice.provider)),
                                ])
                            })
                    ))
            }
            writeError(JSONText.object(members).line + "\n")
            return
        }
        let item = failure.item.isEmpty ? "" : TerminalText.escaped(TerminalText.excerpt(failure.item)) + ": "
        let prefix = errorUsesColor ? "\u{1B}[31mtypecase:\u{1B}[0m " : "typecase: "
        var text = prefix + item + TerminalText.escaped(failure.message) + "\n"
        if !failure.candidates.isEmpty {
            let rows = failure.candidates.prefix(Self.namedCandidates).map { [$0.id, $0.name, $0.provider] }
            text += TextTable.text(
                header: ["ID", "NAME", "PROVIDER"], rows: rows, bold: errorUsesColor, columns: errorColumns())
            let others = failure.candidates.count - rows.count
            if others > 0 { text += localized("and 1 other", "and %1 others", count: others) + "\n" }
        }
        writeError(text)
    }

    /// Writes a warning about an item that succeeded to standard error.
    ///
    /// - Parameters:
    ///   - message: The warning.
    ///   - item: The item.
    package func warn(_ message: String, about item: String) {
        writeError(
            "typecase: " + localized("%1: warning: %2", TerminalText.escaped(item), TerminalText.escaped(message))
                + "\n")
    }

    /// Writes all of a text, and returns the error if it cannot be written.
    private static func writeAll(_ text: String, to descriptor: Int32) -> Errno? {
        let bytes = Array(text.utf8)
        var done = 0
        return bytes.withUnsafeBytes { buffer in
            while done < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
                if count > 0 {
                    done += count
                    continue
                }
                switch typecase_errno() {
                case EINTR: continue
                // Another process made the shared pipe or terminal non-blocking.
                case EAGAIN: _ = typecase_poll(descriptor, Int16(POLLOUT), -1)
                case let error: return Errno(rawValue: error)
                }
            }
            return nil
        }
    }

    /// Ends the program because its output cannot be written.
    private static func endUnread(_ error: Errno) -> Never {
        // A pipe without a reader, as in `typecase list | head`, ends the program silently, as SIGPIPE would. Other
        // errors, such as a full disk, are reported.
        if error != .brokenPipe {
            _ = writeAll(
                "typecase: " + localized("Cannot write to standard output: %1.", "\(error)") + "\n", to: STDERR_FILENO)
        }
        exit(CommandExit.failure.rawValue)
    }
}

/// Whether output may be coloured at all.
package enum ColorChoice {
    /// Whether the environment allows colours.
    ///
    /// - Parameters:
    ///   - noColor: The value of `NO_COLOR`; any non-empty text forbids colour (see no-color.org).
    ///   - terminal: The value of `TERM`.
    /// - Returns: Whether a terminal may be coloured.
    package static func allowsColor(noColor: String?, terminal: String?) -> Bool {
        (noColor ?? "").isEmpty && terminal != nil && terminal != "dumb"
    }
}
