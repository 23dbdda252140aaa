internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

/// What a sandboxed application may do at its next call, when that changes while it stays connected.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("an unprivileged user may make sandboxes") { await RunningDaemon.canMakeSandboxes() })
struct EntitlementTests {
    private static let application = "org.unheard.App"

    /// An application that runs in a sandbox and registers the fonts that it is told to, one by one or in a batch, over
    /// one connection.
    private final class Application: Sendable {
        private let process: ChildProcess
        private let calls = Mutex(0)

        /// Its child has no connection before it is told to register a font.
        private static let program = """
            import dbus, os, subprocess, sys
            def connect():
                bus = dbus.SessionBus(private=True)
                return bus, dbus.Interface(bus.get_object("org.typecase.FontManager1", "/org/typecase/FontManager1"),
                    "org.typecase.FontManager1")
            empty = dbus.Dictionary({}, signature="sv")
            if len(sys.argv) > 2:
                path = sys.stdin.readline().strip()
                font = dbus.types.UnixFd(os.open(path, os.O_RDONLY))
                try:
                    print(connect()[1].RegisterFonts([font], "persistent", True, empty, timeout=600)[0][0]["id"])
                except dbus.DBusException as error:
                    print(error.get_dbus_message())
                sys.exit()
            child = subprocess.Popen([sys.executable, "-c", sys.argv[1], sys.argv[1], "child"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            bus, manager = connect()
            for number, line in enumerate(sys.stdin, 1):
                word, path = line.split()
                try:
                    if word == "begin":
                        batch = dbus.Interface(bus.get_object("org.typecase.FontManager1",
                            manager.BeginBatch("persistent", True, empty)), "org.typecase.Batch1")
                        results = []
                    elif word == "commit":
                        results = batch.Commit(timeout=600)[0]
                    elif word == "child":
                        results = [{"message": child.communicate(path)[0].strip()}]
                    elif word == "rights":
                        results = [{"message": manager.Rights()["use-installed-fonts"]}]
                    elif word == "open":
                        results = [{"message": str(manager.OpenFont(path, empty)[1]["size"])}]
                    else:
                        font = dbus.types.UnixFd(os.open(path, os.O_RDONLY))
                        results = (batch.AddFonts([font], empty, timeout=600) if word == "add" else
                            manager.RegisterFonts([font], "persistent", True, empty, timeout=600)[0])
                    answer = ";".join(result.get("message", "done") for result in results)
                except dbus.DBusException as error:
                    answer = error.get_dbus_message()
                print(f"<{number}>{answer}</{number}>", flush=True)
            """

        init(_ daemon: RunningDaemon, deployedAt directory: String) throws {
            process = try ChildProcess(
                "/usr/bin/bwrap",
                daemon.sandboxArguments(
                    EntitlementTests.application, ["/usr/bin/python3", "-c", Self.program, Self.program],
                    deployedAt: directory),
                environment: daemon.environment, acceptsInput: true)
        }

        /// Has it register a font, and tells what the daemon answered.
        func register(_ family: String, _ daemon: RunningDaemon) async throws -> String {
            let answer = try await offer("register", family, daemon)
            return answer == "done" ? "registered" : answer
        }

        /// Has it add a font to its batch, and tells what the daemon answered.
        func add(_ family: String, _ daemon: RunningDaemon) async throws -> String {
            try await offer("add", family, daemon)
        }

        private func offer(_ word: String, _ family: String, _ daemon: RunningDaemon) async throws -> String {
            try await say(word, daemon.home.scratch.write(makeFont(family), to: "given/\(family).ttf"))
        }

        /// Has it begin or commit a batch, and tells what the daemon answered, for one font after the other.
        func say(_ word: String, _ path: String = "-") async throws -> String {
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            try process.write("\(word) \(path)\n")
            try await process.waitForOutput("</\(number)>")
            let text = process.standardOutput
            let start = try #require(text.firstRange(of: "<\(number)>")).upperBound
            let end = try #require(text.firstRange(of: "</\(number)>")).lowerBound
            return String(text[start..<end])
        }
    }

