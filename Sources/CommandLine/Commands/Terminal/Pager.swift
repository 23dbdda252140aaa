internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// Shows text that is longer than the terminal with the user's pager: `$TYPECASE_PAGER`, `$PAGER` or `less`.
package struct Pager: Sendable {
    /// The options for `less` if `$LESS` is not set, as in git: they leave short texts and colours unchanged.
    private static let lessOptions = "FRX"
    /// The exit statuses of a shell that cannot find or run a program.
    private static let notRun: Set<Int32> = [126, 127]

    private let program: ChildProgram
    private let variables: [String: String]

    /// Creates the user's pager; `nil` if an empty variable or `cat` disables the pager.
    ///
    /// - Parameter variables: The environment.
    package init?(_ variables: [String: String]) {
        let command = variables["TYPECASE_PAGER"] ?? variables["PAGER"]
        if let command, command.allSatisfy(\.isWhitespace) || command == "cat" { return nil }
        // The variable may contain arguments as well, so a shell runs it.
        program = command.map(ChildProgram.shell) ?? ChildProgram("less", [])
        self.variables = variables["LESS"] == nil ? ["LESS": Self.lessOptions] : [:]
    }

    /// Whether text has more lines than a terminal can show together with the next prompt.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - columns: The number of columns of the terminal.
    ///   - rows: The number of lines of the terminal.
    /// - Returns: Whether the beginning of the text would scroll out of view.
    package static func isLong(_ text: String, columns: Int, rows: Int) -> Bool {
        var lines = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            lines += max(1, (TerminalText.width(String(line)) + columns - 1) / max(columns, 1))
            if lines >= rows { return true }
        }
        return false
    }

    /// Shows text until the user leaves the pager, possibly before the end of the text.
    ///
    /// Blocks; call it only on a thread that may block.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether the pager ran; if it did not, nothing was shown.
    package func show(_ text: String) -> Bool {
        // Ctrl-C is left to the pager, where it stops a search.
        Interruption.leavingInterrupts {
            // These are plain descriptors that are closed explicitly, because the pager waits for the end of its input.
            guard let ends = try? Self.pipe() else { return false }
            var isStarted = false
            do throws(Errno) {
                let status = try program.run(
                    setting: variables, input: ends.reading, onEnd: { Interruption.passOn(to: 0) }
                ) { processID in
                    isStarted = true
                    Interruption.passOn(to: processID)
                    // From now on only the pager has this end open, so writing fails when the user has left the pager.
                    close(ends.reading)
                    Self.write(text, to: ends.writing)
                    close(ends.writing)
                }
                return !Self.notRun.contains(status)
            } catch {
                if !isStarted {
                    close(ends.reading)
                    close(ends.writing)
                }
                return isStarted
            }
        }
    }

    /// Makes a pipe that child processes do not inherit by default.
    private static func pipe() throws(Errno) -> (reading: Int32, writing: Int32) {
        var (reading, writing): (Int32, Int32) = (-1, -1)
        try retryingInterrupts { typecase_pipe(&reading, &writing, 64 << 10) }
        return (reading, writing)
    }

    /// Writes a text until the reader closes its end.
    private static func write(_ text: String, to end: Int32) {
        let bytes = Array(text.utf8)
        var done = 0
        bytes.withUnsafeBytes { buffer in
            while done < buffer.count {
                let (start, count) = (buffer.baseAddress.map { $0 + done }, buffer.count - done)
                // When the user has left the pager, writing causes an error here, not a signal.
                guard let written = try? retryingInterrupts({ Glibc.write(end, start, count) }) else { return }
                done += written
            }
        }
    }
}

/// The output of a command, which is kept until the command ends and then shown with a pager.
final class PagedOutput: Sendable {
    private static let threads = BlockingThreads(name: "typecase-pager", maximumCount: 1)

    private let pager: Pager
    private let output: CommandOutput
    private let written = Mutex("")

    private init(_ pager: Pager, _ output: CommandOutput) {
        self.pager = pager
        self.output = output
    }

    /// Starts to keep the output of a command; `nil` if the command should write it directly.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - environment: The environment of the command, whose output is redirected.
    /// - Returns: The output that is kept.
    static func begin(_ command: any ServiceCommand, _ environment: inout CommandEnvironment) -> PagedOutput? {
        guard let command = command as? any PagedCommand, command.isPaged, !command.pagerOptions.isOff,
            !command.outputOptions.json, !command.outputOptions.quiet, environment.output.isTerminal,
            let pager = Pager(environment.variables)
        else { return nil }
        let pages = PagedOutput(pager, environment.output)
        environment.output.write = { text in pages.written.withLock { $0 += text } }
        return pages
    }

    /// Shows the output, with the pager if it is longer than the terminal.
    ///
    /// - Parameter isWhole: Whether the command was completed; the output of an interrupted command needs no pager.
    func end(isWhole: Bool) async {
        let text = written.withLock { $0 }
        let (columns, rows) = (output.columns() ?? 80, output.rows() ?? 0)
        if isWhole, rows > 0, Pager.isLong(text, columns: columns, rows: rows),
            let isShown = try? await Self.threads.run({ [pager] in pager.show(text) }), isShown
        {
            return
        }
        if !text.isEmpty { output.write(text) }
    }
}
