internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// Rights that the user gives sandboxed applications and takes from them.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("an unprivileged user may make sandboxes") { await RunningDaemon.canMakeSandboxes() })
struct GrantTests {
    /// Not one of those that the policy of the tests allows to install fonts.
    private static let application = "org.unheard.App"

    @Test("An application without a right is told which it lacks and how to give it, and has it from then on")
    func install() async throws {
        try await RunningDaemon.run { daemon in
            let paths = try ["One", "Two"].map {
                try daemon.home.scratch.write(makeFont($0), to: "given/\($0).ttf")
            }
            let refused = try await daemon.provide(as: Self.application, "register", paths[0])
            #expect(refused.termination == .exited(1))
            #expect(
                refused.standardError.contains("typecase grants set \(Self.application) install-fonts allow"),
                "\(refused.standardError)")
            #expect(try await daemon.list(by: .user).isEmpty)

            let giving = try await daemon.typecase("grants", "set", Self.application, "install-fonts", "allow")
            #expect(giving.succeeded, "\(giving.standardError)")
            let undeclared = try await daemon.provide(as: Self.application, "register", paths[0])
            #expect(undeclared.termination == .exited(1))
            let remedy = "typecase grants set \(Self.application) install-undeclared-fonts allow gives it"
            #expect(undeclared.standardOutput.contains(remedy), "\(undeclared.standardOutput)")
            let more = try await daemon.typecase("grants", "set", Self.application, "install-undeclared-fonts", "allow")
            #expect(more.succeeded, "\(more.standardError)")
            #expect(try await daemon.provide(as: Self.application, "register", paths[0]).succeeded)
            let listing = try await daemon.typecase("grants")
            #expect(listing.standardOutput.contains(Self.application), "\(listing.standardOutput)")
            #expect(listing.standardOutput.contains("install-fonts"))
            #expect(try await daemon.provide(as: "org.unheard.Other", "register", paths[1]).termination == .exited(1))

            try await daemon.restart()
            #expect(try await daemon.provide(as: Self.application, "register", paths[1]).succeeded, "it is kept")
            #expect(try await daemon.typecase("grants", "revoke", Self.application).succeeded)
            #expect(try await daemon.typecase("grants", "revoke", Self.application).termination == .exited(2))
            #expect(try await daemon.provide(as: Self.application, "register", paths[1]).termination == .exited(1))
            #expect(try await daemon.fontconfigFamilies() == ["One", "Two"], "what was registered stays")
            #expect(try await daemon.provide(as: Self.application, "unregister").succeeded, "leaving needs no right")
        }
    }

    @Test("What the policy decides comes before what the user said")
    func order() async throws {
        let home = try ScratchHome()
        let rule = "{\"providers\": [\"\(Self.application)\"], \"decision\": \"deny\"}"
        try home.scratch.write("{\"version\": 1, \"rules\": [\(rule)]}", to: "policy/policy.d/00.json")
        try await RunningDaemon.run(home: home) { daemon in
            try await daemon.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            let path = try home.scratch.write(makeFont("One"), to: "given/one.ttf")
            let refused = try await daemon.provide(as: Self.application, "register", path)
            #expect(refused.standardError.contains("The policy of this machine denies it"), "\(refused.standardError)")

            let explained = try await daemon.typecase(
                "policy", "explain", "--json", Self.application, "org.unheard.Other")
            #expect(explained.succeeded, "\(explained.standardError)")
            let lines = explained.standardOutput
            #expect(lines.matches(of: /"subject": *"install-fonts"/).count == 2, "\(lines)")
            #expect(lines.contains("org.unheard.Other") && lines.contains("00.json"), "\(lines)")
            let partly = try await daemon.typecase("policy", "explain", Self.application, "../etc")
            #expect(partly.termination == .exited(3) && partly.standardOutput.contains(Self.application), "\(partly)")
        }
    }

    @Test("Whoever watches the state of the service learns that something was said of a right")
    func announcement() async throws {
        try await RunningDaemon.run { daemon in
            var changes = try await daemon.management.statusChanged().makeAsyncIterator()
            try await daemon.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            #expect(try await changes.next() != nil)
            let revoked = try await daemon.management.revokeGrant(
                provider: Self.application, right: "", options: [:])
            #expect(try await changes.next() != nil && revoked == 1)
        }
    }

    @Test("An application cannot give itself a right, nor can anybody one that there is not")
    func management() async throws {
        try await RunningDaemon.run { daemon in
            let call = [
                "/usr/bin/gdbus", "call", "--session", "--dest", Management1Names.busName, "--object-path",
                Management1Names.path.text, "--method", "\(Management1Names.interface).SetGrant", Self.application,
                "install-fonts", "allow", "{}",
            ]
            let refused = try await daemon.runSandboxed(Self.application, call)
            #expect(refused.standardError.contains("AccessDenied"), "\(refused.standardError)")
            for (provider, right, decision) in [
                ("org.unheard.App", "everything", "allow"), ("org.unheard.App", "install-fonts", "ask"),
                ("../etc", "install-fonts", "allow"), ("", "install-fonts", "allow"),
            ] {
                let error = await #expect(throws: BusError.self) {
                    try await daemon.management.setGrant(
                        provider: provider, right: right, decision: decision, options: [:])
                }
                #expect(error?.code == .invalidArguments, "\(provider) \(right) \(decision)")
            }
            #expect(try await daemon.management.listGrants(filter: [:]).isEmpty)
        }
    }
}
