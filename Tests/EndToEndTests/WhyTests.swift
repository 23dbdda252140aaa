internal import BusInterface
internal import CLinux
internal import DBus
internal import Glibc
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
            // The family that programs with four styles each know it by.
            var medium = FontBuilder(family: "Shown", style: "Med")
            medium.weight = 500
            medium.fullName = "Shown Medium"
            _ = try await daemon.register(medium.build(), by: .user)
            for (name, font) in [
                ("Shown", "Regular"), ("Shown Bold", "Bold"), ("Shown-Bold", "Bold"), ("Shown Med", "Medium"),
            ] {
                let (text, outcome) = try await why(name, daemon)
                #expect(
                    text.hasPrefix("Programs that ask for \(name) get Shown \(font), registered by user.\nFile: /"),
                    "\(text)")
                #expect(outcome.succeeded)
            }
            let (text, _) = try await why("Machine Sans", daemon)
            #expect(
                text.hasPrefix("Programs that ask for Machine Sans get Machine Sans Regular, a system font.\n"))
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
                    "Programs see no font named Hidden; programs that ask for it get Machine Sans Regular, a system font."
                ))
            #expect(disabled.text.contains("Hidden Regular is disabled. Run 'typecase enable \(id)' to enable it."))
            #expect(disabled.exit.succeeded)
            let match = try await daemon.typecase("match", "Hidden")
            #expect(match.termination == .exited(3))
            let file = "\(home.systemFontDirectory)/machine.ttf"
            #expect(
                match.standardError.contains(
                    "Programs that ask for Hidden get Machine Sans Regular (\(file)). "
                        + "Run 'typecase why' to see the reason.\n"),
                "\(match.standardError)")
            let matchJSON = try await daemon.typecase("match", "--explain", "--json", "Hidden")
            #expect(matchJSON.termination == .exited(3))
            #expect(matchJSON.standardError.contains(#""programs_get": {"#), "\(matchJSON.standardError)")
            #expect(matchJSON.standardError.contains(file))
            #expect(try await daemon.typecase("uninstall", id).succeeded)
            let removed = try await why("Hidden", daemon)
            #expect(removed.text.contains("Hidden Regular was removed. Run 'typecase restore "), "\(removed.text)")
            let mistyped = try await why("Machine Sams", daemon)
            #expect(mistyped.exit.termination == .exited(3))
            #expect(mistyped.text.contains("Did you mean Machine Sans?"))
            let json = try await daemon.typecase("why", "--json", "Machine Sans")
            #expect(json.standardOutput.contains(#""stale_caches": []"#))
            #expect(json.standardOutput.contains(#""found": true"#), "\(json.standardOutput)")
        }
    }

    @Test("What a Flatpak does not see, the caches that were out of date, and who was started before a font came")
    func circumstances() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        try home.scratch.makeDirectory("flatpak/app/org.example.Boxed")
        try await RunningDaemon.run(home: home) { daemon in
            let environment = daemon.environment.merging(["FLATPAK_SYSTEM_DIR": home.scratch["flatpak"]]) { $1 }
            func why(_ arguments: String...) async throws -> String {
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), ["why"] + arguments, environment: environment)
                #expect(outcome.succeeded, "\(outcome)")
                return outcome.standardOutput
            }
            let older = try ChildProcess(
                "/usr/bin/python3",
                [
                    "-c",
                    "import ctypes; ctypes.CDLL('libfontconfig.so.1'); ctypes.CDLL(None).prctl(15, b'olderprogram'); "
                        + "print('ready', flush=True); input()",
                ], environment: ["PATH": "/usr/bin"], acceptsInput: true)
            try await older.waitForOutput("ready")
            let id = try await daemon.register(makeFont("Shown"), by: .user)
            let shown = try await why("Shown")
            #expect(shown.contains("started before the fonts changed") && shown.contains("olderprogram"), "\(shown)")
            #expect(!shown.contains("cache"))
            let named = try await why("Shown", "--app", "olderprogram")
            #expect(named.contains("olderprogram was started before the fonts changed"), "\(named)")
            older.send(signal: 9)
            _ = await older.wait()

            let seen = try await why("Shown", "--app", "org.example.Boxed")
            #expect(seen.contains("org.example.Boxed is a Flatpak and sees this file."), "\(seen)")
            let unseen = try await why("Machine Sans", "--app", "org.example.Boxed")
            #expect(unseen.contains("org.example.Boxed is a Flatpak and does not see this file"), "\(unseen)")

            let path = try #require(
                try await daemon.management.listFonts(filter: ["id": BusVariant(id), "details": BusVariant(true)])
                    .fonts.first?.text("path"))
            let directory = path.split(separator: "/").dropLast().joined(separator: "/")
            // As if somebody had changed the directory without fontconfig.
            let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 0)
            #expect(utimensat(AT_FDCWD, "/\(directory)", [time, time], 0) == 0)
            let stale = try await why("Shown")
            #expect(stale.contains("fontconfig's cache of /\(directory) was out of date"), "\(stale)")
        }
    }
}
