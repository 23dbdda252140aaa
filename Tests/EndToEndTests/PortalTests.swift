internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The bus name that sandboxes reach without a permission for it.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("an unprivileged user may make sandboxes") { await RunningDaemon.canMakeSandboxes() },
    .enabled("xdg-dbus-proxy is installed") { access("/usr/bin/xdg-dbus-proxy", X_OK) == 0 })
struct PortalTests {
    private static let application = "org.unheard.Portal"

    /// Runs what follows behind a proxy with the rules that Flatpak has for every application.
    ///
    /// Source: flatpak 1.14, common/flatpak-run.c, flatpak_run_add_session_dbus_args.
    private static let behindProxy = """
        /usr/bin/xdg-dbus-proxy "$DBUS_SESSION_BUS_ADDRESS" /proxy --filter --own="$1" --own="$1.*" \
            '--call=org.freedesktop.portal.*=*' \
            '--broadcast=org.freedesktop.portal.*=@/org/freedesktop/portal/*' &
        proxy=$!
        until [ -S /proxy ]; do kill -0 $proxy || exit 70; done
        shift
        DBUS_SESSION_BUS_ADDRESS=unix:path=/proxy "$@"
        status=$?
        kill $proxy
        exit $status
        """

    /// Requests a right, and waits for the signal that tells what came of it.
    private static let request = """
        import dbus, dbus.mainloop.glib
        from gi.repository import GLib
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        bus = dbus.SessionBus()
        portal = dbus.Interface(bus.get_object("org.freedesktop.portal.Typecase",
            "/org/freedesktop/portal/desktop/typecase"), "org.freedesktop.portal.Typecase")
        loop = GLib.MainLoop()
        ends = []
        def finished(state, result, path):
            ends.append((path, state, result))
            loop.quit()
        bus.add_signal_receiver(finished, "Finished", "org.typecase.Job1", path_keyword="path")
        print(portal.Rights()["install-fonts"])
        job = portal.RequestRights(["install-fonts"], dbus.Dictionary({}, signature="sv"))
        # Longer than the user is waited for.
        GLib.timeout_add_seconds(600, loop.quit)
        loop.run()
        for path, state, result in ends:
            print(path == job, state, result["rights"]["install-fonts"])
        """

    /// Requests a right, and looks until something came of it: a runtime without GLib has nothing to wait for signals with.
    private static let patientRequest = """
        import dbus, time
        bus = dbus.SessionBus()
        portal = dbus.Interface(bus.get_object("org.freedesktop.portal.Typecase",
            "/org/freedesktop/portal/desktop/typecase"), "org.freedesktop.portal.Typecase")
        print(portal.Rights()["install-fonts"])
        job = dbus.Interface(bus.get_object("org.freedesktop.portal.Typecase",
            portal.RequestRights(["install-fonts"], dbus.Dictionary({}, signature="sv"))),
            "org.freedesktop.DBus.Properties")
        while job.Get("org.typecase.Job1", "State") == "running":
            time.sleep(0.05)
        print(job.Get("org.typecase.Job1", "State"), job.Get("org.typecase.Job1", "Result")["rights"]["install-fonts"])

        """

    /// Registers a font, opens it, lists it and takes it back, and tries what no sandbox is given.
    private static let program = """
        import dbus, os, sys
        bus = dbus.SessionBus()
        portal = dbus.Interface(bus.get_object("org.freedesktop.portal.Typecase",
            "/org/freedesktop/portal/desktop/typecase"), "org.freedesktop.portal.Typecase")
        empty = dbus.Dictionary({}, signature="sv")
        print(portal.Rights()["install-fonts"])
        fd = dbus.types.UnixFd(os.open(sys.argv[1], os.O_RDONLY))
        results, generation = portal.RegisterFonts([fd], "persistent", True, empty, timeout=600)
        font = results[0]["id"]
        print(portal.Rights()["install-fonts"])
        opened, details = portal.OpenFont(font, empty)
        print(os.pread(opened.take(), 1 << 20, 0) == open(sys.argv[1], "rb").read())
        print([str(found["id"]) == font for found in portal.ListRegistered(empty)[0]])
        wish = dbus.Dictionary({"name": "Portal"}, signature="sv")
        print(str(portal.Match(dbus.Array([wish], signature="a{sv}"), empty)[0]["family"]))
        print(len(portal.Unregister([font], empty)[0]))
        for name in "FontManager1", "Management1":
            try:
                bus.get_object("org.typecase." + name, "/org/typecase/" + name).Introspect()
                print("reached")
            except dbus.DBusException as error:
                unreachable = error.get_dbus_name().split(".")[-1] in ("ServiceUnknown", "NameHasNoOwner")
                print("unreachable" if unreachable else error)
        """