    /// The deployment of the application in an installation of Flatpak's.
    private static let deployment = "flatpak/app/\(application)/x86_64/stable/0123456789abcdef"

    /// Writes the manifest of the deployment anew, as a whole.
    private func declare(_ families: [String], quota: Int? = nil, in home: ScratchHome) throws {
        let fonts = try families.map { family in
            let digest = try SealedMemory(bytes: makeFont(family)).digest
            return #"{"file": "\#(family).ttf", "sha256": "\#(digest)"}"#
        }
        let wish = quota.map { "\"quota\": {\"fonts\": \($0)}, " } ?? ""
        let manifest = """
            {"version": 1, "id": "\(Self.application)", "name": "App", "rights": ["install-fonts"],
             \(wish)"fonts": [\(fonts.joined(separator: ", "))]}
            """
        let path = "\(Self.deployment)/files/share/typecase/providers/\(Self.application).json"
        let new = try home.scratch.write(manifest, to: "\(path).new")
        try #require(rename(new, home.scratch[path]) == 0)
    }

    private func withApplication(
        _ body: (RunningDaemon, Application) async throws -> Void
    ) async throws {
        let home = try ScratchHome()
        try declare([], in: home)
        try await RunningDaemon.run(home: home) { daemon in
            try await daemon.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            try await body(daemon, try Application(daemon, deployedAt: home.scratch["\(Self.deployment)/files"]))
        }
    }

    @Test("A manifest that comes, changes and goes counts for the next call")
    func manifest() async throws {
        try await withApplication { daemon, application in
            let undeclared =
                "The font is not one that the manifest declares. \(Self.application) has not the right "
                + "install-undeclared-fonts."
            #expect(try await application.register("One", daemon).hasPrefix(undeclared))
            try declare(["One", "Two"], in: daemon.home)
            #expect(try await application.register("One", daemon) == "registered")
            try declare(["One"], in: daemon.home)
            #expect(try await application.register("Two", daemon).hasPrefix(undeclared))
            try declare(["One", "Two", "Three"], quota: 2, in: daemon.home)
            #expect(try await application.register("Two", daemon) == "registered")
            let limited = try await application.register("Three", daemon)
            #expect(limited.hasPrefix("\(Self.application) has 2 fonts; the limit is 2."), "\(limited)")
            #expect(limited.contains("Its manifest wishes for no more."), "\(limited)")
            daemon.home.scratch.remove("\(Self.deployment)/files/share")
            #expect(try await application.register("Three", daemon).hasPrefix(undeclared))
            #expect(try await daemon.fontconfigFamilies() == ["One", "Two"], "what was registered stays")
        }
    }

    @Test("A batch goes by the manifest at its commit, and takes nothing for what was uninstalled meanwhile")
    func batches() async throws {
        try await withApplication { daemon, application in
            try declare(["One", "Two"], in: daemon.home)
            #expect(try await application.say("begin") == "")
            #expect(try await application.add("One", daemon) == "done")
            #expect(try await application.add("Two", daemon) == "done")
            try declare(["One", "Three"], in: daemon.home)
            let outcomes = try await application.say("commit").split(separator: ";", maxSplits: 1)
            #expect(outcomes.first == "done")
            let undeclared = "\(Self.application) has not the right install-undeclared-fonts."
            #expect(outcomes.last?.contains(undeclared) == true, "\(outcomes)")

            let gone = "\(Self.application) has not the right install-fonts: it has been uninstalled"
            #expect(try await application.say("begin") == "")
            #expect(try await application.add("Three", daemon) == "done")
            let removed = daemon.home.scratch["removed"]
            try #require(rename(daemon.home.scratch[Self.deployment], removed) == 0)
            #expect(try await application.add("Four", daemon).hasPrefix(gone))
            #expect(try await application.say("commit").hasPrefix(gone))
            try #require(rename(removed, daemon.home.scratch[Self.deployment]) == 0)
            #expect(try await application.say("commit") == "The batch was cancelled.")
            #expect(try await daemon.fontconfigFamilies() == ["One"])
            let registered = try await daemon.list(by: .user).map { $0.text("id") }
            _ = try await daemon.unregister(registered, by: .user)
            #expect(try await daemon.filesLeftInStore() == [], "nothing is left of the batches")
        }
    }

