/// Why a caller is refused: what it is could not be told for certain.
package struct CallerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What stood in the way.
    package enum Code: Sendable, Hashable {
        /// The process ended, or its number belongs to another process by now.
        case processGone
        /// The process belongs to another user than the bus said.
        case otherUser
        /// The kernel does not let us see what the process is.
        case unreadable
        /// The process says that it is a sandboxed application, but not which, in a form we understand.
        case malformedSandboxInformation
        /// Two sources tell different things.
        case contradiction
        /// The process is in a sandbox of a kind that we cannot tell the applications of.
        case unknownSandbox
        /// What the process is has no name that a provider can have.
        case unnameable
    }

    /// What stood in the way.
    package let code: Code
    /// The details, for the log.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What stood in the way.
    ///   - message: The details, for the log.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code): \(message)" }
}
