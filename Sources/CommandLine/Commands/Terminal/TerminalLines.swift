internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The lines that the user types at the terminal.
enum TerminalLines {
    /// Reads lines from now on; what was typed before is forgotten, as it was no answer to what comes.
    ///
    /// - Returns: The lines, to the end of the input; `nil` where there is no terminal, or nobody to read it.
    static func stream() -> AsyncStream<String>? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        tcflush(STDIN_FILENO, TCIFLUSH)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        do throws(Errno) {
            // A thread of its own: an interrupted command does not wait for the next line.
            try NativeThread(name: "typecase-answers") {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }.detach()
        } catch {
            return nil
        }
        return lines
    }
}
