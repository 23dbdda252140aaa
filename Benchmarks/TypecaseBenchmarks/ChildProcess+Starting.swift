internal import TestSupport

extension ChildProcess {
    /// Starts a program, or says which could not be started.
    static func start(
        _ executable: String, _ arguments: [String] = [], environment: [String: String], acceptsInput: Bool = false
    ) throws -> ChildProcess {
        do {
            return try ChildProcess(executable, arguments, environment: environment, acceptsInput: acceptsInput)
        } catch {
            throw BenchmarkFailure("\(executable) cannot be started: \(error).")
        }
    }
}
