/// The reason why a caller is refused: its identity could not be determined with certainty.
package struct CallerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of problem.
    package enum Code: Sendable, Hashable {
        /// The process has ended, or its number now belongs to another process.
        case processGone
        /// The process belongs to another user than the bus reported.
        case otherUser
        /// The kernel does not allow this service to see what the process is.
        case unreadable
        /// The process says that it is a sandboxed application, but does not identify the application in a known form.
        case malformedSandboxInformation
        /// Two sources contradict each other.
        case contradiction
        /// The process is in a kind of sandbox whose applications cannot be distinguished.
        case unknownSandbox
        /// The identity of the process does not yield a valid provider name.
        case unnameable
    }

    /// The kind of problem.
    package let code: Code
    /// The details, for the log.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of problem.
    ///   - message: The details, for the log.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code): \(message)" }
}
