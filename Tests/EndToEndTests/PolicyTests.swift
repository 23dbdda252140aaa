internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What the policy of the machine says of rights, before sandboxed applications and others.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("an unprivileged user may make sandboxes") { await RunningDaemon.canMakeSandboxes() })
struct PolicyTests {
    private static let application = "org.example.Setter"

    private func write(_ provider: String, _ decision: String, in home: ScratchHome, name: String = "00-test") throws {
        let rule = "{\"providers\": [\"\(provider)\"], \"decision\": \"\(decision)\", \"reason\": \"Because.\"}"
        // Whole or not at all, as the service may look at any moment.
        let file = try home.scratch.write("{\"version\": 1, \"rules\": [\(rule)]}", to: "policy/\(name)")
        try home.scratch.makeDirectory("policy/policy.d")
        try retryingInterrupts { rename(file, home.scratch["policy/policy.d/\(name).json"]) }
    }

    /// What a sandboxed application may do, as it is told itself.
    private func rights(_ daemon: RunningDaemon) async throws -> String {
        try await daemon.runSandboxed(
            Self.application,
            [
                "/usr/bin/gdbus", "call", "--session", "--dest", FontManager1Names.busName, "--object-path",
                FontManager1Names.path.text, "--method", "\(FontManager1Names.interface).Rights",
            ]
        ).standardOutput
    }

    /// Waits until the daemon has noticed a change of the policy, of which no signal tells; where the user's programs have
    /// so many inotify instances that it got none, it is told to look.
    private func wait(_ daemon: RunningDaemon, until isNoticed: () async throws -> Bool) async throws {
        try await eventually("the daemon notices the change of the policy") {
            if try await isNoticed() { return true }
            if daemon.standardError.contains("max_user_instances") {
                _ = try await daemon.management.revalidate(ids: [], options: [:])
            }
            return false
        }
    }

    @Test("An application that the policy denies the right registers nothing, and keeps what it has")
    func denied() async throws {
        let home = try ScratchHome()
        try home.scratch.makeDirectory("policy/policy.d")
        try await RunningDaemon.run(home: home) { daemon in
            let paths = try ["One", "Two"].map { try home.scratch.write(makeFont($0), to: "given/\($0).ttf") }
            let first = try await daemon.provide(as: Self.application, "register", paths[0])
            #expect(first.succeeded, "\(first.standardError)")
            try write("org.example.*", "deny", in: home)
            // The service notices by itself.
            try await wait(daemon) { try await !rights(daemon).contains("'install-fonts': 'granted'") }
            let refused = try await daemon.provide(as: Self.application, "register", paths[1])
            #expect(refused.termination == .exited(1))
            #expect(refused.standardError.contains("The policy of this machine denies it: Because."))
            #expect(try await daemon.fontconfigFamilies() == ["One"])
            #expect(try await daemon.register(makeFont("Own")) != "", "others are not meant")
            let removal = try await daemon.provide(as: Self.application, "unregister")
            #expect(removal.succeeded, "leaving needs no right")
            #expect(try await daemon.fontconfigFamilies() == ["Own"])
        }
    }

    @Test("A policy that cannot be understood takes the rights of sandboxed applications, until it is mended")
    func damaged() async throws {
        let home = try ScratchHome()
        try write("org.example.*", "allow", in: home)
        try home.scratch.write("{\"version\": 1,\n \"rules\": [}", to: "policy/policy.d/broken.json")
        try await RunningDaemon.run(home: home) { daemon in
            #expect(try await rights(daemon).contains("'install-fonts': 'denied'"))
            let path = try home.scratch.write(makeFont("One"), to: "given/one.ttf")
            let refused = try await daemon.provide(as: Self.application, "register", path)
            #expect(refused.standardError.contains("has not the right install-fonts"), "\(refused.standardError)")
            #expect(try await daemon.register(makeFont("Own")) != "")
            let status = try await daemon.management.status()
            let failures = try status["policy_failures"]?.converted(to: [String].self) ?? []
            #expect(failures.count == 1)
            #expect(failures.first?.contains("broken.json:2:12: /rules/0") == true, "\(failures)")
            #expect(daemon.standardError.contains("The policy is not sound"))
            home.scratch.remove("policy/policy.d/broken.json")
            try await wait(daemon) { try await !rights(daemon).contains("'install-fonts': 'denied'") }
            #expect(try await daemon.provide(as: Self.application, "register", path).succeeded)
            #expect(try await daemon.management.status()["policy_failures"] == nil)
        }
    }

    @Test("Only an application with the right to use installed fonts learns of those of others")
    func use() async throws {
        let home = try ScratchHome()
        try await RunningDaemon.run(home: home) { daemon in
            let id = try await daemon.register(makeFont("Of Another"))
            func changes() async throws -> ChildProcess.Outcome {
                try await daemon.runSandboxed(
                    Self.application,
                    [
                        "/usr/bin/gdbus", "call", "--session", "--dest", FontManager1Names.busName, "--object-path",
                        FontManager1Names.path.text, "--method", "\(FontManager1Names.interface).Changes", "uint64 0",
                    ])
            }
            let before = try await changes()
            #expect(before.succeeded && !before.standardOutput.contains(id), "\(before.standardError)")
            try write("org.example.*", "allow", in: home)
            try await wait(daemon) { try await rights(daemon).contains("'use-installed-fonts': 'granted'") }
            #expect(try await changes().standardOutput.contains(id))
            // Programs without a sandbox are refused only what is denied them in words.
            let provider = try await daemon.manager.whoAmI().text("provider")
            try write(provider, "deny", in: home, name: "00-unconfined")
            try await wait(daemon) { try await daemon.manager.rights()["install-fonts"] == "denied" }
            let error = await #expect(throws: BusError.self) { _ = try await daemon.register(makeFont("Unwanted")) }
            #expect(error?.typecaseName == "MissingEntitlement")
            #expect(try await daemon.unregister([id]).results.first?.errorName == "", "leaving needs no right")
        }
    }
}
