internal import Glibc

/// A question that is answered with yes or no on the terminal.
enum TerminalQuestion {
    /// Asks on standard error, so that what is written to standard output stays what it is.
    ///
    /// Blocks until a line comes.
    ///
    /// - Parameter question: The question, without what may be answered.
    /// - Returns: Whether the answer is yes, no being the default; `nil` where no terminal is there to be asked.
    static func ask(_ question: String) -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        CommandOutput.standard.writeError("\(TerminalText.escaped(question)) [y/N] ")
        guard let line = readLine() else { return false }
        return ["y", "yes"].contains(line.lowercased())
    }
}
