package import DBus
package import FontLibrary
package import FontModel
internal import FontService
internal import Glibc
package import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import Logging
internal import Policy
package import WorkerClient

/// The external configuration of the daemon.
package struct DaemonConfiguration: Sendable {
    /// The session bus.
    package var busAddress: BusAddress
    /// The bus that logind is on.
    package var systemBusAddress: BusAddress
    /// The file in which the kernel reports how many tasks wait for a processor.
    package var pressurePath: String
    /// The environment, which names the user's directories.
    package var environment: [String: String]
    /// How to connect to the workers that parse fonts.
    package var workers: WorkerConfiguration
    /// How to connect to the process that downloads fonts.
    package var fetcher: WorkerAccess
    /// The properties of the machine and the home.
    package var traits: HomeTraits
    /// Identifies a caller; `nil` to use what the kernel and the service manager report.
    ///
    /// Tests use it to act as other callers.
    package var identify: (@Sendable (_ uniqueName: String) async throws -> CallerIdentity)?
    /// How long the daemon must be idle before it exits; `nil` for never.
    ///
    /// The next call starts it again. If the bus cannot start it, it does not exit.
    package var idleTime: Duration?

    /// The interval between requests for more time to start.
    package var startExtensionInterval: Duration

    /// How long a question to the user is open.
    package var consentTime: Duration

    /// The default idle time.
    ///
    /// A program that makes several calls in a row finds the daemon running, and the daemon does not stay for the rest
    /// of the day.
    package static let usualIdleTime = Duration.seconds(60)

    /// The environment variable for the idle time in seconds, such as `0.5`, or `never` to disable it.
    package static let idleTimeVariable = "TYPECASE_IDLE_TIME"

    /// The environment variable that disables the second opinion on fonts if its value is `never`.
    ///
    /// It serves to measure the cost of the second opinion by comparison.
    package static let secondOpinionVariable = "TYPECASE_SECOND_OPINION"

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - busAddress: The session bus.
    ///   - systemBusAddress: The bus that logind is on.
    ///   - environment: The environment.
    ///   - workers: How to connect to the workers that parse fonts.
    ///   - fetcher: How to connect to the process that downloads fonts; `nil` for the value from the environment.
    ///   - traits: The properties of the machine and the home.
    ///   - identify: Identifies a caller; `nil` for the real identification.
    ///   - idleTime: How long the daemon must be idle before it exits; `nil` for never.
    ///   - startExtensionInterval: The interval between requests for more time to start.
    ///   - consentTime: How long a question to the user is open.
    ///   - pressurePath: The file in which the kernel reports how many tasks wait for a processor; `nil` for the real
    ///     one.
    package init(
        busAddress: BusAddress, systemBusAddress: BusAddress, environment: [String: String],
        workers: WorkerConfiguration, fetcher: WorkerAccess? = nil,
        traits: HomeTraits = .ofSystem(),
        identify: (@Sendable (_ uniqueName: String) async throws -> CallerIdentity)? = nil,
        idleTime: Duration? = DaemonConfiguration.usualIdleTime,
        startExtensionInterval: Duration = StartExtension.usualInterval,
        consentTime: Duration = ConsentService.usualDeadline, pressurePath: String? = nil
    ) {
        self.busAddress = busAddress
        self.systemBusAddress = systemBusAddress
        self.environment = environment
        self.workers = workers
        self.fetcher = fetcher ?? Self.fetcher(environment: environment)
        self.traits = traits
        self.identify = identify
        self.idleTime = idleTime
        self.startExtensionInterval = startExtensionInterval
        self.consentTime = consentTime
        self.pressurePath = pressurePath ?? MachineLoad.usualPath
    }

    /// The directories of the policy, as absolute paths.
    package var policyDirectories: [String] { RightsPolicyFiles.directories(in: environment) }

    /// Returns the configuration of a process that the session starts, from its environment.
    package static func ofProcess() -> DaemonConfiguration {
        let environment = processEnvironment()
        var workers = workers(environment: environment)
        workers.asksForSecondOpinion = environment[secondOpinionVariable] != "never"
        return DaemonConfiguration(
            busAddress: .session, systemBusAddress: .system, environment: environment,
            workers: workers, idleTime: idleTime(environment[idleTimeVariable]))
    }

    /// Reads the idle time from the environment; an invalid value gives the default.
    static func idleTime(_ text: String?) -> Duration? {
        if text == "never" { return nil }
        guard let seconds = text.flatMap(Double.init), seconds > 0, seconds <= 1e9 else { return usualIdleTime }
        return .seconds(seconds)
    }

    /// The sockets of the workers' units if a service manager listens on them, or else the programs beside this one.
    ///
    /// A child process inherits the restrictions of its parent, so a worker is better placed in a unit of its own. If
    /// one of the sockets is missing, its jobs fail. If all are missing but the service manager has started the daemon,
    /// all jobs fail, because the daemon's own unit is not a suitable place for workers. They are reached as soon as
    /// the sockets exist again.
    static func workers(environment: [String: String]) -> WorkerConfiguration {
        let directory = runtimeDirectory(environment)
        let areThere = InspectionMode.ofService.contains {
            access("\(directory)/\($0.rawValue).socket", R_OK | W_OK) == 0
        }
        if areThere || isUnit(environment) { return .sockets(in: directory) }
        return .programs(in: programDirectory, environment: environment)
    }

    /// The same for the process that downloads fonts, which could not run at all as a child of a daemon in its unit.
    static func fetcher(environment: [String: String]) -> WorkerAccess {
        let socket = "\(runtimeDirectory(environment))/fetch.socket"
        if access(socket, R_OK | W_OK) == 0 || isUnit(environment) { return .socket(socket) }
        return .executable(siblingPath("typecase-fetch"))
    }

    /// The environment variable for a directory of AppStream catalogs that replaces those of the system.
    static let catalogsVariable = "TYPECASE_PACKAGE_CATALOGS"

    /// Returns the search for packages that contain fonts.
    static func packageSearch(environment: [String: String], log: Logger) -> PackageSearch {
        PackageSearch(
            program: siblingPath("typecase-packages"), directory: environment[catalogsVariable],
            environment: environment, log: log)
    }

    /// The directory of the units' sockets.
    private static func runtimeDirectory(_ environment: [String: String]) -> String {
        "\(BaseDirectories.directory(environment["XDG_RUNTIME_DIR"]) ?? "/run/user/\(getuid())")/typecase"
    }

    /// Whether the service manager has started this process itself, rather than a parent of it; see systemd.exec(5).
    private static func isUnit(_ environment: [String: String]) -> Bool {
        environment["SYSTEMD_EXEC_PID"] == String(getpid())
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

    private static func siblingPath(_ name: String) -> String { "\(programDirectory)/\(name)" }

    /// The directory of this program.
    private static var programDirectory: String {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0, let slash = path[..<count].lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return String(decoding: path[..<slash], as: UTF8.self)
    }
}
