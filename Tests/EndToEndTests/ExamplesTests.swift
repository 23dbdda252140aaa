internal import TestSupport
internal import Testing
internal import Typecase

/// The examples in all languages do what they say, with the real service.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct ExamplesTests {
    @Test(
        "The code that the documentation shows is that of the examples",
        arguments: [
            "README.md", "Sources/Client/Typecase/Typecase.docc/ProvidingFonts.md",
            "Sources/Client/Typecase/Typecase.docc/UsingFonts.md",
            "Sources/Client/Typecase/Typecase.docc/FontsOfAnApplication.md",
            "Sources/Client/Typecase/Typecase.docc/FollowingTheTextSize.md",
        ])
    func documentation(path: String) throws {
        func lines(_ path: String) throws -> [Substring] {
            String(decoding: try readAll(sourcePath(path)), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        }
        let examples = try [
            "Provider/Main", "Consumer/Main", "FontCache/Main", "DesignKit/Main", "DesignKit/DesignKit",
            "DesignKit/KitText",
        ].map { try lines("Examples/swift/Sources/Example\($0).swift") }
        let blocks = try lines(path).split(separator: "```swift", omittingEmptySubsequences: false).dropFirst()
        #expect(!blocks.isEmpty)
        for block in blocks {
            let code = Array(block.prefix { $0 != "```" })
            let isShown = examples.contains { $0.contains(code) }
            #expect(isShown, "\(code.joined(separator: "\n"))")
        }
    }

    @Test("The provider and the consumer in Swift")
    func swift() async throws {
        try await RunningDaemon.run { daemon in
            let paths = try daemon.writeFonts(["First Example", "Second Example"])
            let provider = BuildProducts.executable("ExampleProvider")
            let consumer = try ChildProcess(
                BuildProducts.executable("ExampleConsumer"), ["First Example", "1"], environment: daemon.environment)
            try await consumer.waitForOutput("no font is called First Example\n")
            let registered = try await ChildProcess.run(
                provider, ["register"] + paths + ["/nonexistent.ttf"], environment: daemon.environment)
            let lines = registered.standardOutput.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(registered.termination == .exited(1), "one was refused")
            #expect(lines.last == "FileNotFound: There is no file /nonexistent.ttf. [101]")
            #expect(await consumer.wait().standardOutput.contains("First Example Regular of session."))
            let list = try await ChildProcess.run(provider, ["list"], environment: daemon.environment)
            #expect(list.standardOutput.contains("Second Example Regular"))
            // What another program has registered stays.
            let others = try daemon.writeFonts(["Of Another"])[0]
            let script = try await daemon.run("/usr/bin/python3", examplePath("provide-fonts.py"), "register", others)
            #expect(script.succeeded, "\(script)")
            let removed = try await ChildProcess.run(provider, ["unregister"], environment: daemon.environment)
            #expect(removed.succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["Of Another"])
            #expect(try await daemon.run("/usr/bin/python3", examplePath("provide-fonts.py"), "unregister").succeeded)
            #expect(try await daemon.fontconfigFamilies() == [])
        }
    }

    @Test("The fonts that an application in Swift brings along")
    func fontCache() async throws {
        let home = try ScratchHome()
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("ExampleFontCache"), [], environment: home.environment)
        #expect(outcome.standardError == "")
        #expect(
            outcome.standardOutput.split(separator: "\n") == [
                """
                large: ["DejaVuSans 11.0", "DejaVuSans-Bold 18.0", "DejaVuSans 9.0", \
                "DejaVuSans 9.0"]
                """,
                // 11 × 48 / 22, 18 × 52 / 28 cut to one and a half times as much, what opted out, and 9 × 40 / 18.
                """
                accessibility-extra-large: ["DejaVuSans 24.0", "DejaVuSans-Bold 27.0", \
                "DejaVuSans 9.0", "DejaVuSans 20.0"]
                """,
            ])
    }

    @Test("The texts of an application follow the user's text size, some to a limit and one not at all")
    func designKit() async throws {
        try await RunningDaemon.run { daemon in
            let program = try ChildProcess(
                BuildProducts.executable("ExampleDesignKit"), ["1"], environment: daemon.environment)
            try await program.waitForOutput("tab: DejaVuSans 11.0\n")
            #expect(try await daemon.typecase("text-size", "AX5").succeeded)
            let outcome = await program.wait()
            #expect(outcome.standardError == "")
            #expect(
                outcome.standardOutput == """
                    large
                      title: DejaVuSans-Bold 26.0
                      body: DejaVuSans 17.0
                      caption: DejaVuSans 12.0
                      badge: DejaVuSans-Bold 10.0
                      tab: DejaVuSans 11.0
                    accessibility-extra-extra-extra-large, stacked
                      title: DejaVuSans-Bold 39.0
                      body: DejaVuSans 53.0
                      caption: DejaVuSans 43.0
                      badge: DejaVuSans-Bold 16.0
                      tab: DejaVuSans 11.0

                    """)
        }
    }

    @Test("Each example runs by the command that stands beside it")
    func commands() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(readAll("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"), name: "DejaVuSans.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let scratch = home.scratch
            let font = try daemon.writeFonts(["Of The Reader"])[0]
            // A clone, in which what a command makes is left.
            let clone = try scratch.makeDirectory("clone")
            for name in ["Examples", "dbus"] {
                let linked = try await daemon.run("/bin/ln", "-s", sourcePath(name), "\(clone)/\(name)")
                try #require(linked.succeeded)
            }
            let text = String(decoding: try readAll(sourcePath("Examples/README.md")), as: UTF8.self)
            let commands = text.split(separator: "\n").compactMap { line -> String? in
                let columns = line.split(separator: "|")
                guard columns.count == 3, let command = columns[1].split(separator: "`").dropFirst().first else {
                    return nil
                }
                return String(command)
            }
            #expect(commands.count > 10)
            // What the text has unpacked from a package and what is fetched need a network: a font that is made here, and
            // an address that is none.
            let unpacked = "/tmp/comfortaa/usr/share/fonts/truetype/comfortaa/Comfortaa-Regular.ttf"
            #expect(commands.count { $0.hasSuffix(" register \(unpacked)") } == 2)
            // Resources are those of an application, as ResourcesTests have one. Windows are shown by Tests/Session/running-applications and Tests/Desktop/video-label, and the Flatpak is
            // built with a network.
            let others = ["fetch-resources", "follow-text-size", "flatpak-builder", "ClientLibrary", "VideoLabel"]
            for command in commands where !others.contains(where: { command.contains($0) }) {
                let isFetch = command.contains("fetch-font")
                var line = command
                let run = "swift run --package-path Examples/swift "
                if line.hasPrefix(run) { line = "\(BuildProducts.directory)/\(line.dropFirst(run.count))" }
                line = line.replacing(unpacked, with: "'\(font)'")
                if isFetch, let space = line.lastIndex(of: " ") { line = "\(line[..<space]) https://…" }
                let outcome = try await ChildProcess.run(
                    "/bin/sh", ["-c", line], environment: daemon.environment, directory: clone)
                #expect(outcome.termination == .exited(isFetch ? 1 : 0), "\(line): \(outcome)")
                #expect(outcome.standardError.split(separator: "\n").count == (isFetch ? 1 : 0), "\(outcome)")
            }
        }
    }

    @Test("What can be expected to fail ends in a sentence and an exit code")
    func failures() async throws {
        let home = try ScratchHome()
        func outcome(_ program: String, _ arguments: [String]) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(program, arguments, environment: home.environment)
        }
        let missing = try await outcome(BuildProducts.executable("ExampleFontCache"), ["/nonexistent"])
        let kit = try await outcome(BuildProducts.executable("ExampleDesignKit"), ["0", "/nonexistent"])
        // Nobody is on the bus of this home.
        let provider = try await outcome(BuildProducts.executable("ExampleProvider"), ["list"])
        let consumer = try await outcome(BuildProducts.executable("ExampleConsumer"), ["Any", "0"])
        let python = "/usr/bin/python3"
        let scripts = [
            try await outcome(python, [examplePath("provide-fonts.py"), "list"]),
            try await outcome(python, [examplePath("use-fonts.py"), "match", "Any"]),
            try await outcome(python, [examplePath("fetch-font.py"), "https://localhost/a.ttf"]),
            try await outcome(python, [examplePath("flatpak/foundry.py")]),
            // Nor is there a display.
            try await outcome(python, [examplePath("follow-text-size.py")]),
        ]
        for outcome in [missing, kit, provider, consumer] + scripts {
            #expect(outcome.termination == .exited(1), "\(outcome)")
            #expect(outcome.standardError.split(separator: "\n").count == 1, "\(outcome.standardError)")
        }
        for (program, arguments) in [
            ("ExampleProvider", []), ("ExampleConsumer", []), ("ExampleConsumer", ["Any", "x"]),
            ("ExampleDesignKit", ["-5"]),
        ] {
            #expect(try await outcome(BuildProducts.executable(program), arguments).termination == .exited(64))
        }
        let generation = try await outcome(python, [examplePath("use-fonts.py"), "changes", "-1"])
        #expect(generation.termination == .exited(64))
    }

    @Test("The provider and the consumer in Python and in C")
    func otherLanguages() async throws {
        try await RunningDaemon.run { daemon in
            let program = daemon.home.scratch["fonts"]
            let compiled = try await daemon.run(
                "/bin/sh", "-c", "cc -Wall -Wextra -Werror -o \"$0\" \"$1\" $(pkg-config --cflags --libs dbus-1)",
                program,
                examplePath("fonts.c"))
            try #require(compiled.succeeded, "\(compiled)")
            let paths = try daemon.writeFonts((0..<17).map { "In C \($0)" })
            let registered = try await ChildProcess.run(program, ["register"] + paths, environment: daemon.environment)
            #expect(registered.succeeded, "\(registered)")
            #expect(registered.standardOutput.split(separator: "\n").count == 17)
            let matched = try await daemon.run(program, "match", "In C 16", "No Such")
            #expect(matched.standardOutput == "In C 16 Regular\nNo Such: there is no such font\n")
            #expect(matched.termination == .exited(1))
            let requested = try await daemon.run(program, "request", "In C 16", "No Such")
            #expect(
                requested.standardOutput
                    == "In C 16 Regular: enabled\nnot-found: No source has a font for 'No Such'.\n", "\(requested)")
            #expect(requested.termination == .exited(1))
            let refused = try await daemon.run(program, "register", examplePath("fonts.c"))
            #expect(refused.termination == .exited(1))
            let some = try await daemon.run(program, "register", "/nonexistent.ttf", paths[3])
            #expect(some.termination == .exited(1))
            #expect(some.standardOutput.split(separator: "\n").count == 1, "the other one is registered all the same")

            let consumer = examplePath("use-fonts.py")
            let found = try await daemon.run("/usr/bin/python3", consumer, "match", "In C 3")
            #expect(found.standardOutput == "In C 3 Regular\n", "\(found)")
            let wanted = try await daemon.run("/usr/bin/python3", consumer, "request", "In C 3", "No Such")
            #expect(
                wanted.standardOutput == "In C 3 is In C 3 Regular from enabled\nNo Such is missing: not-found\n",
                "\(wanted)")
            let saved = daemon.home.scratch["saved.ttf"]
            let bytes = makeFont("In C 3")
            let saving = try await daemon.run("/usr/bin/python3", consumer, "save", "In C 3", saved)
            #expect(saving.standardOutput == "\(bytes.count) bytes in saved.ttf\n", "\(saving)")
            #expect(try readAll(saved) == bytes)
            let changes = try await daemon.run("/usr/bin/python3", consumer, "changes")
            #expect(changes.standardOutput.contains("added"))
            let provider = try await daemon.run(
                "/usr/bin/python3", examplePath("provide-fonts.py"), "register", paths[0])
            #expect(provider.succeeded, "\(provider)")
            let partly = try await daemon.run(
                "/usr/bin/python3", examplePath("provide-fonts.py"), "register", "/nonexistent.ttf", paths[1])
            #expect(partly.termination == .exited(1))
            #expect(partly.standardOutput.hasPrefix("/nonexistent.ttf: No such file or directory\n"), "\(partly)")
            #expect(partly.standardError == "")
        }
    }

    @Test("Fonts that a program holds are gone when its input ends, and when it is killed", arguments: [false, true])
    func held(isKilled: Bool) async throws {
        try await RunningDaemon.run { daemon in
            let program = daemon.home.scratch["fonts"]
            let compiled = try await daemon.run(
                "/bin/sh", "-c", "cc -o \"$0\" \"$1\" $(pkg-config --cflags --libs dbus-1)", program,
                examplePath("fonts.c"))
            try #require(compiled.succeeded, "\(compiled)")
            let paths = try daemon.writeFonts(["In C", "In Python"])
            let script = [examplePath("provide-fonts.py"), "hold", paths[1]]
            let holders = [
                try ChildProcess(
                    program, ["hold", paths[0]], environment: daemon.environment, acceptsInput: true),
                try ChildProcess("/usr/bin/python3", script, environment: daemon.environment, acceptsInput: true),
            ]
            for holder in holders { try await holder.waitForOutput("\n") }
            let families = try await daemon.fontconfigFamilies()
            #expect(families == ["In C", "In Python"])
            for holder in holders {
                if isKilled { holder.send(signal: 9) } else { holder.closeInput() }
                let outcome = await holder.wait()
                #expect(outcome.termination == (isKilled ? .signalled(9) : .exited(0)), "\(outcome)")
            }
            try await eventually("the fonts are gone") { try await daemon.fontconfigFamilies() == [] }
            // What was there before stays.
            #expect(try await daemon.run(program, "register", paths[0]).succeeded)
            let again = try await daemon.run(program, "hold", paths[0])
            #expect(again.succeeded, "\(again)")
            #expect(try await daemon.fontconfigFamilies() == ["In C"])
        }
    }
}
