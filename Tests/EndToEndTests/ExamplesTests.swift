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
            #expect(lines.last == "FileNotFound: There is no file /nonexistent.ttf. [101]")
            #expect(await consumer.wait().standardOutput.contains("First Example Regular of session."))
            let list = try await ChildProcess.run(provider, ["list"], environment: daemon.environment)
            #expect(list.standardOutput.contains("Second Example Regular"))
            _ = try await ChildProcess.run(provider, ["unregister"], environment: daemon.environment)
            #expect(try await daemon.fontconfigFamilies() == [])
        }
    }

    @Test("The fonts that an application in Swift brings along")
    func fontCache() async throws {
        let home = try ScratchHome()
        try home.scratch.write(makeFont("ExampleText"), to: "resources/ExampleText-Regular.ttf")
        try home.scratch.write(makeFont("ExampleText", style: "Bold"), to: "resources/ExampleText-Bold.ttf")
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("ExampleFontCache"), [home.scratch["resources"]], environment: home.environment)
        #expect(outcome.standardError == "")
        #expect(
            outcome.standardOutput.split(separator: "\n") == [
                """
                large: ["ExampleText-Regular 11.0", "ExampleText-Bold 18.0", "ExampleText-Regular 9.0", \
                "ExampleText-Regular 9.0"]
                """,
                // 11 × 48 / 22, 18 × 52 / 28 cut to one and a half times as much, what opted out, and 9 × 40 / 18.
                """
                accessibility-extra-large: ["ExampleText-Regular 24.0", "ExampleText-Bold 27.0", \
                "ExampleText-Regular 9.0", "ExampleText-Regular 20.0"]
                """,
            ])
    }

    @Test("The texts of an application follow the user's text size, some to a limit and one not at all")
    func designKit() async throws {
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            try scratch.write(makeFont("ExampleText"), to: "resources/ExampleText-Regular.ttf")
            try scratch.write(makeFont("ExampleText", style: "Bold"), to: "resources/ExampleText-Bold.ttf")
            let program = try ChildProcess(
                BuildProducts.executable("ExampleDesignKit"), [scratch["resources"], "1"],
                environment: daemon.environment)
            try await program.waitForOutput("tab: ExampleText-Regular 11.0\n")
            #expect(try await daemon.typecase("text-size", "AX5").succeeded)
            let outcome = await program.wait()
            #expect(outcome.standardError == "")
            #expect(
                outcome.standardOutput == """
                    large
                      title: ExampleText-Bold 26.0
                      body: ExampleText-Regular 17.0
                      caption: ExampleText-Regular 12.0
                      badge: ExampleText-Bold 10.0
                      tab: ExampleText-Regular 11.0
                    accessibility-extra-extra-extra-large, stacked
                      title: ExampleText-Bold 39.0
                      body: ExampleText-Regular 53.0
                      caption: ExampleText-Regular 43.0
                      badge: ExampleText-Bold 16.0
                      tab: ExampleText-Regular 11.0

                    """)
        }
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
            let refused = try await daemon.run(program, "register", examplePath("fonts.c"))
            #expect(refused.termination == .exited(1))

            let consumer = examplePath("use-fonts.py")
            let found = try await daemon.run("/usr/bin/python3", consumer, "match", "In C 3")
            #expect(found.standardOutput == "In C 3 Regular\n", "\(found)")
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
        }
    }
}
