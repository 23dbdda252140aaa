internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What the daemon needs of a bus, on each kind of bus: who calls, and descriptors both ways.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct EachBusTests {
    @Test("Sixteen fonts come with one call, and their bytes go back sealed", arguments: PrivateBus.Kind.available)
    func descriptors(kind: PrivateBus.Kind) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            let fonts = (0..<16).map { makeFont("Passed \($0)") }
            let answer = try await daemon.register(
                fonts.enumerated().map { try daemon.home.openFont($0.element, name: "\($0.offset).ttf") })
            #expect(answer.results.map(\.errorName) == Array(repeating: "", count: 16))
            for (result, font) in zip(answer.results, fonts) {
                let file = try await daemon.manager.openFont(id: result.text("id"), options: [:]).font
                #expect(try readAll(file) == font)
                #expect(SealedMemory.isSealed(file))
            }
        }
    }

    @Test(
        "Seventeen descriptors in a message cost their sender the call or the connection, and nobody else anything",
        arguments: PrivateBus.Kind.available)
    func tooManyDescriptors(kind: PrivateBus.Kind) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            // Whatever a first call opens is there by now.
            _ = try await daemon.register(makeFont("Before"))
            let baseline = try await daemon.settledDescriptorCount()
            var limits = BusLimits()
            limits.messageDescriptors = 32
            let font = try daemon.home.openFont(makeFont("Seventeen"))
            for _ in 0..<20 {
                let client = try await daemon.connect(limits: limits)
                let error = await #expect(throws: BusError.self) {
                    _ = try await FontManager1Client(client).registerFonts(
                        fonts: Array(repeating: font, count: 17), scope: "persistent", enabled: true, options: [:])
                }
                switch kind {
                case .daemon: #expect(error?.code == .disconnected)
                case .broker: #expect(error?.code == .limitsExceeded)
                }
                await client.close()
            }
            try await daemon.waitForDescriptorCount(of: baseline + 2)
            #expect(try await daemon.fontconfigFamilies() == ["Before"])
        }
    }

    @Test(
        "A caller is the process that connected, and one that has ended is refused",
        arguments: PrivateBus.Kind.available)
    func callers(kind: PrivateBus.Kind) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            let own = try await daemon.run("/usr/bin/python3", "-c", Self.program, "itself")
            #expect(own.standardOutput.hasPrefix("session.python3"), "\(own.standardError)")
            let child = try await daemon.run("/usr/bin/python3", "-c", Self.program, "child")
            #expect(child.standardOutput == "org.freedesktop.DBus.Error.AccessDenied\n", "\(child.standardError)")
        }
    }

    /// Asks the service who calls, as the process that connected or as a child that it left its connection to.
    private static let program = """
        import dbus, os, sys

        def connect():
            service = dbus.SessionBus().get_object(
                "org.typecase.FontManager1", "/org/typecase/FontManager1", introspect=False)
            return dbus.Interface(service, "org.typecase.FontManager1")

        def ask(manager):
            try:
                return manager.WhoAmI()["provider"]
            except dbus.DBusException as error:
                return error.get_dbus_name()

        if sys.argv[1] == "itself":
            print(ask(connect()))
            sys.exit()
        start, begin = os.pipe()
        result, answer = os.pipe()
        process = os.fork()
        if process == 0:
            manager = connect()
            if os.fork() == 0:
                os.read(start, 1)
                os.write(answer, ask(manager).encode())
            os._exit(0)
        os.waitpid(process, 0)
        os.write(begin, b".")
        print(os.read(result, 4096).decode())
        """
}
