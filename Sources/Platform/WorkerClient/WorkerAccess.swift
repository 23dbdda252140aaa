/// How to get a connection to a worker.
package enum WorkerAccess: Sendable, Hashable, CustomStringConvertible {
    /// Connect to the socket at this path, on which the service manager starts the worker.
    case socket(String)
    /// Start this executable with a connected socket. Only where no service manager runs: a child has the daemon's
    /// own seccomp filter and limits.
    case executable(String)

    package var description: String {
        switch self {
        case .socket(let path): "the worker's socket \(path)"
        case .executable(let path): "the worker \(path)"
        }
    }
}
