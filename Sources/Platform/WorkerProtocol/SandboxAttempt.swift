/// What came of one attempt of a worker to do what its sandbox has to deny.
package struct SandboxAttempt: Sendable, Hashable {
    /// What was tried: `open-read`, `open-write`, `truncate`, `socket`, `socket-local`, `execute`, `fork`, `ptrace`,
    /// `signal`, `signal-thread`, `signal-by-descriptor`, `limit-others`, `make-code`.
    package var action: String
    /// Whether it was denied.
    package var isDenied: Bool

    /// Creates an attempt.
    package init(action: String, isDenied: Bool) {
        self.action = action
        self.isDenied = isDenied
    }
}
