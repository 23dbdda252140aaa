internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// Sends queries to the controlling terminal, which answers as if the answers were typed.
///
/// From the start to the end of the dialog, the terminal echoes nothing, so that late answers are not visible. They are
/// discarded at the end, so that they do not appear on the shell's command line.
final class TerminalDialog: Sendable {
    /// The open dialog, for a program that exits immediately.
    private static let current = Mutex<TerminalDialog?>(nil)

    private struct State {
        var answer: [UInt8] = []
        var end: SuspendingClock.Instant?
        var isComplete: @Sendable (String) -> Bool = { _ in true }
        var isOpen = true
    }

    private let terminal: OwnedFileDescriptor
    private let usual: termios
    private let state = Mutex(State())

    /// Creates a dialog and opens the terminal.
    ///
    /// - Throws: An error if there is no terminal, or if this process is in its background.
    init() throws(Errno) {
        terminal = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, "/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY, 0)
            })
        // A process in the background would be stopped.
        guard tcgetpgrp(terminal.rawValue) == getpgrp() else { throw .notPermitted }
        var usual = termios()
        let descriptor = terminal.rawValue
        try retryingInterrupts { tcgetattr(descriptor, &usual) }
        self.usual = usual
        var raw = usual
        // Unlike with cfmakeraw, Ctrl-C still interrupts.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        Self.current.withLock { $0 = self }
        try retryingInterrupts { tcsetattr(descriptor, TCSAFLUSH, &raw) }
    }

    /// Writes a query, and reads until the answer is complete.
    ///
    /// - Parameters:
    ///   - question: The sequences.
    ///   - deadline: The maximum time to wait.
    ///   - patience: How long ``end()`` waits for late answers, counted from now.
    ///   - isComplete: Whether an answer is complete.
    /// - Returns: The text that was received.
    func ask(
        _ question: String, within deadline: Duration, patience: Duration,
        until isComplete: @escaping @Sendable (String) -> Bool
    ) -> String {
        let bytes = Array(question.utf8)
        _ = bytes.withUnsafeBytes { write(terminal.rawValue, $0.baseAddress, $0.count) }
        return state.withLock { state in
            let now = SuspendingClock.now
            state.end = now.advanced(by: patience)
            state.isComplete = isComplete
            return read(until: now.advanced(by: deadline), &state)
        }
    }

    /// Waits a moment for late answers, discards the input, and restores the settings of the terminal.
    func end() {
        state.withLock { state in
            if let end = state.end, state.isOpen { _ = read(until: end, &state) }
            restore(&state)
        }
        Self.current.withLock { $0 = nil }
    }

    /// Restores the settings of the terminal without waiting, for a program that exits immediately.
    static func abandon() {
        // Without the lock of the dialog's state, which the dialog may hold while it waits for the terminal.
        let dialog = current.withLock { $0 }
        guard let dialog else { return }
        var usual = dialog.usual
        tcsetattr(dialog.terminal.rawValue, TCSAFLUSH, &usual)
    }

    private func restore(_ state: inout State) {
        guard state.isOpen else { return }
        state.isOpen = false
        var usual = usual
        tcsetattr(terminal.rawValue, TCSAFLUSH, &usual)
    }

    private func read(until end: SuspendingClock.Instant, _ state: inout State) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let text = String(decoding: state.answer, as: UTF8.self)
            let remaining = SuspendingClock.now.duration(to: end)
            guard !state.isComplete(text), remaining > .zero, !Task.isCancelled else { return text }
            let milliseconds =
                remaining.components.seconds * 1000 + remaining.components.attoseconds / 1_000_000_000_000_000 + 1
            guard typecase_poll(terminal.rawValue, Int16(POLLIN), Int32(clamping: milliseconds)) > 0 else { continue }
            let count = Glibc.read(terminal.rawValue, &buffer, buffer.count)
            guard count > 0 else { return text }
            state.answer += buffer[..<count]
        }
    }
}
