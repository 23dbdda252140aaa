internal import TestSupport
internal import Testing

/// `typecase why` asks fontconfig, and explains what a font of a name does where programs get another.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct WhyTests {
    private func why(_ name: String, _ daemon: RunningDaemon) async throws -> (text: String, exit: ChildProcess.Outcome)
    {
        let outcome = try await daemon.typecase("why", name)
        return (outcome.standardOutput + outcome.standardError, outcome)
    }

    @Test("Whose font a program gets, by a family, a full name and a PostScript name, and its file")
    func given() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            _ = try await daemon.register(makeFont("Shown"), by: .user)
            var bold = FontBuilder(family: "Shown", style: "Bold")
            bold.weight = 700
            _ = try await daemon.register(bold.build(), by: .user)
            for (name, font) in [("Shown", "Regular"), ("Shown Bold", "Bold"), ("Shown-Bold", "Bold")] {
                let (text, outcome) = try await why(name, daemon)
                #expect(
                    text.hasPrefix("Programs that ask for \(name) get Shown \(font), registered by user.\nFile: /"),
                    "\(text)")
                #expect(outcome.succeeded)
            }
            let (text, _) = try await why("Machine Sans", daemon)
            #expect(
                text.hasPrefix("Programs that ask for Machine Sans get Machine Sans Regular, a font of the system.\n"))
            #expect(text.contains("machine.ttf"))
        }
    }

    @Test("Why a font is not seen: disabled, removed, or never there")
    func missing() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let id = try await daemon.register(makeFont("Hidden"), by: .user)
            #expect(try await daemon.typecase("disable", id).succeeded)
            let disabled = try await why("Hidden", daemon)
            #expect(
                disabled.text.hasPrefix(
                    "Programs see no font called Hidden; those that ask for it get Machine Sans Regular, a font of the system."
                ))
            #expect(disabled.text.contains("Hidden Regular is disabled; 'typecase enable \(id)' shows it again."))
            #expect(disabled.exit.succeeded)
            #expect(try await daemon.typecase("uninstall", id).succeeded)
            let removed = try await why("Hidden", daemon)
            #expect(removed.text.contains("Hidden-Regular was removed; 'typecase restore "), "\(removed.text)")
            let mistyped = try await why("Machine Sams", daemon)
            #expect(mistyped.exit.termination == .exited(3))
            #expect(mistyped.text.contains("Did you mean Machine Sans?"))
            let json = try await daemon.typecase("why", "--json", "Machine Sans")
            #expect(json.standardOutput.contains(#""found": true"#), "\(json.standardOutput)")
        }
    }
}
