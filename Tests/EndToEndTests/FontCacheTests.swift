internal import BusInterface
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing
internal import Typecase

/// Fonts that come with an application, registered with the real service on their first use.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FontCacheTests {
    /// A cache whose resources are in the daemon's home, in session scope.
    private func makeCache(
        _ daemon: RunningDaemon, fallback: FontFallback = .error, scope: FontScope = .session
    ) -> FontCache {
        var configuration = FontCache.Configuration()
        configuration.resourceDirectories = [daemon.home.scratch["none"], daemon.home.scratch["resources"]]
        configuration.scope = scope
        configuration.fallback = fallback
        return FontCache(configuration, manager: daemon.fontManager)
    }

    private func write(_ bytes: [UInt8], _ name: String, _ daemon: RunningDaemon) throws -> String {
        try daemon.home.scratch.write(bytes, to: "resources/\(name)")
    }

    @Test("A thousand first uses at once make one call to register, and later ones none")
    func once() async throws {
        try await RunningDaemon.run { daemon in
            _ = try write(makeFont("Resource"), "Resource-Regular.ttf", daemon)
            _ = try write(makeFont("Resource"), "copy.ttf", daemon)
            let cache = makeCache(daemon)
            let monitor = try ChildProcess(
                "/usr/bin/dbus-monitor",
                ["--address", daemon.bus.address, "type='method_call',member='RegisterFonts'"],
                environment: ["PATH": "/usr/bin:/bin"])
            try await monitor.waitForOutput("member=NameLost")
            try await withThrowingTaskGroup(of: Font.self) { group in
                for index in 0..<1000 {
                    group.addTask {
                        // The same bytes under two names.
                        let file = index.isMultiple(of: 2) ? "Resource-Regular" : "copy"
                        return try await Font(
                            descriptor: NamedAppFont("Resource-Regular", fileName: file), size: 12, cache: cache)
                    }
                }
                for try await font in group { #expect(font.familyName == "Resource") }
            }
            _ = try await Font(descriptor: NamedAppFont("Resource-Regular"), size: 20, cache: cache)
            // What is heard after it was sent after all the others.
            let last = try daemon.writeFonts(["Last"])[0]
            _ = try await daemon.fontManager.registerFont(at: last, scope: .session)
            _ = try await daemon.manager.generation()
            monitor.send(signal: SIGTERM)
            let heard = await monitor.wait().standardOutput
            let calls = heard.split(separator: "\n").filter { $0.contains("member=RegisterFonts") }
            #expect(calls.count == 2, "one for all uses, and the last")
            #expect(try await daemon.fontconfigFamilies() == ["Resource", "Last"])
        }
    }

    @Test("A thousand first uses at once add a font to the process once")
    func onceInProcess() async throws {
        let home = try ScratchHome()
        for name in ["Resource-Regular", "copy"] {
            try home.scratch.write(makeFont("Resource"), to: "resources/\(name).ttf")
        }
        let answers = try await ClientProgram.run(
            [
                ["follow"], ["time-burst", home.scratch["resources"], "Resource-Regular", "process", "1000", "copy"],
                ["changes"], ["disable", "Resource-Regular"], ["changes"],
            ], environment: home.environment)
        try #require(answers.count == 5, "\(answers)")
        #expect(answers[1].split(separator: " ").last == "1", "one face, of one of the files: \(answers)")
        #expect(answers[2] == "added" && answers[4] == "disabled", "nothing else has happened: \(answers)")
    }

    @Test("Who gives up a font that a stuck service has to register is answered at once, and the others get it")
    func cancelled() async throws {
        try await RunningDaemon.run { daemon in
            _ = try write(makeFont("Awaited"), "Awaited-Regular.ttf", daemon)
            let cache = makeCache(daemon)
            let descriptor = NamedAppFont("Awaited-Regular")
            _ = try await cache.manager.generation()
            kill(daemon.processID, SIGSTOP)
            let (first, second) = (
                Task { try await cache.register(descriptor) }, Task { try await cache.register(descriptor) }
            )
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            let late = Task { try await Font(descriptor: descriptor, size: 12, cache: cache) }
            late.cancel()
            await #expect(throws: CancellationError.self) { try await late.value }
            kill(daemon.processID, SIGCONT)
            #expect(try await second.value.familyName == "Awaited")
            #expect(try await daemon.list().count == 1)
        }
    }

    @Test("A name that differs from the one inside the file is said, and nothing stays registered")
    func nameMismatch() async throws {
        try await RunningDaemon.run { daemon in
            _ = try write(makeFont("Inside"), "Outside.ttf", daemon)
            let cache = makeCache(daemon)
            let error = try await #require(throws: FontCacheError.self) {
                try await Font(descriptor: NamedAppFont("Outside"), size: 12, cache: cache)
            }
            #expect(error.code == .nameMismatch)
            #expect(error.message.contains("'Inside-Regular'") && error.message.contains("'Outside'"))
            #expect(try await daemon.list().isEmpty)
            let font = try await Font(
                descriptor: NamedAppFont("Inside-Regular", fileName: "Outside"), size: 12, cache: cache)
            #expect(font.postscriptName == "Inside-Regular")
        }
    }

    @Test(
        "A font that two name at once, of whom one is wrong, is there for the other",
        arguments: [("process", 200), ("session", 20)])
    func contended(scope: String, rounds: Int) async throws {
        try await RunningDaemon.run { daemon in
            _ = try write(makeFont("Contended"), "Contended-Regular.ttf", daemon)
            let answers = try await ClientProgram.run(
                [["contend", daemon.home.scratch["resources"], "Contended-Regular", scope, "\(rounds)"], ["list"]],
                environment: daemon.environment)
            #expect(answers == ["\(rounds) \(rounds)", ""])
            #expect(try await daemon.list().isEmpty)
        }
    }

    @Test("A file that is missing or refused says so, and is tried again when it is there")
    func refused() async throws {
        try await RunningDaemon.run { daemon in
            let cache = makeCache(daemon)
            let descriptor = NamedAppFont("Late-Regular")
            func code() async -> FontCacheError.Code? {
                do {
                    _ = try await Font(descriptor: descriptor, size: 12, cache: cache)
                    return nil
                } catch {
                    return (error as? FontCacheError)?.code
                }
            }
            #expect(await code() == .fileNotFound)
            var damaged = makeFont("Late")
            damaged.removeLast(damaged.count / 2)
            _ = try write(damaged, "Late-Regular.ttf", daemon)
            let refusal = try await #require(throws: FontCacheError.self) {
                try await Font(descriptor: descriptor, size: 12, cache: cache)
            }
            #expect(refusal.code == .refused)
            #expect(refusal.underlyingError?.code == .invalidFontData)
            daemon.home.scratch.remove("resources/Late-Regular.ttf")
            #expect(symlink("/etc/passwd", daemon.home.scratch["resources/Late-Regular.ttf"]) == 0)
            #expect(await code() == .refused)
            daemon.home.scratch.remove("resources/Late-Regular.ttf")
            _ = try write(makeFont("Late"), "Late-Regular.ttf", daemon)
            #expect(await code() == nil)
        }
    }

    @Test("A file that was replaced by a newer revision is registered in the place of the old one")
    func replaced() async throws {
        try await RunningDaemon.run { daemon in
            let cache = makeCache(daemon)
            let descriptor = NamedAppFont("Grown-Regular")
            var builder = FontBuilder(family: "Grown")
            _ = try write(builder.build(), "Grown-Regular.ttf", daemon)
            let old = try await Font(descriptor: descriptor, size: 12, cache: cache)
            builder.revision = 2
            daemon.home.scratch.remove("resources/Grown-Regular.ttf")
            _ = try write(builder.build(), "Grown-Regular.ttf", daemon)
            let new = try await Font(descriptor: descriptor, size: 12, cache: cache)
            #expect(new.face.id != old.face.id)
            #expect(try await daemon.list().map { $0.text("id") } == [new.face.id])
            #expect(try await !old.isAvailable())
        }
    }

    @Test("A symbolic link among the resources stands for what it leads to", arguments: ["process", "session"])
    func link(scope: String) async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.home.scratch.write(makeFont("Linked"), to: "elsewhere/linked.ttf")
            let resources = try daemon.home.scratch.makeDirectory("resources")
            try retryingInterrupts { symlink(path, "\(resources)/Linked-Regular.ttf") }
            let answers = try await ClientProgram.run(
                [
                    ["font", resources, "Linked-Regular", "", scope], ["fontconfig", "Linked"],
                    ["again", "Linked-Regular"],
                ], environment: daemon.environment)
            #expect(answers == ["Linked-Regular 12.0", "Linked", "Linked-Regular"])
        }
    }

    @Test("A font that has left says so, and what the application chose stands in for it")
    func leaving() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Stand In"), name: "standin.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            _ = try write(makeFont("Leaver"), "Leaver-Regular.ttf", daemon)
            let descriptor = NamedAppFont("Leaver-Regular")
            let strict = makeCache(daemon)
            let lenient = makeCache(daemon, fallback: .family("Stand In"))
            let font = try await Font(descriptor: descriptor, size: 12, cache: strict)
            let other = try await Font(descriptor: descriptor, size: 12, textStyle: .headline, cache: lenient)
            #expect(try await font.isAvailable())
            #expect(try await font.resolved().postscriptName == "Leaver-Regular")
            // The user disables it.
            _ = try await daemon.management.setEnabled(ids: [font.face.id], enabled: false, options: [:])
            #expect(try await !font.isAvailable())
            let error = try await #require(throws: FontCacheError.self) { try await font.resolved() }
            #expect(error.code == .fontUnavailable)
            let fallback = try await other.resolved()
            #expect(fallback.isFallback)
            #expect(fallback.familyName == "Stand In")
            #expect(fallback.size == other.size)
            // So does one that is made of what the cache has, once it has heard of it.
            while try await !Font(descriptor: descriptor, size: 12, cache: lenient).isFallback { await Task.yield() }
            // A process that starts now cannot undo what the user wants.
            let late = try await Font(
                descriptor: descriptor, size: 12, cache: makeCache(daemon, fallback: .family("sans-serif")))
            #expect(late.isFallback)
            // Whatever the generic family stands for here, it is a font with names.
            #expect(![late.familyName, late.postscriptName, late.face.id].contains(""))
            _ = try await daemon.management.setEnabled(ids: [font.face.id], enabled: true, options: [:])
            #expect(try await other.resolved().familyName == "Leaver")
            while try await Font(descriptor: descriptor, size: 12, cache: lenient).isFallback { await Task.yield() }
        }
    }

    @Test("Fonts are scaled with the category of their cache, once; what opted out stays as it is")
    func scaling() async throws {
        try await RunningDaemon.run { daemon in
            _ = try write(makeFont("Scaled"), "Scaled-Regular.ttf", daemon)
            let cache = makeCache(daemon)
            let descriptor = NamedAppFont("Scaled-Regular")
            let text = try await Font(descriptor: descriptor, size: 17, cache: cache)
            let capped = try await Font(descriptor: descriptor, size: 17, maximum: .points(20), cache: cache)
            let title = try await Font(descriptor: descriptor, size: 17, textStyle: nil, cache: cache)
            #expect([text, capped, title].map(\.pointSize) == [17, 17, 17])
            cache.traits.category = .extraExtraExtraLarge
            // The published vector for body.
            #expect([text, capped, title].map(\.pointSize) == [22, 20, 17])
            #expect(try title.scaled(by: .default).pointSize == 22)
            // All of it, in the words of those who have written it elsewhere.
            let metrics = FontMetrics(forTextStyle: .body)
            let grown = try metrics.scaledFont(for: title)
            let limited = try metrics.scaledFont(for: title, maximumPointSize: 40)
            let doubled = try metrics.scaledFont(for: title, maximumFactor: 2)
            let points: [Double] = [15, 15, 16, 17, 19, 20, 22, 26, 31, 37, 43, 48]
            let values = [14.667, 15.333, 16.333, 17, 18.667, 20, 22.333, 26.333, 31, 37, 43.333, 48]
            for ((category, points), value) in zip(zip(ContentSizeCategory.allCases, points), values) {
                cache.traits = TextTraits(category: category, displayScale: 3)
                #expect(grown.pointSize == points && limited.pointSize == min(points, 40))
                #expect(doubled.pointSize == min(points, 34))
                #expect((metrics.scaledValue(for: 17, cache: cache) * 1000).rounded() / 1000 == value)
            }
            for maximum in [0, -1, Double.nan] {
                #expect(throws: DynamicTypeError.self) { try metrics.scaledFont(for: title, maximumPointSize: maximum) }
                #expect(throws: DynamicTypeError.self) { try metrics.scaledFont(for: title, maximumFactor: maximum) }
            }
            #expect(throws: DynamicTypeError.self) { try metrics.scaledFont(for: grown) }
            cache.traits = TextTraits(category: .extraExtraExtraLarge)
            let error = try #require(throws: DynamicTypeError.self) { try text.scaled(by: .default) }
            #expect(error.code == .alreadyScaled)
            #expect(try text.withSize(10, textStyle: nil).pointSize == 10)
            #expect(try text == text.withSize(17) && text.withSize(17, textStyle: nil) == title)
            #expect(Set([text, capped, title, text]).count == 3)
        }
    }

    @Test("A named instance of a variable font is a font of its own name, also where the user has disabled it")
    func namedInstance() async throws {
        try await RunningDaemon.run { daemon in
            var builder = FontBuilder(family: "Flexible")
            builder.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 400, defaultValue: 400, maximum: 700)]
            builder.namedInstances = [
                NamedInstance(name: "Bold", postscriptName: "Flexible-Bold", coordinates: [700])
            ]
            _ = try write(builder.build(), "flexible.ttf", daemon)
            let descriptor = NamedAppFont("Flexible-Bold", fileName: "flexible")
            let font = try await Font(descriptor: descriptor, size: 12, cache: makeCache(daemon))
            #expect(font.postscriptName == "Flexible-Bold")
            #expect(font.face.namedInstance == "Bold")
            #expect(font.face.variation == ["wght": 700])
            _ = try await daemon.management.setEnabled(ids: [font.face.id], enabled: false, options: [:])
            let other = try await Font(
                descriptor: descriptor, size: 12, cache: makeCache(daemon, fallback: .family("sans-serif")))
            #expect(other.isFallback)
            await #expect(throws: FontCacheError.self) {
                try await Font(
                    descriptor: NamedAppFont("Flexible-Black", fileName: "flexible"), size: 12,
                    cache: makeCache(daemon))
            }
        }
    }

    @Test("A home that cannot be written to refuses what would be kept there, and nothing else")
    func readOnlyHome() async throws {
        let home = try ScratchHome()
        try home.scratch.write(makeFont("Locked"), to: "resources/Locked-Regular.ttf")
        for directory in [home.dataDirectory, home.stateDirectory] { #expect(chmod(directory, 0o500) == 0) }
        defer { for directory in [home.dataDirectory, home.stateDirectory] { chmod(directory, 0o700) } }
        try await RunningDaemon.run(home: home) { daemon in
            let error = await #expect(throws: FontManagerError.self) {
                try await Font(
                    descriptor: NamedAppFont("Locked-Regular"), size: 12, cache: makeCache(daemon, scope: .session))
            }
            #expect(error?.code == .insufficientPermissions)
            let answers = try await ClientProgram.run(
                [["font", home.scratch["resources"], "Locked-Regular"], ["fontconfig", "Locked"]],
                environment: daemon.environment)
            #expect(answers == ["Locked-Regular 12.0", "Locked"])
        }
    }

    @Test("Without a service fonts of the process are had, and others say what is missing")
    func withoutService() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            _ = try write(makeFont("Alone"), "Alone-Regular.ttf", daemon)
            let cache = makeCache(daemon)
            let error = try await #require(throws: FontManagerError.self) {
                try await Font(descriptor: NamedAppFont("Alone-Regular"), size: 12, cache: cache)
            }
            #expect(error.code == .serviceUnavailable)
            let answers = try await ClientProgram.run(
                [
                    ["font", daemon.home.scratch["resources"], "Alone-Regular"], ["fontconfig", "Alone"],
                    ["delete", daemon.home.scratch["resources/Alone-Regular.ttf"]], ["resolve"],
                ], environment: daemon.environment)
            #expect(answers == ["Alone-Regular 12.0", "Alone", "done", "sans-serif fallback"])
        }
    }

    @Test("The launch fonts of an application's manifest are in use before its first font")
    func launchFonts() async throws {
        let home = try ScratchHome()
        let id = "org.example.Writer"
        try home.scratch.write(makeFont("Launch One"), to: "share/typecase/assets/\(id)/one.ttf")
        try home.scratch.write(makeFont("Launch Two"), to: "share/typecase/assets/\(id)/sub/two.ttf")
        try home.scratch.write(makeFont("First"), to: "resources/First-Regular.ttf")
        try home.scratch.write(
            """
            {"version": 1, "id": "\(id)", "name": "Writer", "launch-fonts": ["one.ttf", "sub/two.ttf", "none.ttf"]}
            """, to: "share/typecase/providers/\(id).json")
        let answers = try await ClientProgram.run(
            [
                ["fontconfig", "Launch One"], ["font", home.scratch["resources"], "First-Regular", id],
                ["fontconfig", "Launch One"], ["fontconfig", "Launch Two"], ["launch"],
            ], environment: home.environment)
        #expect(
            answers == [
                "none", "First-Regular 12.0", "Launch One", "Launch Two",
                "LaunchOne-Regular LaunchTwo-Regular FileNotFound",
            ])
    }

    @Test("Launch fonts whose manifest could not be read are tried again, and the application's fonts do without them")
    func mendedManifest() async throws {
        let home = try ScratchHome()
        let id = "org.example.Writer"
        let manifest = "share/typecase/providers/\(id).json"
        try home.scratch.write(makeFont("Launch One"), to: "share/typecase/assets/\(id)/one.ttf")
        try home.scratch.write(makeFont("First"), to: "resources/First-Regular.ttf")
        try home.scratch.write("{\"version\": 1, \"id\":", to: manifest)
        let program = try ChildProcess(
            BuildProducts.executable("ClientProgram"), environment: home.environment, acceptsInput: true)
        try program.write("font\t\(home.scratch["resources"])\tFirst-Regular\t\(id)\nlaunch\nfontconfig\tLaunch One\n")
        try await program.waitForOutput("\nerror ")
        #expect(program.standardOutput.hasPrefix("First-Regular 12.0\nerror "), "\(program.standardOutput)")
        try home.scratch.write(
            "{\"version\": 1, \"id\": \"\(id)\", \"name\": \"Writer\", \"launch-fonts\": [\"one.ttf\"]}", to: manifest)
        try program.write("launch\nfontconfig\tLaunch One\n")
        program.closeInput()
        let answers = await program.wait().standardOutput
        #expect(answers.hasSuffix("\nLaunchOne-Regular\nLaunch One\n"), "\(answers)")
    }

    @Test(
        "An application registers the fonts of its manifest by the names that this gives them, if the files are those it declares"
    )
    func assetNames() async throws {
        try await RunningDaemon.run { daemon in
            let id = "org.example.Foundry"
            var fonts: [String] = []
            for (file, name) in [
                ("one.ttf", "AssetOne-Regular"), ("sub/two.ttf", "Asset Two"), ("changed.ttf", "Changed"),
                ("none.ttf", "None"),
            ] {
                let font = makeFont(name.hasSuffix("Regular") ? "Asset One" : name)
                let digest = try SealedMemory(bytes: font).digest.hexadecimal
                if file != "none.ttf" {
                    let installed = file == "changed.ttf" ? makeFont("Another") : font
                    try daemon.home.scratch.write(installed, to: "share/typecase/assets/\(id)/\(file)")
                }
                fonts.append(#"{"file": "\#(file)", "sha256": "\#(digest)", "name": "\#(name)"}"#)
            }
            try daemon.home.scratch.write(
                #"{"version": 1, "id": "\#(id)", "name": "Foundry", "fonts": [\#(fonts.joined(separator: ", "))]}"#,
                to: "share/typecase/providers/\(id).json")
            let names = ["Asset Two", "AssetOne-Regular", "Unknown", "Changed", "None"]
            let outcome = """
                AssetTwo-Regular, AssetOne-Regular, AssetNotFound Unknown, Corrupt Changed, AssetNotFound None
                """
            for scope in ["process", "session", "persistent"] {
                let answers = try await ClientProgram.run(
                    [
                        ["register-assets", scope, id] + names, ["match", "Asset Two"],
                        ["register-assets", scope, "org.example.Nobody", "Asset Two"],
                        ["register-assets", scope, "no id", "Asset Two"],
                    ], environment: daemon.environment)
                #expect(
                    answers == [
                        outcome, "\(scope == "process" ? "process" : "typecase") AssetTwo-Regular",
                        #"AssetNotFound Asset Two"#, "error InsufficientInfo",
                    ])
            }
            #expect(try await Set(daemon.fontconfigFamilies()) == ["Asset One", "Asset Two"])

            let answers = try await ClientProgram.run(
                [
                    ["explain-assets", id, "None"], ["explain-assets", "org.example.Nobody", "A"],
                    ["explain-assets", "own", "A"],
                ], environment: daemon.environment)
            #expect(answers[0].contains("/assets/\(id)/none.ttf for None, and there is no such file."), "\(answers[0])")
            #expect(answers[1].hasPrefix("No manifest of org.example.Nobody is installed."), "\(answers[1])")
            #expect(answers[2].contains("is known as session.ClientProgram"), "\(answers[2])")
        }
    }
}
