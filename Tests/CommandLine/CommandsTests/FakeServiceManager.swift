internal import BusInterface
internal import DBus
internal import EventLoop

/// A service manager with variables and failed units, and nothing else.
struct FakeServiceManager {
    private let loop: EventLoop
    private let connection: BusConnection

    /// Puts a manager on a bus.
    ///
    /// - Parameters:
    ///   - bus: The bus.
    ///   - variables: What it starts services with, as `NAME=value`.
    ///   - failedUnits: The names of units that have failed.
    /// - Throws: What kept it from the bus.
    init(on bus: TestBus, variables: [String], failedUnits: [String] = []) async throws {
        loop = try EventLoop(name: "fake-manager")
        connection = try await BusConnection.open(.address(bus.address), on: loop)
        let units = failedUnits.map { name -> BusValue in
            .structure([
                .string(name), .string("a unit"), .string("loaded"), .string("failed"), .string("failed"), .string(""),
                .objectPath("/org/freedesktop/systemd1/unit/x"), .uint32(0), .string(""), .objectPath("/"),
            ])
        }
        await connection.export(
            ExportedObject(interfaces: [
                ExportedInterface(
                    name: "org.freedesktop.systemd1.Manager",
                    methods: [
                        ExportedMethod(
                            name: "ListUnitsByPatterns", inputSignature: "asas", outputSignature: "a(ssssssouso)"
                        ) { call in
                            let states: [String] = try call.argument(0, "states")
                            let patterns: [String] = try call.argument(1, "patterns")
                            let isAsked = states == ["failed"] && patterns == ["typecase*"]
                            return [.array(element: "(ssssssouso)", isAsked ? units : [])]
                        }
                    ],
                    properties: [
                        ExportedProperty(name: "Environment", signature: "as") { _ in variables.busValue }
                    ],
                    introspection: "<interface name=\"org.freedesktop.systemd1.Manager\"/>")
            ]), at: "/org/freedesktop/systemd1")
        try await connection.requestName("org.freedesktop.systemd1")
    }

    func stop() async {
        // A connection that is closed keeps its names until the bus has noticed.
        try? await connection.releaseName("org.freedesktop.systemd1")
        await connection.close()
        await loop.stop()
    }
}
