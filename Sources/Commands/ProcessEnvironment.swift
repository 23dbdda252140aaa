internal import FoundationEssentials

/// The environment that this process was started with.
enum ProcessEnvironment {
    /// The variables by their names.
    static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
