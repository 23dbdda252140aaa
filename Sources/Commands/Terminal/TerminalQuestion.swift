internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A question that is answered with yes or no on the terminal.
enum TerminalQuestion {
    /// Asks on standard error, so that what is written to standard output stays what it is.
    ///
    /// - Parameter question: The question, without what may be answered.
    /// - Returns: Whether the answer is yes, no being the default; `nil` where no terminal is there to be asked.
    /// - Throws: That the command was interrupted instead.
    static func ask(_ question: String) async throws(CommandFailure) -> Bool? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        CommandOutput.standard.writeError("\(TerminalText.escaped(question)) [y/N] ")
        let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
        do throws(Errno) {
            // A thread of its own: an interrupted command does not wait for the answer.
            try NativeThread(name: "typecase-answer") {
                continuation.yield(readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false)
                continuation.finish()
            }.detach()
        } catch {
            return nil
        }
        for await answer in answers { return answer }
        // Where the cursor stands behind the question.
        CommandOutput.standard.writeError("\n")
        throw CommandFailure(interrupted: "Interrupted; nothing was changed.")
    }
}
