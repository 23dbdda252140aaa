internal import DBus
internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing

/// Programs with a way in of their own are told of new fonts by the service.
@Suite(.serialized, .timeLimit(.minutes(5)), DaemonLog.trait)
struct ProgramRefreshTests {
    private static let interface = "org.example.Editor"

    /// Writes where packages put it how the editor is told.
    private func installRefresher(in home: ScratchHome) throws {
        try home.scratch.write(
            """
            [Refresher]
            BusName=org.example.Editor
            ObjectPath=/org/example/Editor
            Interface=org.example.Editor
            Member=Run
            Arguments=script;(refresh fonts)

            """, to: "share/typecase/refreshers/editor.conf")
    }

    /// What an editor was told.
    private final class Calls: Sendable {
        private let calls = Mutex<[[String]]>([])
        private let (came, comes) = AsyncStream.makeStream(of: Void.self)

        /// The arguments of each call.
        var arguments: [[String]] { calls.withLock { $0 } }
        var count: Int { arguments.count }

        func note(_ arguments: [String]) {
            calls.withLock { $0.append(arguments) }
            comes.yield()
        }

        func waitForCall(_ number: Int) async {
            if count >= number { return }
            for await _ in came where count >= number { return }
        }
    }

    /// Has the test's own connection be the editor.
    private func becomeEditor(_ daemon: RunningDaemon) async throws -> Calls {
        let calls = Calls()
        let run = ExportedMethod(name: "Run", inputSignature: "ss", outputSignature: "b") { call in
            calls.note(
                call.arguments.compactMap { argument in
                    guard case .string(let text) = argument else { return nil }
                    return text
                })
            return [.boolean(true)]
        }
        await daemon.connection.export(
            ExportedObject(interfaces: [
                ExportedInterface(
                    name: Self.interface, methods: [run], properties: [],
                    introspection: "<interface name=\"\(Self.interface)\"/>")
            ]), at: "/org/example/Editor")
        try await daemon.connection.requestName(Self.interface)
        return calls
    }

    @Test("An editor that runs is told once of fonts that come together and when they leave, and not by a start")
    func method() async throws {
        let home = try ScratchHome()
        try installRefresher(in: home)
        // A daemon ends of itself where the bus can start it again.
        try await RunningDaemon.run(home: home, bus: PrivateBus(starting: IdleExitTests.programs)) { daemon in
            let calls = try await becomeEditor(daemon)
            let files = try ["First", "Second"].map { try home.scratch.write(makeFont($0), to: "\($0).ttf") }
            #expect(try await daemon.typecase(["install"] + files).succeeded)
            await calls.waitForCall(1)
            #expect(try await daemon.typecase("uninstall", "First-Regular").succeeded)
            await calls.waitForCall(2)
            // A daemon that was stopped early has the next one announce the last change again. That one ends by itself,
            // so that the start after it announces nothing; each runs for longer than a round takes to come.
            _ = await daemon.stop()
            try await daemon.start(environment: ["TYPECASE_IDLE_TIME": "3"])
            _ = await daemon.waitForEnd()
            let count = calls.count
            try await daemon.start(environment: ["TYPECASE_IDLE_TIME": "3"])
            _ = await daemon.waitForEnd()
            #expect(calls.count == count, "it was told without a change")
            #expect(calls.arguments.allSatisfy { $0 == ["script", "(refresh fonts)"] })
            #expect(!daemon.standardError.contains("was not told of new fonts"))
        }
    }

    @Test("A program that does not run is not started for it")
    func absent() async throws {
        let home = try ScratchHome()
        try installRefresher(in: home)
        // Whoever starts the program leaves a trace.
        let trace = home.scratch["started"]
        // The second one is told by the first change's round, which has looked at the editor by then.
        try home.scratch.write(
            "[Refresher]\nBusName=org.example.Second\nObjectPath=/a\nInterface=org.example.Second\nMember=Run\n",
            to: "share/typecase/refreshers/second.conf")
        try await RunningDaemon.run(home: home, bus: PrivateBus(starting: [Self.interface: "/usr/bin/touch \(trace)"]))
        { daemon in
            let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
            let run = ExportedMethod(name: "Run", inputSignature: "", outputSignature: "") { _ in
                continuation.yield()
                return []
            }
            await daemon.connection.export(
                ExportedObject(interfaces: [
                    ExportedInterface(
                        name: "org.example.Second", methods: [run], properties: [],
                        introspection: "<interface name=\"org.example.Second\"/>")
                ]), at: "/a")
            try await daemon.connection.requestName("org.example.Second")
            var iterator = calls.makeAsyncIterator()
            for family in ["First", "Second"] {
                _ = try await daemon.register(makeFont(family), by: .user)
                _ = await iterator.next()
            }
            #expect(access(trace, F_OK) != 0, "a program was started to be told")
        }
    }
}
