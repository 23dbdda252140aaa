internal import BusInterface
internal import DBus
internal import EventLoop
internal import Glibc
internal import TestSupport
internal import Testing
@testable internal import Typecase

/// What a font manager makes of a service that is replaced in the middle, of a bus that goes, and of services of
/// other versions.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FontManagerReconnectionTests {
    /// Starts what tells of calls that are on their way to the service.
    private func monitor(_ daemon: RunningDaemon, of members: String...) async throws -> ChildProcess {
        let monitor = try ChildProcess(
            "/usr/bin/dbus-monitor",
            ["--address", daemon.bus.address] + members.map { "type='method_call',member='\($0)'" },
            environment: ["PATH": "/usr/bin:/bin"])
        try await monitor.waitForOutput("member=NameLost")
        return monitor
    }

    /// Kills the service when a call has reached it that it cannot answer any more, and starts another.
    private func replace(
        _ daemon: RunningDaemon, during member: String, _ call: @escaping @Sendable () async throws -> Void
    ) async throws {
        let monitor = try await monitor(daemon, of: member)
        _ = try await daemon.manager.generation()
        try daemon.suspend()
        let calling = Task { try await call() }
        try await monitor.waitForOutput("member=\(member)")
        await daemon.stop(signal: SIGKILL)
        try await daemon.start()
        try await calling.value
        monitor.send(signal: SIGTERM)
        _ = await monitor.wait()
    }

    @Test("A call whose reply was lost with the service is made once more, and comes to the same")
    func lostReply() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let path = try daemon.writeFonts(["Lost"])[0]
            _ = try await manager.generation()
            try await replace(daemon, during: "RegisterFonts") {
                let font = try await manager.registerFont(at: path, scope: .persistent)
                #expect(font.faces.map(\.familyName) == ["Lost"])
            }
            let fonts = try await manager.registeredFonts(scope: .persistent)
            #expect(fonts.count == 1)
            try await replace(daemon, during: "Unregister") {
                let errors = try await manager.unregisterFonts(ids: fonts.map(\.id))
                #expect(errors == [])
            }
            #expect(try await manager.registeredFonts(scope: .persistent) == [])
            _ = try await manager.registerFont(at: path, scope: .persistent)
            try await replace(daemon, during: "UnregisterDescriptors") {
                let errors = try await manager.unregisterFonts([FontDescriptor(name: "Lost")], scope: .persistent)
                #expect(errors == [])
            }
            #expect(try await manager.registeredFonts(scope: .persistent) == [])
        }
    }

    @Test("A service that is there and does not answer in time is not called once more")
    func slow() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            _ = try await manager.generation()
            try daemon.suspend()
            let error = await #expect(throws: FontManagerError.self) {
                try await manager.service.call { (session, isSecond) throws(BusError) in
                    #expect(!isSecond)
                    return try await session.fonts.generation(timeout: .milliseconds(80))
                }
            }
            #expect(error?.code == .serviceUnavailable)
            daemon.resume()
        }
    }

    @Test("Many fonts that are being added when the service goes are added to the next one")
    func lostBatch() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let paths = try daemon.writeFonts((0..<20).map { "Lost \($0)" })
            _ = try await manager.generation()
            try await replace(daemon, during: "BeginBatch") {
                let results = try await manager.registerFonts(at: paths, scope: .persistent)
                #expect(results.allSatisfy { (try? $0.get()) != nil })
            }
            #expect(try await manager.registeredFonts(scope: .persistent).count == 20)
        }
    }

    @Test("A bus that was replaced is connected to with the next call")
    func otherBus() async throws {
        let home = try ScratchHome()
        let socket = home.scratch["run/bus"]
        let manager = FontManager(address: .address("unix:path=\(socket)"))
        for family in ["First Bus", "Second Bus"] {
            try await RunningDaemon.run(home: home, bus: PrivateBus(at: socket)) { daemon in
                _ = try await manager.registerFont(at: daemon.writeFonts([family])[0], scope: .persistent)
                #expect(try await daemon.fontconfigFamilies().contains(family))
                daemon.bus.stop()
            }
        }
    }

    @Test("A newer service is understood as far as may be, and what it says in another form is an error and no crash")
    func newerService() async throws {
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-peer")
        let peer = try await BusConnection.open(.address(bus.address), on: loop)
        let face = [
            "postscript_name": BusVariant("New-Regular"), "slant": BusVariant("backward"), "weight": BusVariant("x"),
        ]
        let font = [
            "id": BusVariant("one"), "scope": BusVariant("galaxy"), "sha256": BusVariant(UInt32(7)),
            "from_the_future": BusVariant(["a", "b"]), "faces": BusVariant([face]),
        ]
        let failure = ["error": BusVariant("org.typecase.Error.FromTheFuture"), "message": BusVariant("new")]
        func method(
            _ name: String, _ input: String, _ output: String, _ results: [BusValue]
        ) throws -> ExportedMethod {
            ExportedMethod(
                name: name, inputSignature: try Signature(validating: input),
                outputSignature: try Signature(validating: output)
            ) { _ in results }
        }
        // Of three files it answers for two, and what a page is like has changed.
        let methods = [
            try method("RegisterFonts", "ahsba{sv}", "aa{sv}t", [[font, failure].busValue, UInt64(9).busValue]),
            try method("ListRegistered", "a{sv}", "t", [UInt64(1).busValue]),
        ]
        await peer.export(
            ExportedObject(
                interfaces: [
                    ExportedInterface(
                        name: FontManager1Names.interface, methods: methods, properties: [],
                        introspection: "<interface name=\"\(FontManager1Names.interface)\"/>")
                ]), at: FontManager1Names.path)
        try await peer.requestName(FontManager1Names.busName)
        let manager = FontManager(address: .address(bus.address))
        let home = try ScratchHome()
        let paths = try ["One", "Two", "Three"].map { try home.scratch.write(makeFont($0), to: "\($0).ttf") }
        let results = try await manager.registerFonts(at: paths, scope: .session)
        let registered = try #require(try results.first?.get())
        #expect(registered.id == "one" && registered.scope == .session && registered.sha256 == nil)
        #expect(registered.faces.map(\.postscriptName) == ["New-Regular"])
        #expect(registered.faces.map(\.slant) == [.upright] && registered.faces.map(\.weight) == [400])
        let errors = results.dropFirst().map { result in #expect(throws: FontManagerError.self) { try result.get() } }
        #expect(errors.map { $0?.code.name } == ["FromTheFuture", "RegistrationFailed"])
        #expect(errors.map { $0?.item } == [.file(paths[1]), .file(paths[2])])
        let error = await #expect(throws: FontManagerError.self) { try await manager.registeredFonts() }
        #expect(error?.code == .registrationFailed)
        await peer.close()
        await loop.stop()
    }

    @Test("A service that does not know a call is told apart from none")
    func olderService() async throws {
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-peer")
        let peer = try await BusConnection.open(.address(bus.address), on: loop)
        try await peer.requestName(FontManager1Names.busName)
        let manager = FontManager(address: .address(bus.address))
        do {
            _ = try await manager.registeredFonts()
            Issue.record("nobody serves it")
        } catch FontManagerError.Code.unsupported {
            // It is there, and does not know the call.
        }
        await peer.close()
        await #expect(throws: FontManagerError.self) { try await manager.registeredFonts() }
        await loop.stop()
    }

    @Test("A task that is cancelled gets its error, and leaves nothing of a batch behind")
    func cancelled() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let paths = try daemon.writeFonts((0..<20).map { "Cancelled \($0)" })
            // Twice as many as an application may have open.
            for _ in 1...8 {
                _ = try await manager.generation()
                let monitor = try await monitor(daemon, of: "BeginBatch", "Cancel")
                try daemon.suspend()
                let calling = Task { try await manager.registerFonts(at: paths, scope: .persistent) }
                try await monitor.waitForOutput("member=BeginBatch")
                calling.cancel()
                await #expect(throws: CancellationError.self) { try await calling.value }
                daemon.resume()
                try await monitor.waitForOutput("member=Cancel")
                monitor.send(signal: SIGTERM)
                _ = await monitor.wait()
            }
            #expect(try await manager.registeredFonts(scope: .persistent) == [])
            let results = try await manager.registerFonts(at: paths, scope: .persistent)
            #expect(results.allSatisfy { (try? $0.get()) != nil })
        }
    }
}
