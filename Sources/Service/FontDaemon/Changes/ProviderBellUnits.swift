internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging
internal import ProviderInstallations

/// Makes the service manager start the daemon when a provider is removed while no daemon runs.
///
/// The service manager always watches the files that package managers change. For other evidence that a provider is
/// installed, this starts one instance of `typecase-file@.path` each, which outlives the daemon. If the service manager
/// does not watch all of the evidence, the daemon does not exit, and notices removals itself.
///
/// Source: org.freedesktop.systemd1(5).
actor ProviderBellUnits {
    /// The most instances of the unit.
    ///
    /// Each uses one of the inotify instances that all programs of the user share. There are 128 of these unless
    /// another limit was set.
    static let maximumCount = 24
    /// The unit with the usual path watches.
    static let usualUnit = "typecase-providers.path"

    private static let timeout = Duration.seconds(5)
    /// How long the service manager may take to start the units.
    private static let startTime = Duration.seconds(10)
    private static let pollingInterval = Duration.milliseconds(20)

    private enum ServiceManager {
        static let name = "org.freedesktop.systemd1"
        static let path: ObjectPath = "/org/freedesktop/systemd1"
        static let interface = "org.freedesktop.systemd1.Manager"
    }

    private let bells: ProviderBells
    private let connection: BusConnection
    private let work: WorkInProgress
    private let log: Logger
    /// The watched paths, if they are all that must be watched; `nil` if nothing must be, or the state is not known.
    private var watched: Set<String>?
    /// Whether this object keeps the daemon running.
    private var isStaying = false

    /// The reason why the service manager does not watch all required paths.
    struct Obstacle: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// Creates the object without starting any units.
    ///
    /// - Parameters:
    ///   - bells: Determines which paths must be watched.
    ///   - connection: A connection to the bus that the service manager is on.
    ///   - work: The record of activity, which can keep the daemon running.
    ///   - log: The log of why the daemon keeps running.
    init(bells: ProviderBells, connection: BusConnection, work: WorkInProgress, log: Logger) {
        self.bells = bells
        self.connection = connection
        self.work = work
        self.log = log
    }

    /// Makes the service manager watch exactly the paths for the evidence; if that fails, keeps the daemon running.
    ///
    /// - Parameter evidence: All evidence that providers are installed.
    func hang(for evidence: Set<InstallationEvidence>) async {
        let needed = bells.needed(for: evidence)
        // In most cases, there is no provider that could be removed, or nothing has changed.
        guard evidence.isEmpty ? watched != nil || isStaying : watched != needed else { return }
        work.begin(.departures)
        defer { work.end(.departures) }
        do throws(Obstacle) {
            var units = try Self.units(for: needed)
            if !evidence.isEmpty { units.insert(Self.usualUnit) }
            try await adjust(to: units)
            watched = evidence.isEmpty ? nil : needed
            stay(false)
        } catch {
            watched = nil
            if !isStaying, !evidence.isEmpty {
                log.notice(
                    "The service stays: nothing else would notice when a program goes that has registered fonts",
                    metadata: ["reason": "\(error)"])
            }
            stay(!evidence.isEmpty)
        }
    }

    private func stay(_ isStaying: Bool) {
        guard isStaying != self.isStaying else { return }
        self.isStaying = isStaying
        if isStaying { work.begin(.unwatchedProviders) } else { work.end(.unwatchedProviders) }
    }

    // MARK: Names

    /// The units that watch paths or, if there are too many paths, their parent directories.
    ///
    /// - Throws: An error if there are too many, or a path cannot be part of a unit name.
    static func units(for paths: Set<String>) throws(Obstacle) -> Set<String> {
        var places = paths
        if places.count > maximumCount {
            places = Set(paths.map { path in String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) })
        }
        guard places.count <= maximumCount else {
            throw Obstacle(description: "\(places.count) directories are more than can be watched for it")
        }
        var units: Set<String> = []
        for path in places {
            guard let unit = unit(watching: path) else {
                throw Obstacle(description: "\(path) cannot be in the name of a unit")
            }
            units.insert(unit)
        }
        return units
    }

    /// The instance of `typecase-file@.path` for a path; `nil` if its name would exceed 255 bytes or be invalid.
    ///
    /// Source: systemd.unit(5), "String escaping for inclusion in unit names".
    static func unit(watching path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard path.hasPrefix("/"), !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return nil }
        var name = "typecase-file@"
        for (index, byte) in path.utf8.dropFirst().enumerated() {
            switch byte {
            case UInt8(ascii: "/"): name += "-"
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where index > 0: name += "."
            default:
                let digits = String(byte, radix: 16)
                name += (byte < 16 ? "\\x0" : "\\x") + digits
            }
        }
        name += ".path"
        return name.utf8.count <= 255 ? name : nil
    }

    // MARK: Service manager

    /// The state of a unit in the service manager.
    private struct State {
        var isActive: Bool
        /// Whether a job to start or stop the unit is queued.
        var hasJob: Bool
    }

    /// Starts units and waits until all are active, and stops all other units of this kind.
    private func adjust(to units: Set<String>) async throws(Obstacle) {
        guard (try? await connection.hasOwner(ServiceManager.name)) == true else {
            throw Obstacle(description: "there is no service manager on the bus")
        }
        let present = try await states()
        for unit in units where present[unit]?.isActive != true { try await call("StartUnit", unit) }
        for unit in present.keys where unit != Self.usualUnit && !units.contains(unit) {
            // If it is not stopped, it may start the daemon needlessly, which does no harm.
            try? await call("StopUnit", unit)
        }
        let end = ContinuousClock.now + Self.startTime
        while true {
            let states = try await states()
            let missing = units.filter { states[$0]?.isActive != true }
            guard !missing.isEmpty else { return }
            if ContinuousClock.now > end || missing.contains(where: { states[$0]?.hasJob != true }) {
                throw Obstacle(description: "\(missing.sorted().joined(separator: ", ")) does not start")
            }
            guard (try? await AlarmClock.shared.sleep(for: Self.pollingInterval)) != nil else {
                throw Obstacle(description: "nobody waits for it any more")
            }
        }
    }

    private func states() async throws(Obstacle) -> [String: State] {
        let patterns = [Self.usualUnit, "typecase-file@*.path"]
        let results = try await call(
            "ListUnitsByPatterns",
            [.array(element: "s", []), .array(element: "s", patterns.map { .string($0) })])
        guard case .array(_, let units)? = results.first else { return [:] }
        var states: [String: State] = [:]
        for unit in units {
            guard case .structure(let fields) = unit, fields.count >= 8, case .string(let name) = fields[0],
                case .string(let activity) = fields[3], case .uint32(let job) = fields[7]
            else { continue }
            states[name] = State(isActive: activity == "active", hasJob: job != 0)
        }
        return states
    }

    private func call(_ member: String, _ unit: String) async throws(Obstacle) {
        _ = try await call(member, [.string(unit), .string("replace")])
    }

    private func call(_ member: String, _ arguments: [BusValue]) async throws(Obstacle) -> [BusValue] {
        do throws(BusError) {
            return try await connection.call(
                destination: ServiceManager.name, path: ServiceManager.path, interface: ServiceManager.interface,
                member: member, arguments: arguments, timeout: Self.timeout)
        } catch {
            throw Obstacle(description: "\(member): \(error.message)")
        }
    }
}
