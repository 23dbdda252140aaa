internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// Shows what is longer than the terminal with the user's pager: `$TYPECASE_PAGER`, else `$PAGER`, else `less`.
package struct Pager: Sendable {
    /// What `less` is told unless `$LESS` says otherwise, as git does: to leave short texts and colours alone.
    private static let lessOptions = "FRX"
    /// What a shell ends with that cannot find a program, or cannot run it.
    private static let notRun: Set<Int32> = [126, 127]

    private let program: ChildProgram
    private let variables: [String: String]

    /// Finds the user's pager; `nil` where the user wants none, which an empty variable or `cat` says.
    ///
    /// - Parameter variables: The environment.
    package init?(_ variables: [String: String]) {
        let command = variables["TYPECASE_PAGER"] ?? variables["PAGER"]
        if let command, command.allSatisfy(\.isWhitespace) || command == "cat" { return nil }
        // A variable may have arguments as well, and is the shell's to read.
        program = command.map(ChildProgram.shell) ?? ChildProgram("less", [])
        self.variables = variables["LESS"] == nil ? ["LESS": Self.lessOptions] : [:]
    }

    /// Whether text has more lines than a terminal of a size, beside the one of the next prompt.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - columns: The cells of a line.
    ///   - rows: The lines of the terminal.
    /// - Returns: Whether the first of it would be gone.
    package static func isLong(_ text: String, columns: Int, rows: Int) -> Bool {
        var lines = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            lines += max(1, (TerminalText.width(String(line)) + columns - 1) / max(columns, 1))
            if lines >= rows { return true }
        }
        return false
    }

    /// Shows text until the user leaves the pager, who need not have seen all of it.
    ///
    /// Blocks, so it belongs on a thread that may.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether the pager ran; where it did not, nothing was shown.
    package func show(_ text: String) -> Bool {
        // Ctrl-C is for the pager: it stops a search there.
        Interruption.leavingInterrupts {
            // Numbers, whose ends are closed here and now: the pager waits for the end of what it reads.
            guard let ends = try? Self.pipe() else { return false }
            var isStarted = false
            do throws(Errno) {
                let status = try program.run(
                    setting: variables, input: ends.reading, onEnd: { Interruption.passOn(to: 0) }
                ) { processID in
                    isStarted = true
                    Interruption.passOn(to: processID)
                    // The pager alone has this end from now on, so that writing fails once it was left.
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

    /// Makes a pipe that no child inherits by itself.
    private static func pipe() throws(Errno) -> (reading: Int32, writing: Int32) {
        var (reading, writing): (Int32, Int32) = (-1, -1)
        try retryingInterrupts { typecase_pipe(&reading, &writing, 64 << 10) }
        return (reading, writing)
    }

    /// Writes as much as is read.
    private static func write(_ text: String, to end: Int32) {
        let bytes = Array(text.utf8)
        var done = 0
        bytes.withUnsafeBytes { buffer in
            while done < buffer.count {
                let (start, count) = (buffer.baseAddress.map { $0 + done }, buffer.count - done)
                // A pager that was left reads no more, which is an error here and no signal.
                guard let written = try? retryingInterrupts({ Glibc.write(end, start, count) }) else { return }
                done += written
            }
        }
    }
}

/// What a command writes, kept until its end for a pager to show.
final class PagedOutput: Sendable {
    private static let threads = BlockingThreads(name: "typecase-pager", maximumCount: 1)

    private let pager: Pager
    private let output: CommandOutput
    private let written = Mutex("")

    private init(_ pager: Pager, _ output: CommandOutput) {
        self.pager = pager
        self.output = output
    }

    /// Keeps what a command writes from now on; `nil` where it is to write itself.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - environment: Where it writes.
    /// - Returns: What is kept.
    static func begin(_ command: any ServiceCommand, _ environment: inout CommandEnvironment) -> PagedOutput? {
        guard let command = command as? any PagedCommand, command.isPaged, !command.pagerOptions.isOff,
            !command.outputOptions.json, !command.outputOptions.quiet, environment.output.isTerminal,
            let pager = Pager(environment.variables)
        else { return nil }
        let pages = PagedOutput(pager, environment.output)
        environment.output.write = { text in pages.written.withLock { $0 += text } }
        return pages
    }

    /// Shows what was written: with the pager where it is longer than the terminal.
    ///
    /// - Parameter isWhole: Whether the command came to its end; what there is of an interrupted one needs no pager.
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