    /// What the program says if all is well.
    private static let expected = ["granted", "True", "[True]", "Portal", "1", "unreachable", "unreachable"]

    @Test("An application without any permission requests, registers, opens, and reaches nothing else")
    func withoutPermission() async throws {
        try await RunningDaemon.run { daemon in
            let font = try daemon.home.scratch.write(makeFont("Portal"), to: "given/portal.ttf")
            for (program, fonts, expected) in [
                (Self.request, [], ["ask", "True done granted"]),
                (Self.program, ["Portal Regular"], ["granted"] + Self.expected),
            ] {
                let outcome = try await consenting(daemon, fonts: fonts) {
                    try await daemon.runSandboxed(
                        Self.application,
                        [
                            "/bin/sh", "-c", Self.behindProxy, "sh", Self.application, "/usr/bin/python3", "-c",
                            program, font,
                        ])
                }
                #expect(outcome.succeeded, "\(outcome.standardError)")
                #expect(outcome.standardOutput.split(separator: "\n").map(String.init) == expected)
            }
        }
    }

    @Test("An application of the Swift library without any permission does the same, and is told what needs one")
    func library() async throws {
        try await RunningDaemon.run { daemon in
            @Sendable func run(_ lines: [[String]]) async throws -> ChildProcess.Outcome {
                try await ChildProcess.run(
                    "/usr/bin/bwrap",
                    daemon.sandboxArguments(
                        Self.application,
                        [
                            "/bin/sh", "-c", Self.behindProxy, "sh", Self.application,
                            BuildProducts.executable("ClientProgram"),
                        ]),
                    environment: daemon.environment,
                    input: lines.map { $0.joined(separator: "\t") + "\n" }.joined())
            }
            let requests = try await consenting(daemon, fonts: []) {
                try await run([["rights", "install-fonts"], ["request-rights", "install-fonts"]])
            }
            #expect(requests.standardOutput == "ask\ninstall-fonts granted\n", "\(requests)")

            try await daemon.management.setGrant(
                provider: Self.application, right: "install-undeclared-fonts", decision: "allow", options: [:])
            let font = try daemon.home.scratch.write(makeFont("Portal"), to: "given/Portal-Regular.ttf")
            // More than go in a message, and so in a batch where there are batches.
            let many = try (0..<17).map { number in
                try daemon.home.scratch.write(makeFont("Many \(number)"), to: "given/\(number).ttf")
            }
            let expected: [([String], String)] = [
                // It knows the fonts as they were before the first change of all.
                (["follow", "0"], "done"),
                (["changes"], "incomplete"),
                (["register", "session", font], "Portal-Regular session new"),
                (["changes"], "incomplete"),
                (["own", "session"], "Portal-Regular"),
                (["open", "Portal-Regular", font], "the same"),
                (["match", "Portal"], "typecase Portal-Regular"),
                (["font", daemon.home.scratch["given"], "Portal-Regular", "", "session"], "Portal-Regular 12.0"),
                (["resolve"], "Portal"),
                (["register-all", "session"] + many, "17"),
                (["families"], "error Unsupported"),
                (["text-size"], "large"),
                (["unregister-named", "session", "Portal"], "done"),
                (["match", "Portal"], "none"),
                // Any font: this home has none of the system.
                (["resolve"], ""),
            ]
            let outcome = try await run(expected.map(\.0))
            #expect(outcome.succeeded, "\(outcome.standardError)")
            var answers = outcome.standardOutput.split(separator: "\n").map(String.init)
            let last = answers.removeLast()
            #expect(last.hasSuffix(" fallback") && !last.hasPrefix(" ") && !last.hasPrefix("Portal"), "\(last)")
            #expect(answers == expected.map(\.1).dropLast())
        }
    }

