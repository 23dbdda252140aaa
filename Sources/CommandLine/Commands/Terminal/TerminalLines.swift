internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The lines that the user types at the terminal.
enum TerminalLines {
    /// Starts to read lines.
    ///
    /// Text that was typed before is discarded, because it cannot be an answer to later questions.
    ///
    /// - Returns: The lines up to the end of the input; `nil` if there is no terminal, or no thread can be created.
    static func stream() -> AsyncStream<String>? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        tcflush(STDIN_FILENO, TCIFLUSH)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        do throws(Errno) {
            // A separate thread reads, so that an interrupted command does not wait for the next line.
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
