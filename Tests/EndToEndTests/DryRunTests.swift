internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Dry runs, with the real daemon and the real command.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct DryRunTests {
    /// Runs a command as a dry run, in which nothing may change, and then as itself.
    ///
    /// - Returns: What the two say.
    private func twice(
        _ daemon: RunningDaemon, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (planned: String, done: String) {
        func state() async throws -> String {
            let history = try await daemon.management.listHistory(filter: [:]).changes.map { $0.text("id") }
            let removed = try await daemon.management.listRemoved(filter: [:]).fonts.map { $0.text("id") }
            let collections = try await daemon.typecase("collection", "list", "--json").standardOutput
            let grants = try await daemon.typecase("grants", "list", "--json").standardOutput
            return "\(try await daemon.manager.generation()) \(history) \(removed) \(collections) \(grants)"
        }
        let before = try await state()
        let planned = try await daemon.typecase(arguments + ["--dry-run"])
        #expect(try await state() == before, "a dry run changes nothing", sourceLocation: sourceLocation)
        let done = try await daemon.typecase(arguments)
        #expect(planned.termination == done.termination, "\(planned) \(done)", sourceLocation: sourceLocation)
        #expect(planned.standardError == done.standardError, sourceLocation: sourceLocation)
        return (planned.standardOutput, done.standardOutput)
    }

    @Test("A dry run of what restores fonts or takes changes back tells what comes true, and changes nothing")
    func back() async throws {
        try await RunningDaemon.run { daemon in
            for family in ["One", "Two"] { _ = try await daemon.register(makeFont(family), by: .user) }
            _ = try await daemon.typecase("uninstall", "One")
            var said = try await twice(daemon, "undo")
            let undone = try #require(said.done.split(separator: "\n").first)
            #expect(said.planned == undone.replacing("Undone", with: "Would be undone") + "\n")
            #expect(try await daemon.fontconfigFamilies() == ["One", "Two"])
            _ = try await twice(daemon, "undo", "999")

            _ = try await daemon.typecase("uninstall", "One")
            said = try await twice(daemon, "restore", "One")
            #expect(said == ("Would be restored: One Regular\n", "Restored One Regular 1.000\n"))
            _ = try await daemon.typecase("uninstall", "Two")
            let missing = try await daemon.typecase("restore", "--dry-run", "None")
            #expect(missing.termination == .exited(3))
            said = try await twice(daemon, "restore", "--all")
            #expect(said.planned.contains("Would be restored: Two"), "\(said)")
        }
    }

    @Test("A dry run of what several fonts share tells how many change, and changes nothing")
    func together() async throws {
        try await RunningDaemon.run { daemon in
            for family in ["One", "Two"] { _ = try await daemon.register(makeFont(family), by: .user) }
            var said = try await twice(daemon, "collection", "create", "Work")
            #expect(said == ("Would create the collection Work\n", "Created the collection Work\n"))
            _ = try await twice(daemon, "collection", "create", "Work")
            said = try await twice(daemon, "collection", "add", "Work", "One")
            #expect(said.planned == said.done.replacing("Added", with: "Would be added:"))
            said = try await twice(daemon, "collection", "add", "Work", "One", "Two")
            #expect(said.planned == said.done.replacing("Added", with: "Would be added:"))
            #expect(said.planned.contains("Already in the collection:"))
            _ = try await daemon.typecase("disable", "One")
            said = try await twice(daemon, "collection", "disable", "Work")
            #expect(said.planned == "Would be disabled: 1 font of Work; 1 font was unchanged\n", "\(said)")
            #expect(said.done == "Disabled 1 font of Work; 1 font was unchanged\n")
            said = try await twice(daemon, "collection", "enable", "Work")
            #expect(said.planned == "Would be enabled: 2 fonts of Work\n")
            said = try await twice(daemon, "collection", "remove", "Work", "One")
            #expect(said.planned == said.done.replacing("Took out", with: "Would be taken out:"))
            said = try await twice(daemon, "collection", "remove", "Work")
            #expect(said.planned.hasPrefix("Would remove the collection Work"))
        }
    }

    @Test("A dry run of judging fonts anew tells which would be out of use, or back, and changes nothing")
    func judging() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(makeFont("Denied Later"), by: .user)
            _ = try await daemon.register(makeFont("Kept"), by: .user)
            // A service that runs is not told of the list before it is asked.
            let digest = try SealedMemory(bytes: makeFont("Denied Later")).digest
            try daemon.home.scratch.write("\(digest) as a test\n", to: "policy/denied-fonts")
            let generation = try await daemon.manager.generation()
            let planned = try await daemon.typecase("revalidate", "--dry-run")
            #expect(
                planned.standardOutput == "Would be out of use: Denied Later Regular\nValidated 2 fonts.\n",
                "\(planned)")
            let told = try await daemon.management.revalidate(ids: [id], options: ["dry_run": BusVariant(true)])
            #expect(try told["quarantined"]?.converted(to: [String].self) == [id])
            #expect(try await daemon.manager.generation() == generation)
            #expect(try await daemon.fontconfigFamilies() == ["Denied Later", "Kept"])
            let done = try await daemon.typecase("revalidate")
            #expect(done.succeeded && done.standardOutput.hasSuffix("Validated 2 fonts.\n"), "\(done)")
            #expect(try await daemon.fontconfigFamilies() == ["Kept"])
            try daemon.home.scratch.write("", to: "policy/denied-fonts")
            let back = try await daemon.typecase("revalidate", "--dry-run", "Denied Later")
            #expect(back.standardOutput == "Would be back in use: Denied Later Regular\nValidated 1 font.\n", "\(back)")
            #expect(try await daemon.fontconfigFamilies() == ["Kept"])
        }
    }

    @Test("A dry run of a credential asks for no secret, and says what cannot be stored")
    func credential() async throws {
        try await RunningDaemon.run { daemon in
            let arguments = ["resources", "credential", "org.example.A", "licence", "example.org", "--dry-run"]
            let outcome = try await daemon.typecase(arguments)
            #expect(outcome.termination != .exited(0), "\(outcome)")
            #expect(outcome.standardError.contains("There is no Secret Service on the session bus."), "\(outcome)")
            let removing = try await daemon.typecase(arguments + ["--remove"])
            #expect(removing.termination == .exited(3) && removing.standardOutput.contains(": absent"), "\(removing)")
        }
    }

    @Test("A dry run of what concerns a provider tells what comes true, and changes nothing")
    func provider() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Provided"))
            let provider = try #require(try await daemon.list().first?.text("provider"))
            var said = try await twice(daemon, "provider", "remove", provider)
            #expect(said == ("Would be removed: 1 font of \(provider)\n", "Removed: 1 font of \(provider)\n"))
            #expect(try await daemon.fontconfigFamilies() == [])
            _ = try await twice(daemon, "provider", "remove", provider)
            said = try await twice(daemon, "provider", "restore", provider)
            #expect(said.planned == "Would be restored: 1 font of \(provider)\n")
            #expect(try await daemon.fontconfigFamilies() == ["Provided"])

            said = try await twice(daemon, "grants", "set", "org.example.A", "install-fonts", "deny")
            #expect(said.planned == "Would be changed: \(said.done)")
            said = try await twice(daemon, "grants", "set", "org.example.A", "install-fonts", "deny")
            #expect(said.planned == "Unchanged: \(said.done)")
            for wrong in ["no id", "org.example.A"] {
                _ = try await twice(
                    daemon, "grants", "set", wrong, "use-installed-fonts", "allow", "--font", "no digest")
            }
            said = try await twice(daemon, "grants", "revoke", "org.example.A")
            #expect(said == ("Would be forgotten: 1\n", "Forgotten: 1\n"))
            _ = try await twice(daemon, "grants", "revoke", "org.example.A")
        }
    }
}