    @Test("What the user and the policy say counts for the next call")
    func decisions() async throws {
        try await withApplication { daemon, application in
            try declare(["One", "Two", "Three"], in: daemon.home)
            #expect(try await application.register("One", daemon) == "registered")
            try await daemon.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "deny", options: [:])
            #expect(try await application.register("Two", daemon).contains("The user denied it"))
            try await daemon.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            #expect(try await application.register("Two", daemon) == "registered")
            try daemon.home.scratch.write(
                #"{"version": 1, "rules": [{"providers": ["\#(Self.application)"], "decision": "deny"}]}"#,
                to: "policy/policy.d/00-first.json")
            // Judging anew reads the policy anew; without, the service notices the file a moment later.
            _ = try await daemon.management.revalidate(ids: [], options: [:])
            #expect(try await application.register("Three", daemon).contains("The policy of this machine denies it"))
            daemon.home.scratch.remove("policy/policy.d/00-first.json")
            _ = try await daemon.management.revalidate(ids: [], options: [:])
            #expect(try await application.register("Three", daemon) == "registered")
        }
    }

    @Test("An application that was uninstalled while it runs registers nothing more, and one that was upgraded does")
    func uninstalled() async throws {
        try await withApplication { daemon, application in
            try declare(["One", "Two", "Three"], in: daemon.home)
            #expect(try await application.register("One", daemon) == "registered")
            // As Flatpak does it, whose sandbox goes on with what it has mounted.
            let removed = daemon.home.scratch["removed"]
            try #require(rename(daemon.home.scratch[Self.deployment], removed) == 0)
            let refusal = try await application.register("Two", daemon)
            #expect(refusal.hasPrefix("\(Self.application) has not the right install-fonts: it has been uninstalled"))
            #expect(refusal.contains("Install it again"), "\(refusal)")
            let current = try daemon.home.scratch.makeDirectory("flatpak/app/\(Self.application)/current")
            try #require(rename(removed, "\(current)/active") == 0)
            #expect(try await application.register("Two", daemon) == "registered")
            daemon.home.scratch.remove("flatpak/app")
            #expect(try await application.register("Three", daemon).contains("it has been uninstalled"))
            #expect(try await daemon.list(by: .user).count == 2)
        }
    }

    @Test("A child of an application, started before that was uninstalled, has no more than the application then")
    func child() async throws {
        try await withApplication { daemon, application in
            try declare(["One", "Two"], in: daemon.home)
            #expect(try await application.register("One", daemon) == "registered")
            daemon.home.scratch.remove("flatpak/app")
            let path = try daemon.home.scratch.write(makeFont("Two"), to: "given/Two.ttf")
            #expect(try await application.say("child", path).contains("it has been uninstalled"))
            #expect(try await daemon.fontconfigFamilies() == ["One"])
        }
    }

    @Test("What the user allowed an application is gone with it, while it runs")
    func uninstalledConsumer() async throws {
        try await withApplication { daemon, application in
            let secret = makeFont("Secret")
            let answer = try await daemon.register(
                [daemon.home.openFont(secret)], by: .provider, options: ["visibility": BusVariant("granted")])
            let id = try #require(answer.results.first).text("id")
            try await daemon.management.setGrant(
                provider: Self.application, right: "use-installed-fonts", decision: "allow", options: [:])
            #expect(try await application.say("rights") == "granted")
            #expect(try await application.say("open", id) == "\(secret.count)")
            daemon.home.scratch.remove("flatpak/app")
            // As Flatpak's own bell does: what asks for fonts is not looked at anew each time.
            try await daemon.management.reconcile(options: [:])
            #expect(try await application.say("open", id) != "\(secret.count)")
            #expect(try await application.say("rights") == "denied")
        }
    }
}
