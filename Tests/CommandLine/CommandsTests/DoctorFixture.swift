internal import DBus
internal import FoundationEssentials
internal import TestSupport

/// The real program in a scratch home, on a bus with a ``FakeFontService``.
struct DoctorFixture {
    /// A finding as `--json` writes it.
    struct Finding: Decodable {
        var id: String
        var severity: String
        var seen: String
        var items: [String]
        var reason: String
        var remedy: String
        var fixable: Bool
    }

    let home: ScratchHome
    let bus: TestBus
    let service = FakeFontService()
    private let running: RunningService

    init(fontconfigRules: String = "", status: [String: BusVariant] = [:]) async throws {
        home = try ScratchHome(fontconfigRules: fontconfigRules)
        bus = try await TestBus()
        service.update { $0.status = status }
        running = try await RunningService(service, on: bus)
    }

    func stop() async { await running.stop() }

    /// Runs `typecase doctor` to its end.
    func doctor(
        _ arguments: String..., setting variables: [String: String] = [:],
        supervisedBy supervisor: CallSupervisor? = nil
    ) async throws -> ChildProcess.Outcome {
        var environment = home.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        let command = (supervisor?.wrapper ?? []) + [BuildProducts.executable("typecase"), "doctor"] + arguments
        return try await ChildProcess.run(
            command[0], Array(command.dropFirst()), environment: environment.merging(variables) { $1 })
    }

    /// What doctor finds, by id.
    func findings(setting variables: [String: String] = [:]) async throws -> [String: Finding] {
        let outcome = try await doctor("--json", setting: variables)
        let findings = try JSONDecoder().decode([Finding].self, from: Data(outcome.standardOutput.utf8))
        return Dictionary(findings.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// Puts a font below the home and returns its path.
    @discardableResult
    func addFont(_ family: String, at path: String) throws -> String {
        try home.scratch.write(FontBuilder(family: family).build(), to: "home/\(path)")
    }

    /// Lets fontconfig write the caches of all directories.
    func warmCaches() async throws {
        _ = try await ChildProcess.run("/usr/bin/fc-cache", [], environment: home.environment)
    }
}
