internal import FontModel
internal import TestSupport
internal import Testing
internal import Typecase

/// The lists that applications make for people to choose a font from, with the real service.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct AvailableFacesTests {
    @Test("The faces that there are can be listed, by family and by what they are like, with all that is known of them")
    func availableFaces() async throws {
        let home = try ScratchHome()
        // Before the service looks: it learns of what comes later in its own time.
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let manager = daemon.fontManager
            var builder = FontBuilder(family: "Flexible")
            builder.axes = [
                VariationAxis(tag: "wght", name: "Weight", minimum: 300, defaultValue: 400, maximum: 700),
                VariationAxis(tag: "wdth", name: "Width", minimum: 75, defaultValue: 100, maximum: 100),
            ]
            builder.namedInstances = [
                NamedInstance(name: "Bold", postscriptName: "Flexible-Bold", coordinates: [700, 100])
            ]
            let paths = [
                try daemon.home.scratch.write(builder.build(), to: "given/flexible.ttf"),
                try daemon.home.scratch.write(makeFont("Plain"), to: "given/plain.ttf"),
                try daemon.home.scratch.write(makeFont("Plain", style: "Bold"), to: "given/bold.ttf"),
            ]
            _ = try await manager.registerFonts(at: paths, scope: .persistent)
            func names(_ filter: FontFaceFilter) async throws -> Set<String> {
                Set(try await manager.availableFaces(matching: filter).map(\.postscriptName))
            }
            #expect(try await names(FontFaceFilter(familyName: "plain")) == ["Plain-Regular", "Plain-Bold"])
            var filter = FontFaceFilter()
            filter.isVariable = true
            #expect(try await names(filter) == ["Flexible-Regular"])
            filter = FontFaceFilter()
            filter.source = .system
            #expect(try await names(filter) == ["MachineSans-Regular"])
            #expect(try await names(FontFaceFilter()).count == 4)
            #expect(try await names(FontFaceFilter(familyName: "Nobody")) == [])

            let plain = try await manager.availableFaces(matching: FontFaceFilter(familyName: "Flexible"))
            #expect(plain.map(\.details) == [nil])
            let told = try await manager.availableFaces(
                matching: FontFaceFilter(familyName: "Flexible"), includingDetails: true)
            let details = try #require(told.first?.details)
            #expect(
                details.axes == [
                    FontVariationAxis(tag: "wdth", minimum: 75, defaultValue: 100, maximum: 100),
                    FontVariationAxis(tag: "wght", minimum: 300, defaultValue: 400, maximum: 700),
                ])
            #expect(details.format == "truetype" && details.glyphCount ?? 0 > 0)
            #expect(details.familyNames.values.contains("Flexible"))
            #expect(told.first?.namedInstances.map(\.postscriptName) == ["Flexible-Bold"])

            // A font of the process comes before one of the session.
            let own = try daemon.home.scratch.write(
                makeFont("Plain", style: "Italic"), to: "given/own.ttf")
            let answers = try await ClientProgram.run(
                [["register", "process", own], ["faces", "Plain"], ["faces", "Plain", "process"]],
                environment: daemon.environment)
            #expect(answers[1].hasPrefix("process Plain-Italic, typecase Plain-"))
            #expect(answers[2] == "process Plain-Italic")
        }
    }

    @Test("What is told of a face of the process is what the service tells of the same font")
    func detailsOfProcess() async throws {
        try await RunningDaemon.run { daemon in
            var builder = FontBuilder(family: "Flexible")
            builder.embeddingFlags = 0x4
            builder.axes = [
                VariationAxis(tag: "wght", name: "Weight", minimum: 300, defaultValue: 400, maximum: 700),
                VariationAxis(tag: "wdth", name: "Width", minimum: 75, defaultValue: 100, maximum: 100),
            ]
            let fonts = [("Flexible", builder.build()), ("Plain", makeFont("Plain", characters: " АБВабвABCabc"))]
            for (family, font) in fonts {
                let path = try daemon.home.scratch.write(font, to: "given/\(family).ttf")
                let answers = try await ClientProgram.run(
                    [
                        ["register", "session", path], ["details", family, "typecase"],
                        ["register", "process", path], ["details", family, "process"],
                        ["unregister", "process", path],
                        ["register-bytes", "process", path], ["details", family, "process"],
                    ], environment: daemon.environment)
                #expect(answers[1].hasPrefix("en-US=\(family)|"))
                #expect(answers[1].contains(family == "Flexible" ? "wdth=75.0/100.0/100.0+wght=" : "|installable|"))
                // fontconfig has no regions of names.
                let expected = "en=" + answers[1].dropFirst("en-US=".count)
                #expect(answers[3] == expected)
                #expect(answers[6] == expected, "of a font in memory")
            }
        }
    }

    @Test("What matches among the fonts of the process is what the service matches among the same fonts")
    func matchingOfProcess() async throws {
        try await RunningDaemon.run { daemon in
            let paths = try ProcessScopeTests.writeQuestioned(daemon.home.scratch)
            let questions = ProcessScopeTests.questions.map(\.0)
            let answers = try await ClientProgram.run(
                paths.map { ["register", "session", $0] }
                    + questions.map { ["match-like", "source=typecase"] + $0 }
                    + paths.map { ["register", "process", $0] }
                    + questions.map { ["match-like", "source=process"] + $0 },
                environment: daemon.environment)
            let half = answers.count / 2
            for (number, question) in questions.enumerated() {
                let (service, own) = (answers[paths.count + number], answers[half + paths.count + number])
                #expect(service == own, "\(question)")
            }
        }
    }
}
