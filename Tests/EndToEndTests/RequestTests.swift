internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that are in use because a program has asked for them, with the real service and the real command line.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct RequestTests {
    /// Registers a font that waits to be asked for.
    private func registerDisabled(_ family: String, _ daemon: RunningDaemon) async throws {
        try await register(family, enabled: false, daemon)
    }

    private func register(_ family: String, enabled: Bool, _ daemon: RunningDaemon) async throws {
        let font = try SealedMemory(bytes: makeFont(family)).descriptor
        let answer = try await FontManager1Client(daemon.connection).registerFonts(
            fonts: [font], scope: "persistent", enabled: enabled, options: [:])
        try #require(answer.results.first?["error"] == nil, "\(answer.results)")
    }

    /// Starts a program that holds fonts.
    private func hold(_ names: [String], _ daemon: RunningDaemon) async throws -> ChildProcess {
        let holder = try ChildProcess(
            BuildProducts.executable("typecase"), ["request", "--hold"] + names, environment: daemon.environment)
        try await holder.waitForOutput("The fonts stay in use")
        return holder
    }

    /// Waits until no font is in use any more but those that are enabled.
    private func waitUntilUnused(_ daemon: RunningDaemon, enabled families: Set<String> = []) async throws {
        // Listens before it looks, so that nothing falls between.
        let changes = try await FontManager1Client(daemon.connection).fontsChanged()
        if try await daemon.fontconfigFamilies() == families { return }
        for await _ in changes where try await daemon.fontconfigFamilies() == families { return }
    }

    @Test(
        "A font on lease is there for fontconfig, over an end of the service, and ends with the kill of its holder",
        arguments: [SIGKILL, SIGTERM])
    func kills(signal: Int32) async throws {
        try await RunningDaemon.run { daemon in
            try await registerDisabled("On Lease", daemon)
            try await registerDisabled("Another", daemon)
            #expect(try await daemon.fontconfigFamilies() == [])
            let holder = try await hold(["OnLease-Regular"], daemon)
            #expect(try await daemon.fontconfigFamilies() == ["On Lease"])
            try await daemon.restart(signal: signal)
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == ["On Lease"])
            // A lease that was taken over is one that others join, and it ends like any other.
            let second = try await hold(["OnLease-Regular", "Another-Regular"], daemon)
            holder.send(signal: SIGKILL)
            _ = await holder.wait()
            let joined = try await daemon.typecase("match", "OnLease-Regular")
            #expect(joined.succeeded, "\(joined)")
            second.send(signal: SIGKILL)
            _ = await second.wait()
            try await waitUntilUnused(daemon)
        }
    }

    @Test("The lease of a holder that leaves while the service is away ends with the next service")
    func awayService() async throws {
        try await RunningDaemon.run { daemon in
            try await registerDisabled("On Lease", daemon)
            let holder = try await hold(["OnLease-Regular"], daemon)
            await daemon.stop(signal: SIGKILL)
            holder.send(signal: SIGKILL)
            _ = await holder.wait()
            #expect(try await daemon.fontconfigFamilies() == ["On Lease"])
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == [])
            let note = "\(daemon.home.stateDirectory)/typecase/leases"
            #expect((try? FileStatus(path: note)) == nil, "nothing is noted any more")
        }
    }

    @Test("The library tells what came from where and why the rest did not, and makes a font of what came")
    func library() async throws {
        try await RunningDaemon.run { daemon in
            for family in ["Waiting", "Another"] { try await registerDisabled(family, daemon) }
            try await register("Shown", enabled: true, daemon)
            let who = try await FontManager1Client(daemon.connection).whoAmI()
            let provider = try #require(try who["provider"]?.converted(to: String.self))
            let missing = "not-found: No source has a font for 'Missing'."
            let answers = try await ClientProgram.run(
                [
                    ["request", "text:A\u{E01}"],
                    ["found-font", "Waiting-Regular"], ["found-font", "Waiting-Regular", "requesting"],
                    ["found-font", "Missing", "requesting"],
                    ["request", "Missing", "Shown-Regular", "Another-Regular"],
                    ["fontconfig", "Waiting"], ["fontconfig", "Another"],
                ], environment: daemon.environment)
            #expect(
                answers == [
                    "0 Shown-Regular enabled \(provider), 0 not-found: No font has U+0E01. '\u{E01}'",
                    "error not-found: Programs find no such font, and it was not requested.",
                    "Waiting-Regular 12.0 available", "error \(missing)",
                    "1 Shown-Regular enabled \(provider), 2 Another-Regular disabled \(provider), 0 \(missing)",
                    "Waiting", "Another",
                ])
            // What was brought into use ends with the process.
            try await waitUntilUnused(daemon, enabled: ["Shown"])
        }
    }

    @Test("The command tells what came from where and why the rest did not, and scripts by exit codes and JSON")
    func command() async throws {
        try await RunningDaemon.run { daemon in
            try await registerDisabled("Waiting", daemon)
            let all = try await daemon.typecase("request", "Waiting-Regular")
            #expect(all.termination == .exited(0), "\(all)")
            let table = all.standardOutput.split(separator: "\n").map(String.init)
            #expect(table.count == 2 && table[1].contains("disabled"), "\(all)")
            // Without --hold it ends with the command.
            try await waitUntilUnused(daemon)
            let some = try await daemon.typecase("request", "Waiting-Regular", "Missing", "--language", "tlh")
            #expect(some.termination == .exited(1), "\(some)")
            #expect(some.standardError.contains("Missing: No source has a font for 'Missing'."), "\(some)")
            try await waitUntilUnused(daemon)
            let none = try await daemon.typecase("request", "Missing", "--json")
            #expect(none.termination == .exited(3), "\(none)")
            #expect(
                none.standardOutput.contains(#""reason": "not-found""#)
                    || none.standardOutput.contains(#""reason":"not-found""#))
            let path = try daemon.home.scratch.write("A text.\n", to: "text.txt")
            let covered = try await daemon.typecase("request", "--file", path)
            #expect(covered.termination == .exited(3), "no font is there that covers it: \(covered)")
            let usage = try await daemon.typecase("request")
            #expect(usage.termination == .exited(64))
            let empty = try await daemon.typecase("request", "--text", "")
            #expect(empty.termination == .exited(64) && empty.standardError.contains("--text is empty"), "\(empty)")
        }
    }
}
