package import DBus
package import FontModel
internal import Glibc
package import InspectionPool
internal import InspectionProtocol

/// What the daemon is told from outside.
package struct DaemonConfiguration: Sendable {
    /// The session bus.
    package var busAddress: BusAddress
    /// The environment, which names the user's directories.
    package var environment: [String: String]
    /// How the workers that parse fonts are reached.
    package var workers: InspectionPoolConfiguration
    /// Finds out who a caller is; `nil` for what the kernel and the service manager say.
    ///
    /// Tests act as other callers with it.
    package var identify: (@Sendable (_ uniqueName: String) async throws -> CallerIdentity)?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - busAddress: The session bus.
    ///   - environment: The environment.
    ///   - workers: How the workers that parse fonts are reached.
    ///   - identify: Finds out who a caller is; `nil` for the real thing.
    package init(
        busAddress: BusAddress, environment: [String: String], workers: InspectionPoolConfiguration,
        identify: (@Sendable (_ uniqueName: String) async throws -> CallerIdentity)? = nil
    ) {
        self.busAddress = busAddress
        self.environment = environment
        self.workers = workers
        self.identify = identify
    }

    /// What a process that the session starts is told: the session's bus and its environment.
    package static func ofProcess() -> DaemonConfiguration {
        let environment = processEnvironment()
        return DaemonConfiguration(
            busAddress: .session, environment: environment, workers: workers(environment: environment))
    }

    /// The workers' units where a service manager listens for them, else the program beside this one: a child inherits
    /// what its parent may not do, so a unit of its own is the better home for a worker.
    private static func workers(environment: [String: String]) -> InspectionPoolConfiguration {
        if let directory = environment["XDG_RUNTIME_DIR"].map({ $0 + "/typecase" }) {
            let areThere = InspectionMode.allCases.allSatisfy {
                access("\(directory)/\($0.rawValue).socket", R_OK | W_OK) == 0
            }
            if areThere { return .sockets(in: directory) }
        }
        return .executable(siblingPath("typecase-inspect"), environment: environment)
    }

    private static func processEnvironment() -> [String: String] {
        var environment: [String: String] = [:]
        var entry = environ
        while let variable = entry.pointee {
            let parts = String(cString: variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return environment
    }

    private static func siblingPath(_ name: String) -> String {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0, let slash = path[..<count].lastIndex(of: UInt8(ascii: "/")) else { return name }
        return String(decoding: path[...slash], as: UTF8.self) + name
    }
}
