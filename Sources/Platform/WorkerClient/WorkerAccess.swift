/// The way to reach a worker.
package enum WorkerAccess: Sendable, Hashable, CustomStringConvertible {
    /// Connects to the socket at this path, for which the service manager starts the worker.
    case socket(String)
    /// Starts this executable with a connected socket.
    ///
    /// Only used if no service manager runs: a child process has the daemon's own seccomp filter and limits.
    case executable(String)

    package var description: String {
        switch self {
        case .socket(let path): "the worker's socket \(path)"
        case .executable(let path): "the worker \(path)"
        }
    }
}
