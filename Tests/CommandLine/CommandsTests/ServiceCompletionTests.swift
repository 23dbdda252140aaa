internal import Commands
internal import DBus
internal import FoundationEssentials
internal import Testing
internal import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ServiceCompletionTests {
    private static let hostile = [
        "$(touch owned)", "`touch owned`", "a;b", "a\nb", "--json", "*", "~", "{a,b}", "it's", "\u{1B}[2J",
        "x\u{202E}y",
    ]

    private func fixture() async throws -> CommandFixture {
        try await CommandFixture {
            $0.pageSize = 2
            $0.fonts = [
                .init(id: "1a", name: "Lato Regular"),
                .init(id: "2b", name: "Lato Bold", provider: "org.example.Foundry"),
                .init(id: "3c", name: "源ノ角"),
            ]
            $0.systemFaces = ["DejaVu Sans"]
        }
    }

    @Test func `Fonts are offered by the names that lists show, and by ids where one has been begun`() async throws {
        let fixture = try await fixture()
        let address = BusAddress.address(fixture.bus.address)
        let registered = ServiceCompletion.registeredFonts
        #expect(
            await registered.candidates(for: "", on: address, within: .seconds(60)) == [
                "LatoRegular", "LatoBold", "源ノ角", "Lato Regular", "Lato Bold", "Lato",
            ])
        #expect(
            await registered.candidates(for: "\"Lato ", on: address, within: .seconds(60)) == [
                "Lato Regular", "Lato Bold",
            ])
        for (begun, offered) in [
            ("Lato", ["LatoRegular", "LatoBold", "Lato"]), ("\"Lato ", ["Lato Regular", "Lato Bold"]),
        ] {
            let candidates = await registered.candidates(for: begun, on: address, inBash: true, within: .seconds(60))
            #expect(candidates == offered, "bash does not escape spaces")
        }
        #expect(await registered.candidates(for: "2", on: address, within: .seconds(60)) == ["2b"])
        #expect(await registered.candidates(for: "\"LatoB", on: address, within: .seconds(60)) == ["LatoBold"])
        #expect(
            await ServiceCompletion.allFonts.candidates(for: "D", on: address, within: .seconds(60)) == [
                "DejaVuSans", "DejaVu Sans",
            ])
        await fixture.stop()
    }

    @Test func `What disable and enable can hide and show again is offered beside the fonts that they can change`()
        async throws
    {
        let fixture = try await fixture()
        fixture.service.update { state in
            state.fonts[1].enabled = false
            state.hiddenFamilies = ["Ugly Sans"]
        }
        let address = BusAddress.address(fixture.bus.address)
        func offered(_ verb: String) async -> [String] {
            await ServiceCompletion.registeredFonts.candidates(for: "", of: verb, on: address, within: .seconds(60))
        }
        #expect(await offered("disable") == ["LatoRegular", "源ノ角", "Lato Regular", "Lato", "DejaVu Sans"])
        #expect(await offered("enable") == ["LatoBold", "Lato Bold", "Lato", "Ugly Sans"])
        #expect(await !offered("uninstall").contains { $0 == "DejaVu Sans" || $0 == "Ugly Sans" })
        await fixture.stop()
    }

    @Test func `Files are offered in place of names where a path has been begun`() async throws {
        let fixture = try await fixture()
        let address = BusAddress.address(fixture.bus.address)
        let scratch = try ScratchDirectory()
        for name in ["d/Lato.ttf", "d/Lato Bold.OTF", "d/Latin/x.ttf", "d/Lat$(x).ttf", "d/Latex.txt", "d/.Lat.ttf"] {
            try scratch.write("font", to: name)
        }
        let registered = ServiceCompletion.registeredFonts
        #expect(
            await registered.candidates(for: scratch["d/Lat"], on: address)
                == ["d/Latin/", "d/Lato Bold.OTF", "d/Lato.ttf"].map { scratch[$0] })
        #expect(await registered.candidates(for: scratch["nowhere/"], on: address) == [])
        await fixture.stop()
    }

    @Test func `Families and providers are offered`() async throws {
        let fixture = try await fixture()
        let address = BusAddress.address(fixture.bus.address)
        #expect(
            await ServiceCompletion.families.candidates(for: "Deja", on: address, within: .seconds(60)) == [
                "DejaVu Sans"
            ])
        #expect(
            await ServiceCompletion.registeredFamilies.candidates(for: "", on: address, within: .seconds(60)) == [
                "Lato", "源ノ角",
            ])
        #expect(
            await ServiceCompletion.providers.candidates(for: "", on: address, within: .seconds(60)) == [
                "org.example.Foundry", "user",
            ])
        await fixture.stop()
    }

    @Test func `Nothing is offered, and nothing said, where there is no service or no bus`() async throws {
        let fixture = try await fixture()
        await fixture.stop()
        for address in [fixture.bus.address, "unix:path=/nonexistent/bus"] {
            #expect(await ServiceCompletion.allFonts.candidates(for: "", on: .address(address)) == [])
            let outcome = try await ChildProcess.run(
                BuildProducts.executable("typecase"),
                ["---completion", "info", "--", "positional@0", "2", "0", "typecase", "info", ""],
                environment: ["DBUS_SESSION_BUS_ADDRESS": address, "SAP_SHELL": "bash"])
            #expect(outcome.succeeded)
            #expect(outcome.standardOutput.filter { $0 != "\n" } == "")
            #expect(outcome.standardError == "")
        }
    }

    @Test(arguments: hostile)
    func `What a shell might take for more than a name is not offered`(name: String) {
        #expect(!ServiceCompletion.isHarmless(name))
    }

    @Test func `Bash offers fonts, and runs nothing that a font has in its name`() async throws {
        let scratch = try ScratchDirectory()
        let owned = scratch["owned"]
        let fixture = try await CommandFixture {
            $0.fonts = [
                .init(id: "1", name: "Lato"), .init(id: "2", name: "$(touch${IFS}\(owned))"),
                .init(id: "3", name: "`touch \(owned)`"), .init(id: "4", name: "Larsseit"),
            ]
        }
        let program = BuildProducts.executable("typecase")
        let environment = ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": fixture.bus.address]
        let script = try await ChildProcess.run(program, ["--generate-completion-script", "bash"], environment: [:])
        let file = try scratch.write(script.standardOutput, to: "completion")
        let commands = """
            source '\(file)'
            COMP_LINE='\(program) uninstall ' COMP_POINT=${#COMP_LINE} COMP_WORDS=('\(program)' uninstall '') COMP_CWORD=2
            _typecase '\(program)' '' uninstall
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        var offered = "\n"
        // A machine that is busy may need more than the time that a prompt waits.
        try await eventually("the shell offers something") {
            offered = try await ChildProcess.run(
                "/usr/bin/bash", ["--norc", "--noprofile", "-c", commands], environment: environment,
                directory: scratch.path
            ).standardOutput
            return offered != "\n"
        }
        #expect(offered == "Lato\nLarsseit\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["completion"])
        await fixture.stop()
    }
}
