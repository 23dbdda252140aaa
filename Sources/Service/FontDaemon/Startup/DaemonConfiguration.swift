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

/// What the daemon is told from outside.
package struct DaemonConfiguration: Sendable {
    /// The session bus.
    package var busAddress: BusAddress
    /// The bus that logind is on.
    package var systemBusAddress: BusAddress
    /// The file in which the kernel tells how many tasks wait for a processor.
    package var pressurePath: String
    /// The environment, which names the user's directories.
    package var environment: [String: String]
    /// How the workers that parse fonts are reached.
    package var workers: WorkerConfiguration
    /// How the process that fetches fonts is reached.
    package var fetcher: WorkerAccess
    /// What the machine and the home are like.
    package var traits: HomeTraits
    /// Finds out who a caller is; `nil` for what the kernel and the service manager say.
    ///
    /// Tests act as other callers with it.
    package var identify: (@Sendable (_ uniqueName: String) async throws -> CallerIdentity)?
    /// How long nobody has to need the daemon until it leaves, to be started again by the next call; `nil` for never.
    ///
    /// Where the bus cannot start it, it stays.
    package var idleTime: Duration?

    /// How long after each request for more time to start the next follows.
    package var startExtensionInterval: Duration

    /// How long a question to the user is open.
    package var consentTime: Duration

    /// The usual idle time: a program that asks several things in a row finds the daemon there, and nothing is left of
    /// it for the rest of the day.
    package static let usualIdleTime = Duration.seconds(60)

    /// The variable of the environment that sets the idle time in seconds, such as `0.5`, or turns it off: `never`.
    package static let idleTimeVariable = "TYPECASE_IDLE_TIME"

    /// The variable of the environment that has fonts judged without the second opinion, if it says `never`: what that
    /// costs can be told by comparing.
    package static let secondOpinionVariable = "TYPECASE_SECOND_OPINION"

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - busAddress: The session bus.
    ///   - systemBusAddress: The bus that logind is on.
    ///   - environment: The environment.
    ///   - workers: How the workers that parse fonts are reached.
    ///   - fetcher: How the process that fetches fonts is reached; `nil` for what the environment has.
    ///   - traits: What the machine and the home are like.
    ///   - identify: Finds out who a caller is; `nil` for the real thing.
    ///   - idleTime: How long nobody has to need the daemon until it leaves; `nil` for never.
    ///   - startExtensionInterval: How long after each request for more time to start the next follows.
    ///   - consentTime: How long a question to the user is open.
    ///   - pressurePath: The file in which the kernel tells how many tasks wait for a processor; `nil` for the real one.
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

    /// The directories that say what is not to be had, absolute paths.
    package var policyDirectories: [String] { RightsPolicyFiles.directories(in: environment) }

    /// What a process that the session starts is told: the session's bus and its environment.
    package static func ofProcess() -> DaemonConfiguration {
        let environment = processEnvironment()
        var workers = workers(environment: environment)
        workers.asksForSecondOpinion = environment[secondOpinionVariable] != "never"
        return DaemonConfiguration(
            busAddress: .session, systemBusAddress: .system, environment: environment,
            workers: workers, idleTime: idleTime(environment[idleTimeVariable]))
    }

    /// What the environment says of the idle time; what cannot be understood changes nothing.
    static func idleTime(_ text: String?) -> Duration? {
        if text == "never" { return nil }
        guard let seconds = text.flatMap(Double.init), seconds > 0, seconds <= 1e9 else { return usualIdleTime }
        return .seconds(seconds)
    }

    /// The workers' units where a service manager listens for them, else the program beside this one: a child inherits
    /// what its parent may not do, so a unit of its own is the better home for a worker.
    ///
    /// Where one of them is missing, its jobs fail, and where all are as well if the service manager has started the
    /// daemon: its own unit is no place for any of them. They are reached as soon as somebody listens there again.
    static func workers(environment: [String: String]) -> WorkerConfiguration {
        let directory = runtimeDirectory(environment)
        let areThere = InspectionMode.ofService.contains {
            access("\(directory)/\($0.rawValue).socket", R_OK | W_OK) == 0
        }
        if areThere || isUnit(environment) { return .sockets(in: directory) }
        return .executable(siblingPath("typecase-inspect"), environment: environment)
    }

    /// The same for what fetches fonts, which a child of a daemon in its unit could not do at all.
    static func fetcher(environment: [String: String]) -> WorkerAccess {
        let socket = "\(runtimeDirectory(environment))/fetch.socket"
        if access(socket, R_OK | W_OK) == 0 || isUnit(environment) { return .socket(socket) }
        return .executable(siblingPath("typecase-fetch"))
    }

    /// The variable of the environment that has packages looked for in a directory of AppStream catalogs, in the place of
    /// those of the system.
    static let catalogsVariable = "TYPECASE_PACKAGE_CATALOGS"

    /// What knows which packages have fonts.
    static func packageSearch(environment: [String: String], log: Logger) -> PackageSearch {
        PackageSearch(
            program: siblingPath("typecase-packages"), directory: environment[catalogsVariable],
            environment: environment, log: log)
    }

    /// Where the sockets of the units are.
    private static func runtimeDirectory(_ environment: [String: String]) -> String {
        "\(BaseDirectories.directory(environment["XDG_RUNTIME_DIR"]) ?? "/run/user/\(getuid())")/typecase"
    }

    /// Whether the service manager has started this very process, and not one that it is a child of; see systemd.exec(5).
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

    private static func siblingPath(_ name: String) -> String {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0, let slash = path[..<count].lastIndex(of: UInt8(ascii: "/")) else { return name }
        return String(decoding: path[...slash], as: UTF8.self) + name
    }
}