    @Test("The example of a Flatpak registers what its manifest names without any permission, and takes it back")
    func example() async throws {
        try await RunningDaemon.run { daemon in
            let id = "org.example.Foundry"
            let scratch = daemon.home.scratch
            // More than go in a message.
            let names = (0..<17).map { "Foundry-\($0).ttf" }
            for name in names {
                try scratch.write(makeFont(String(name.dropLast(4))), to: "share/assets/\(id)/\(name)")
            }
            let files = names.map { #"{"file": "\#($0)"}"# }.joined(separator: ", ")
            try scratch.write(#"{"fonts": [\#(files)]}"#, to: "share/providers/\(id).json")
            @Sendable func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
                try await daemon.runSandboxed(
                    id,
                    ["/bin/sh", "-c", Self.behindProxy, "sh", id, "/usr/bin/env", "FOUNDRY_SHARE=\(scratch["share"])"]
                        + ["/usr/bin/python3", examplePath("flatpak/foundry.py")] + arguments)
            }
            let registered = try await run(["register"])
            #expect(registered.succeeded, "\(registered)")
            #expect(Set(registered.standardOutput.split(separator: "\n")).count == 17)
            #expect(Set(try await daemon.fontconfigFamilies()) == Set(names.map { String($0.dropLast(4)) }))
            let removed = try await run(["unregister"])
            #expect(removed.succeeded, "\(removed)")
            #expect(removed.standardOutput == registered.standardOutput)
            #expect(try await daemon.fontconfigFamilies() == [])
            try scratch.write([0], to: "share/assets/\(id)/\(names[16])")
            let refused = try await run([])
            #expect(refused.termination == .exited(1))
            #expect(Set(refused.standardOutput.split(separator: "\n")).count == 17, "\(refused)")
            #expect(try await daemon.fontconfigFamilies().count == 16)
            #expect(try await run(["sell"]).termination == .exited(64))
        }
    }

    @Test("An application without any permission follows its own text size, by the portal alone")
    func textSize() async throws {
        try await RunningDaemon.run { daemon in
            try await daemon.management.setTextSize(application: "", category: "small", options: [:])
            // The proxy tells of every message that goes through it.
            let logging = Self.behindProxy.replacing("--filter", with: "--filter --log")
                .replacing("' &\n", with: "' > /log &\n").replacing("exit $status", with: "cat /log >&2; exit $status")
            let running = try ChildProcess(
                "/usr/bin/bwrap",
                daemon.sandboxArguments(
                    Self.application,
                    ["/bin/sh", "-c", logging, "sh", Self.application, BuildProducts.executable("ClientProgram")]),
                environment: daemon.environment, acceptsInput: true)
            try running.write("text-size\nfollow-text-size\n")
            try await running.waitForOutput("small\nsmall")
            // What is chosen for another program is none of its concern.
            try await daemon.management.setTextSize(
                application: "org.example.Other", category: "extra-small", options: [:])
            try await daemon.management.setTextSize(
                application: Self.application, category: "accessibility-medium", options: [:])
            try running.write("next-text-size\n")
            try await running.waitForOutput("accessibility-medium")
            // A service that comes back is heard.
            try await daemon.restart()
            try await daemon.management.setTextSize(application: Self.application, category: "medium", options: [:])
            try running.write("next-text-size\n")
            try await running.waitForOutput("\nmedium")
            running.closeInput()
            let outcome = await running.wait()
            #expect(outcome.succeeded, "\(outcome.standardError)")
            #expect(!outcome.standardOutput.contains("extra-small"), "\(outcome.standardOutput)")
            let calls = outcome.standardError.split(separator: "\n").filter { $0.contains(" call ") }
            #expect(calls.contains { $0.contains("org.freedesktop.portal.Typecase ") }, "\(calls)")
            // To ask whoever is hidden gets an error of the proxy's that looks as if it were worth asking again.
            #expect(!calls.contains { $0.contains("-> org.typecase.") }, "\(calls)")
        }
    }

    @Test(
        "Where no service is there, an application without any permission follows the settings portal, until one comes")
    func desktopTextSize() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let desktop = try await daemon.connect()
            try await tellTextScale(1.25, over: desktop)
            try await desktop.requestName("org.freedesktop.portal.Desktop")
            let running = try ChildProcess(
                "/usr/bin/bwrap",
                daemon.sandboxArguments(
                    Self.application,
                    [
                        "/bin/sh", "-c", Self.behindProxy, "sh", Self.application,
                        BuildProducts.executable("ClientProgram"),
                    ]),
                environment: daemon.environment, acceptsInput: true)
            try running.write("follow\t0\ntext-size\nfollow-text-size\n")
            try await running.waitForOutput("extra-extra-large\nextra-extra-large ")
            try await tellTextScale(2, over: desktop)
            try running.write("next-text-size\n")
            try await running.waitForOutput("accessibility-large ")
            // One that comes is asked, and heard.
            try await daemon.start()
            for category in ["small", "medium"] {
                try await daemon.management.setTextSize(
                    application: Self.application, category: category, options: [:])
                try running.write("next-text-size\n")
                try await running.waitForOutput("\n\(category) ")
            }
            try running.write("text-size\nchanges\n")
            try await running.waitForOutput("\nmedium\nincomplete\n")
            running.closeInput()
            #expect(await running.wait().succeeded)
            await desktop.close()
        }
    }

    @Test(
        "A real Flatpak without any permission requests the right, and does with the fonts that it came with",
        .enabled("flatpak is installed") { access("/usr/bin/flatpak", X_OK) == 0 })
    func realFlatpak() async throws {
        try await RunningDaemon.run { daemon in
            let flatpak = try await BuiltFlatpak(
                Self.application, Self.patientRequest + Self.program, declaring: ["Portal"], of: daemon)
            let outcome = try await consenting(daemon, fonts: []) {
                try await flatpak.command(
                    "run", Self.application, "\(BuiltFlatpak.assets(of: Self.application))/Portal.ttf")
            }
            #expect(outcome.succeeded, "\(outcome.standardError)")
            #expect(
                outcome.standardOutput.split(separator: "\n").map(String.init)
                    == ["ask", "done granted", "granted"] + Self.expected)
            let grants = try await daemon.management.listGrants(filter: [:])
            #expect(grants.map { $0.text("right") } == ["install-fonts"], "what it declares is not asked about")
        }
    }

    /// Tries to manage fonts, and registers those whose names it is told, from where it is told that its files are.
    private static let lastingProgram = """
        import dbus, os, sys
        bus = dbus.SessionBus()
        empty = dbus.Dictionary({}, signature="sv")
        def interface(name):
            return dbus.Interface(bus.get_object(name, "/" + name.replace(".", "/")), name)
        def tell(call):
            try:
                return call()
            except dbus.DBusException as error:
                return error.get_dbus_name().split(".")[-1] + ": " + error.get_dbus_message()
        manager = interface("org.typecase.FontManager1")
        print("managing", tell(lambda: interface("org.typecase.Management1").ListFonts(empty)), flush=True)
        print("caller", manager.WhoAmI()["provider"], flush=True)
        def register(name):
            path = sys.argv[2] + "/share/typecase/assets/" + sys.argv[1] + "/" + name + ".ttf"
            font = dbus.types.UnixFd(os.open(path, os.O_RDONLY))
            result = manager.RegisterFonts([font], "persistent", True, empty, timeout=600)[0][0]
            return result.get("message", "registered")
        for line in sys.stdin:
            print("<" + line.strip(), tell(lambda: register(line.strip())) + ">", flush=True)
        """

    @Test(
        "A real Flatpak that may talk to the service registers its fonts, manages none, and adds none once uninstalled",
        .enabled("flatpak is installed") { access("/usr/bin/flatpak", X_OK) == 0 })
    func talkingFlatpak() async throws {
        try await RunningDaemon.run { daemon in
            let flatpak = try await BuiltFlatpak(
                Self.application, Self.lastingProgram, declaring: ["First", "Second"],
                talkingTo: ["org.typecase.FontManager1", "org.typecase.Management1"], of: daemon)
            try await daemon.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            let running = try flatpak.start("run", Self.application, Self.application, "/app")
            try await running.waitForOutput("managing AccessDenied: Sandboxed applications cannot manage")
            try await running.waitForOutput("caller \(Self.application)\n")
            try running.write("First\n")
            try await running.waitForOutput("<First registered>")
            #expect(try await daemon.fontconfigFamilies() == ["First"])

            let removal = try await flatpak.command("uninstall", "--noninteractive", "-y", Self.application)
            #expect(removal.succeeded, "\(removal.standardError)")
            // It goes on with the files that it was started from, which are not those of an application any more.
            try running.write("Second\n")
            try await running.waitForOutput(
                "<Second MissingEntitlement: \(Self.application) has not the right install-fonts: "
                    + "it has been uninstalled")
            try await eventually("what it had registered leaves with it") {
                try await daemon.fontconfigFamilies() == []
            }
            running.closeInput()
            #expect(await running.wait().succeeded)
        }
    }

    @Test(
        "A real Flatpak that runs from files of its own, or from none, has what is deployed of it, and that alone",
        .enabled("flatpak is installed") { access("/usr/bin/flatpak", X_OK) == 0 })
    func ownFiles() async throws {
        try await RunningDaemon.run { daemon in
            let flatpak = try await BuiltFlatpak(
                Self.application, Self.lastingProgram, declaring: ["First", "Second"],
                talkingTo: ["org.typecase.FontManager1", "org.typecase.Management1"], of: daemon)
            try await daemon.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            // What an application can write for itself, with a font that the one which was installed does not declare.
            let scratch = daemon.home.scratch
            let share = "own/share/typecase"
            let fonts = try ["Other", "Late"].map { family in
                let font = makeFont(family)
                try scratch.write(font, to: "\(share)/assets/\(Self.application)/\(family).ttf")
                return #"{"file": "\#(family).ttf", "sha256": "\#(try SealedMemory(bytes: font).digest.hexadecimal)"}"#
            }
            try scratch.write(
                """
                {"version": 1, "id": "\(Self.application)", "name": "Portal", "rights": ["install-fonts"],
                 "fonts": [\(fonts.joined(separator: ", "))]}
                """, to: "\(share)/providers/\(Self.application).json")
            func run(from directory: String, filesAt place: String) throws -> ChildProcess {
                try flatpak.start(
                    "run", "--app-path=\(directory)", "--command=python3", Self.application, "-c", Self.lastingProgram,
                    Self.application, place)
            }
            let own = try run(from: scratch["own"], filesAt: "/app")
            try await own.waitForOutput("caller \(Self.application)\n")
            try own.write("Other\n")
            try await own.waitForOutput(
                "<Other The font is not one that the manifest declares. \(Self.application) has not the right "
                    + "install-undeclared-fonts.")
            // Flatpak has what is deployed of it there.
            let none = try run(from: "", filesAt: "/run/parent/app")
            try await none.waitForOutput("caller \(Self.application)\n")
            try none.write("First\n")
            try await none.waitForOutput("<First registered>")
            #expect(try await daemon.fontconfigFamilies() == ["First"])

            let removal = try await flatpak.command("uninstall", "--noninteractive", "-y", Self.application)
            #expect(removal.succeeded, "\(removal.standardError)")
            for (running, font) in [(own, "Late"), (none, "Second")] {
                try running.write("\(font)\n")
                try await running.waitForOutput(
                    "<\(font) MissingEntitlement: \(Self.application) has not the right install-fonts: it has been "
                        + "uninstalled")
                running.closeInput()
                #expect(await running.wait().succeeded)
            }
        }
    }

    /// Runs a program, of which the user is asked at a terminal, and says yes.
    private func consenting(
        _ daemon: RunningDaemon, fonts: [String],
        _ body: @escaping @Sendable () async throws -> ChildProcess.Outcome
    ) async throws -> ChildProcess.Outcome {
        let consent = try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), ["consent", "--once"],
            environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
        try await daemon.waitForStatus { try $0["consent_agents"]?.converted(to: UInt32.self) == 1 }
        async let running = body()
        for text in [Self.application] + fonts + ["Allow it?"] { try await consent.waitForOutput(text) }
        try consent.write("y\n")
        #expect(await consent.wait().termination == .exited(0))
        return try await running
    }

    @Test("A program that is no sandbox has the name's interface as well, and the signal comes there")
    func signal() async throws {
        try await RunningDaemon.run { daemon in
            let portal = TypecasePortalClient(daemon.connection)
            let changes = try await portal.changed()
            let id = try await daemon.register(makeFont("Signal"))
            for await generation in changes {
                #expect(try await daemon.manager.generation() >= generation)
                break
            }
            #expect(try await portal.listRegistered(filter: [:]).fonts.map { $0.text("id") } == [id])
            #expect(try await portal.version() == 2)
        }
    }
}
