internal import Glibc
package import InspectionProtocol
package import WorkerClient

/// How the pool reaches its workers, and how much it asks of them.
package struct WorkerConfiguration: Sendable {
    /// What applies to the workers of one mode.
    package struct Lane: Sendable {
        /// How to get a connection.
        package var access: WorkerAccess
        /// How many connections, and so jobs, there are at a time.
        package var connectionCount: Int
        /// How long a job may take from sending it to the end of its reply.
        ///
        /// A little more than the worker's own limit, so
        /// that it is the worker who says what happened.
        package var deadline: Duration
        /// Whether there is one connection more, for whoever has no job under way while others have all of them.
        package var hasSparePlace: Bool

        /// Creates a lane.
        package init(access: WorkerAccess, connectionCount: Int, deadline: Duration, hasSparePlace: Bool = false) {
            self.access = access
            self.connectionCount = connectionCount
            self.deadline = deadline
            self.hasSparePlace = hasSparePlace
        }
    }

    /// Inspection: as many at a time as keep the cores busy, and a hostile batch cannot take more.
    package var inspect: Lane
    /// Warming of caches, one directory after the other.
    package var warm: Lane
    /// Listing of the system's fonts.
    package var systemFaces: Lane
    /// The second opinion, beside inspection: as many at a time, so that neither waits for the other for long.
    package var secondOpinion: Lane
    /// Expansion of web fonts, which the service never asks for.
    package var convert: Lane
    /// Unpacking of archives, which the service never asks for.
    package var archive: Lane
    /// Drawing: as many at a time as keep the cores busy, and one more lest large pictures hold up all others.
    package var render: Lane
    /// Decoding of icons.
    package var icon: Lane
    /// Whether the second opinion is asked for at all; without it each font costs some milliseconds less.
    package var asksForSecondOpinion = true
    /// How long a connection is kept without a job; the worker goes some seconds later.
    package var idleTime: Duration = .seconds(30)
    /// How many fonts of one provider may wait: what 64 calls of 16 fonts bring.
    package var queueLimitPerProvider = 1_024
    /// How many fonts may wait in all.
    package var queueLimit = 4_096
    /// The environment of workers that the pool starts itself; see ``reducedEnvironment(_:)``.
    package var environment: [String: String]

    /// How many fonts are examined at a time on this machine; see ``fontsAtOnce(cores:)``.
    package static let fontsAtOnce = fontsAtOnce(cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// How many fonts are examined at a time: one for each core, as that is all a font takes.
    ///
    /// Two even on one core, lest a font that takes long hold up all others. Six at most: the costliest fonts that are
    /// known take 129 MiB to be examined, and the units of the workers have a gigabyte each, which is enough for the
    /// spare place as well.
    ///
    /// - Parameter cores: How many the machine has.
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

    /// Reaches the workers by the sockets of their units.
    ///
    /// - Parameter runtimeDirectory: Our directory in `$XDG_RUNTIME_DIR`, where the sockets are.
    /// - Returns: The configuration.
    package static func sockets(in runtimeDirectory: String) -> WorkerConfiguration {
        WorkerConfiguration(environment: [:]) { mode in .socket("\(runtimeDirectory)/\(mode.rawValue).socket") }
    }

    /// Starts the workers itself.
    ///
    /// - Parameters:
    ///   - path: The worker's executable.
    ///   - environment: The daemon's environment.
    /// - Returns: The configuration.
    package static func executable(
        _ path: String, environment: [String: String]
    ) -> WorkerConfiguration {
        WorkerConfiguration(environment: environment) { _ in .executable(path) }
    }

    /// The part of an environment that fontconfig needs, and nothing else.
    ///
    /// Above all not `SOURCE_DATE_EPOCH`, which makes fontconfig write caches that never are valid. Backtraces are off:
    /// they would hold up a worker that a font crashed, and read its memory.
    ///
    /// - Parameter environment: The daemon's environment.
    /// - Returns: What a worker is started with.
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

    /// What applies to a mode.
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
