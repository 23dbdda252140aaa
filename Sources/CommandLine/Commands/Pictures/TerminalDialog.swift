internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Asks the controlling terminal something that it answers as if it was typed.
enum TerminalDialog {
    /// Writes a question, and reads until the answer is complete.
    ///
    /// What comes too late is thrown away, lest it land in the shell's command line.
    ///
    /// - Parameters:
    ///   - question: The sequences.
    ///   - deadline: The longest to wait.
    ///   - isComplete: Whether an answer has all that is waited for.
    /// - Returns: What has come.
    /// - Throws: That there is no terminal, or that this process is in its background.
    static func ask(
        _ question: String, within deadline: Duration, until isComplete: (String) -> Bool
    ) throws(Errno) -> String {
        let terminal = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, "/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY, 0)
            })
        // A process in the background would be stopped.
        guard tcgetpgrp(terminal.rawValue) == getpgrp() else { throw .notPermitted }
        var usual = termios()
        try retryingInterrupts { tcgetattr(terminal.rawValue, &usual) }
        var raw = usual
        // Unlike cfmakeraw, Ctrl-C stays what it is.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        try retryingInterrupts { tcsetattr(terminal.rawValue, TCSAFLUSH, &raw) }
        // Back as it was, without what has come since.
        defer { tcsetattr(terminal.rawValue, TCSAFLUSH, &usual) }
        let bytes = Array(question.utf8)
        _ = bytes.withUnsafeBytes { write(terminal.rawValue, $0.baseAddress, $0.count) }
        let end = SuspendingClock.now.advanced(by: deadline)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let remaining = SuspendingClock.now.duration(to: end), remaining > .zero {
            let milliseconds = Int32(clamping: remaining.components.attoseconds / 1_000_000_000_000_000 + 1)
            guard typecase_poll(terminal.rawValue, Int16(POLLIN), milliseconds) > 0 else { continue }
            let count = read(terminal.rawValue, &buffer, buffer.count)
            guard count > 0 else { break }
            answer += buffer[..<count]
            let text = String(decoding: answer, as: UTF8.self)
            if isComplete(text) { return text }
        }
        return String(decoding: answer, as: UTF8.self)
    }
}
