internal import DBus
internal import EventLoop
internal import Synchronization
internal import TestSupport

/// Stands in for the user's service manager on a session bus of its own, as far as units are started and stopped.
final class FakeServiceManager: Sendable {
    /// What becomes of a unit that is started.
    enum Conduct: Sendable {
        /// It is active by the time that somebody has asked a second time.
        case starts
        /// It fails.
        case fails
        /// There is no such unit.
        case isUnknown
    }

    private struct State {
        var conduct: [String: Conduct] = [:]
        var units: [String: Bool] = [:]
        var questions = 0
        var calls: [String] = []
    }

    private static let interface = "org.freedesktop.systemd1.Manager"
    private let state = Mutex(State())

    /// The units that are active.
    var active: Set<String> { state.withLock { Set($0.units.filter(\.value).keys) } }
    /// What was started and stopped, in that order, since somebody last looked here.
    func takeCalls() -> [String] {
        state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
    }

    /// Says what becomes of a unit that is started.
    func set(_ conduct: Conduct, for unit: String) { state.withLock { $0.conduct[unit] = conduct } }

    /// Begins to serve on a connection.
    func serve(on connection: BusConnection) async throws {
        let list = ExportedMethod(
            name: "ListUnitsByPatterns", inputSignature: "asas", outputSignature: "a(ssssssouso)"
        ) { [self] _ in
            let units = state.withLock { state in
                defer {
                    // What was about to start has started by the next time.
                    for unit in state.units.keys where state.conduct[unit] != .fails { state.units[unit] = true }
                }
                return state.units.map { unit, isActive in
                    let isStarting = !isActive && state.conduct[unit] != .fails
                    return BusValue.structure([
                        .string(unit), .string(""), .string("loaded"),
                        .string(isActive ? "active" : isStarting ? "inactive" : "failed"), .string(""), .string(""),
                        .objectPath("/unit"), .uint32(isStarting ? 7 : 0), .string(""), .objectPath("/job"),
                    ])
                }
            }
            return [.array(element: "(ssssssouso)", units)]
        }
        let start = method("StartUnit") { state, unit throws(BusError) in
            if state.conduct[unit] == .isUnknown { throw BusError.failed("Unit \(unit) not found.") }
            state.units[unit] = false
        }
        let stop = method("StopUnit") { state, unit throws(BusError) in state.units[unit] = nil }
        await connection.export(
            ExportedObject(interfaces: [
                ExportedInterface(
                    name: Self.interface, methods: [list, start, stop],
                    introspection: "<interface name=\"\(Self.interface)\"/>")
            ]),
            at: "/org/freedesktop/systemd1")
        try await connection.requestName("org.freedesktop.systemd1")
    }

    private func method(
        _ name: String, _ act: @escaping @Sendable (inout State, String) throws(BusError) -> Void
    ) -> ExportedMethod {
        ExportedMethod(name: name, inputSignature: "ss", outputSignature: "o") { [self] call in
            guard case .string(let unit) = call.arguments[0] else { throw BusError.failed("no unit") }
            try state.withLock { state in
                state.calls.append("\(name) \(unit)")
                try act(&state, unit)
            }
            return [.objectPath("/job")]
        }
    }
}
