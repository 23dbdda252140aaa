package import DBus
package import FontModel
internal import Glibc

/// What the daemon is told from outside.
package struct DaemonConfiguration: Sendable {
    /// The session bus.
    package var busAddress: BusAddress
    /// The environment: the places of the user's directories, and what workers that are spawned need.
    package var environment: [String: String]
    /// The program that examines fonts, for where no service manager starts it.
    package var workerExecutable: String
    /// Finds out who a caller is; `nil` for what the kernel and the service manager say. Tests act as other callers.
    package var identify: (@Sendable (_ uniqueName: String) async throws -> CallerIdentity)?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - busAddress: The session bus.
    ///   - environment: The environment.
    ///   - workerExecutable: The absolute path of `typecase-inspect`.
    ///   - identify: Finds out who a caller is; `nil` for the real thing.
    package init(
        busAddress: BusAddress, environment: [String: String], workerExecutable: String,
        identify: (@Sendable (_ uniqueName: String) async throws -> CallerIdentity)? = nil
    ) {
        self.busAddress = busAddress
        self.environment = environment
        self.workerExecutable = workerExecutable
        self.identify = identify
    }

    /// What a process that the session starts is told: the session's bus, its environment, the worker beside it.
    package static func ofProcess() -> DaemonConfiguration {
        DaemonConfiguration(
            busAddress: .session, environment: processEnvironment(), workerExecutable: siblingPath("typecase-inspect"))
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
