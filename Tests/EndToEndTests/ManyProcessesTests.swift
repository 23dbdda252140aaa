internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing
internal import Typecase

/// An application that is started many times at once.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct ManyProcessesTests {
    private static let count = 50

    /// Starts so many processes that each use a font, and returns what they answered.
    private func useFont(in scope: FontScope, _ daemon: RunningDaemon) async throws -> [[String]] {
        let directory = daemon.home.scratch["resources"]
        let environment = daemon.environment
        return try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<Self.count {
                group.addTask {
                    try await ClientProgram.run(
                        [
                            ["font", directory, "Shared-Regular", "", scope.rawValue],
                            ["match", "Shared-Regular"],
                        ], environment: environment)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("Fifty processes of an application register its font once, and the first of them starts the service")
    func session() async throws {
        let bus = try PrivateBus(starting: IdleExitTests.programs)
        try await RunningDaemon.run(bus: bus, isStarted: false) { daemon in
            try daemon.home.scratch.write(makeFont("Shared"), to: "resources/Shared-Regular.ttf")
            try await daemon.letBusStart(environment: [:])
            let answers = try await useFont(in: .session, daemon)
            #expect(answers.count == Self.count)
            #expect(Set(answers) == [["Shared-Regular 12.0", "typecase Shared-Regular"]])
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.count == 1)
            let changes = try await daemon.manager.changes(sinceGeneration: 0)
            #expect(changes.changes.count == 1, "one of them has registered it, and the others found it so")
            #expect(try await daemon.fontconfigFamilies() == ["Shared"])
        }
    }

    @Test("Fifty processes have a font of their own each where it is for the process alone")
    func process() async throws {
        try await RunningDaemon.run { daemon in
            try daemon.home.scratch.write(makeFont("Shared"), to: "resources/Shared-Regular.ttf")
            let answers = try await useFont(in: .process, daemon)
            #expect(answers.count == Self.count)
            #expect(Set(answers) == [["Shared-Regular 12.0", "process Shared-Regular"]])
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
        }
    }
}
