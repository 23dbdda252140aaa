internal import Glibc
package import InspectionProtocol
package import WorkerClient

/// How the pool reaches its workers, and its limits for them.
package struct WorkerConfiguration: Sendable {
    /// The settings for the workers of one mode.
    package struct Lane: Sendable {
        /// How to open a connection.
        package var access: WorkerAccess
        /// The number of simultaneous connections, and so of simultaneous jobs.
        package var connectionCount: Int
        /// The time that a job may take, from sending it to the end of its reply.
        ///
        /// This is slightly longer than the worker's own limit, so that the worker itself reports what happened.
        package var deadline: Duration
        /// Whether there is one spare connection.
        ///
        /// It is for a key that has no job in progress while others occupy all other connections.
        package var hasSparePlace: Bool

        /// Creates a lane.
        package init(access: WorkerAccess, connectionCount: Int, deadline: Duration, hasSparePlace: Bool = false) {
            self.access = access
            self.connectionCount = connectionCount
            self.deadline = deadline
            self.hasSparePlace = hasSparePlace
        }
    }

    /// Inspection: enough connections to use all cores; a hostile batch cannot take more.
    package var inspect: Lane
    /// Warming of caches, one directory after another.
    package var warm: Lane
    /// Listing of the system's fonts.
    package var systemFaces: Lane
    /// The second opinion, in parallel with inspection.
    ///
    /// It has the same number of connections, so that neither waits long for the other.
    package var secondOpinion: Lane
    /// Expansion of web fonts, which the service never requests.
    package var convert: Lane
    /// Unpacking of archives, which the service never requests.
    package var archive: Lane
    /// Drawing: enough connections to use all cores, and a spare one.
    ///
    /// With the spare one, large pictures do not block all other drawings.
    package var render: Lane
    /// Decoding of icons.
    package var icon: Lane
    /// Whether to ask for the second opinion; without it, each font takes some milliseconds less.
    package var asksForSecondOpinion = true
    /// How long a connection is kept without a job; the worker exits some seconds later.
    package var idleTime: Duration = .seconds(30)
    /// How many fonts of one provider may wait: the number from 64 calls with 16 fonts each.
    package var queueLimitPerProvider = 1_024
    /// How many fonts may wait in total.
    package var queueLimit = 4_096
    /// The environment of workers that the pool starts itself; see ``reducedEnvironment(_:)``.
    package var environment: [String: String]

    /// The number of fonts examined at the same time on this machine; see ``fontsAtOnce(cores:)``.
    package static let fontsAtOnce = fontsAtOnce(cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// The number of fonts examined at the same time: one per core, because the check of a font uses only one core.
    ///
    /// The minimum is two, even on one core, so that a slow font does not block all others. The maximum is six: the
    /// most expensive known fonts take 129 MiB to examine, and each unit of the workers has a gigabyte, which is enough
    /// for the spare place as well.
    ///
    /// - Parameter cores: The number of cores of the machine.
    /// - Returns: The number.
    package static func fontsAtOnce(cores: Int) -> Int { min(max(2, cores), 6) }

    /// Creates a configuration with the usual counts and deadlines.
    ///
    /// - Parameters:
    ///   - environment: The daemon's environment, of which workers get the part they need.
    ///   - access: How to reach the workers of each mode.
    package init(environment: [String: String], access: (InspectionMode) -> WorkerAccess) {
        inspect = Lane(
            access: access(.inspect), connectionCount: Self.fontsAtOnce, deadline: .seconds(15), hasSparePlace: true)
        warm = Lane(access: access(.warm), connectionCount: 1, deadline: .seconds(70))
        systemFaces = Lane(access: access(.systemFaces), connectionCount: 1, deadline: .seconds(40))
        secondOpinion = Lane(
            access: access(.secondOpinion), connectionCount: Self.fontsAtOnce, deadline: .seconds(15),
            hasSparePlace: true)
        convert = Lane(access: access(.convert), connectionCount: Self.fontsAtOnce, deadline: .seconds(15))
        archive = Lane(access: access(.archive), connectionCount: 1, deadline: .seconds(910))
        render = Lane(
            access: access(.render), connectionCount: Self.fontsAtOnce, deadline: .seconds(10), hasSparePlace: true)
        icon = Lane(access: access(.icon), connectionCount: 1, deadline: .seconds(8))
        self.environment = Self.reducedEnvironment(environment)
    }

    /// Creates a configuration that connects to workers through the sockets of their units.
    ///
    /// - Parameter runtimeDirectory: Our directory in `$XDG_RUNTIME_DIR`, where the sockets are.
    /// - Returns: The configuration.
    package static func sockets(in runtimeDirectory: String) -> WorkerConfiguration {
        WorkerConfiguration(environment: [:]) { mode in .socket("\(runtimeDirectory)/\(mode.rawValue).socket") }
    }

    /// Creates a configuration with which the pool starts the workers itself.
    ///
    /// - Parameters:
    ///   - directory: The directory with the programs of the workers.
    ///   - environment: The daemon's environment.
    /// - Returns: The configuration.
    package static func programs(
        in directory: String, environment: [String: String]
    ) -> WorkerConfiguration {
        WorkerConfiguration(environment: environment) { .executable("\(directory)/\($0.program.rawValue)") }
    }

    /// Creates a configuration with which the pool starts workers of one program in all modes.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - environment: The daemon's environment.
    /// - Returns: The configuration.
    package static func executable(
        _ path: String, environment: [String: String]
    ) -> WorkerConfiguration {
        WorkerConfiguration(environment: environment) { _ in .executable(path) }
    }

    /// Returns the part of an environment that fontconfig needs, and nothing else.
    ///
    /// Above all, this excludes `SOURCE_DATE_EPOCH`, with which fontconfig writes caches that are never valid.
    /// Backtraces are disabled: they would delay a worker that a font has crashed, and would read its memory.
    ///
    /// - Parameter environment: The daemon's environment.
    /// - Returns: The environment for a worker.
    package static func reducedEnvironment(_ environment: [String: String]) -> [String: String] {
        var reduced = environment.filter { name, _ in
            switch name {
            case "HOME", "PATH", "LANG", "FONTCONFIG_FILE", "FONTCONFIG_PATH": true
            default: name.hasPrefix("XDG_")
            }
        }
        reduced["SWIFT_BACKTRACE"] = "enable=no"
        return reduced
    }

    /// Accesses the settings of a mode.
    subscript(mode: InspectionMode) -> Lane {
        switch mode {
        case .inspect: inspect
        case .warm: warm
        case .systemFaces: systemFaces
        case .secondOpinion: secondOpinion
        case .convert: convert
        case .archive: archive
        case .render: render
        case .icon: icon
        }
    }
}
