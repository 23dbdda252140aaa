/// The result of a worker's attempt at something that its sandbox must deny.
package struct SandboxAttempt: Sendable, Hashable {
    /// The attempted action.
    ///
    /// It is one of `open-read`, `open-write`, `truncate`, `socket`, `socket-local`, `execute`, `fork`,
    /// `ptrace`, `signal`, `signal-thread`, `signal-by-descriptor`, `limit-others`, `make-code`.
    package var action: String
    /// Whether the action was denied.
    package var isDenied: Bool

    /// Creates the result of an attempt.
    package init(action: String, isDenied: Bool) {
        self.action = action
        self.isDenied = isDenied
    }
}
