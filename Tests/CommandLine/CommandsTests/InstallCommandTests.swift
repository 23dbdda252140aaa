internal import Commands
internal import DBus
internal import FoundationEssentials
internal import Testing
internal import TestSupport

@Suite struct InstallCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `40 files are one batch, travel in messages of at most 16 descriptors, and each has its result`()
        async throws
    {
        let fixture = try await CommandFixture()
        for number in 10..<50 { try scratch.write("Font \(number)", to: "fonts/\(number).ttf") }
        let outcome = try await fixture.run("install", scratch["fonts"])
        #expect(outcome.exit == .success)
        #expect(fixture.service.snapshot.addSizes.sorted() == [8, 16, 16])
        #expect(fixture.service.snapshot.installSizes == [40])
        let expected = (10..<50).map { "Installed Font \($0) as id-Font \($0)\n" }
        #expect(outcome.output == expected.joined() + "40 installed.\n")
        #expect(outcome.error == "")
        await fixture.stop()
    }

    @Test func `A file that fails is told on standard error, and the others are installed`() async throws {
        let fixture = try await CommandFixture()
        let good = try scratch.write("Good", to: "good.otf")
        let bad = try scratch.write("broken", to: "bad.otf")
        let outcome = try await fixture.run("install", bad, good, scratch["missing.ttf"])
        #expect(outcome.exit == .failure)
        #expect(outcome.output == "Installed Good as id-Good\n1 installed, 1 refused, 1 not found.\n")
        #expect(
            outcome.error == """
                typecase: \(bad): bad.otf is damaged
                typecase: \(scratch["missing.ttf"]): There is no such file.

                """)
        await fixture.stop()
    }

    @Test func `The files of a batch that fail are told of in order, and the others are installed`() async throws {
        let fixture = try await CommandFixture()
        for number in 10..<30 { try scratch.write(number == 17 ? "broken" : "Font \(number)", to: "\(number).ttf") }
        let outcome = try await fixture.run("install", scratch.path, scratch["missing.ttf"])
        #expect(outcome.exit == .failure)
        let numbers = (10..<30).filter { $0 != 17 }
        #expect(
            outcome.output == numbers.map { "Installed Font \($0) as id-Font \($0)\n" }.joined()
                + "19 installed, 1 refused, 1 not found.\n")
        #expect(
            outcome.error == """
                typecase: \(scratch["17.ttf"]): 17.ttf is damaged
                typecase: \(scratch["missing.ttf"]): There is no such file.

                """)
        await fixture.stop()
    }

    @Test func `A batch that cannot be begun ends the command with the reason`() async throws {
        let fixture = try await CommandFixture {
            $0.failure = BusError(name: "org.typecase.Error.ReadOnly", message: "another machine holds the fonts")
        }
        for number in 10..<30 { try scratch.write("Font \(number)", to: "\(number).ttf") }
        let outcome = try await fixture.run("install", scratch.path)
        #expect(outcome.exit == .failure)
        #expect(
            outcome.error == "typecase: another machine holds the fonts\ntypecase: No result for 20 of 20 files.\n")
        await fixture.stop()
    }

    @Test func `Fonts that are all installed already are nothing to do`() async throws {
        let fixture = try await CommandFixture { $0.fonts = [.init(id: "known", name: "Known")] }
        let outcome = try await fixture.run("install", try scratch.write("Known", to: "known.ttf"))
        #expect(outcome.exit == .nothingToDo)
        #expect(outcome.output == "Already installed Known as known\n")
        await fixture.stop()
    }

    @Test func `A directory without fonts is nothing to do, and missing files alone are not found`() async throws {
        let fixture = try await CommandFixture()
        try scratch.write("text", to: "empty/readme.txt")
        #expect(try await fixture.run("install", scratch["empty"]).exit == .nothingToDo)
        #expect(try await fixture.run("install", scratch["a.ttf"], scratch["b.ttf"]).exit == .notFound)
        await fixture.stop()
    }

    @Test func `Fonts in directories that are not tried are told of, with the options that install them`() async throws
    {
        let fixture = try await CommandFixture()
        try scratch.write("archive", to: "only/a.zip")
        let only = try await fixture.run("install", scratch["only"])
        #expect(only.exit == .nothingToDo)
        #expect(
            only.output == """
                Ignored: \(scratch["only/a.zip"]) (an archive; --archives installs its fonts)
                There are no font files to install.

                """)
        try scratch.write("Font", to: "many/font.ttf")
        try scratch.write("web", to: "many/0.woff2")
        try scratch.write("bitmaps", to: "many/1.pcf.gz")
        for number in 10..<20 { try scratch.write("archive", to: "many/\(number).7z") }
        let many = try await fixture.run("install", scratch["many"])
        #expect(
            many.output == """
                Installed Font as id-Font
                Ignored: 10 archives (--archives installs their fonts), \(scratch["many/0.woff2"]) (a web font; \
                --convert expands it), \(scratch["many/1.pcf.gz"]) (a font of a kind that cannot be installed)

                """)
        let verbose = try await fixture.run("install", "--verbose", scratch["many"])
        #expect(verbose.output.contains("many/19.7z (an archive;"))
        struct Result: Decodable {
            var file: String
            var passed_over: String?
        }
        let json = try await fixture.run("install", "--json", scratch["many"])
        let results = try JSONDecoder().decode([Result].self, from: Data(json.output.utf8))
        #expect(results.count == 13)
        #expect(
            results.first { $0.file == scratch["many/0.woff2"] }?.passed_over == "a web font; --convert expands it")
        #expect(results.filter { $0.passed_over == nil }.map(\.file) == [scratch["many/font.ttf"]])
        await fixture.stop()
    }

    @Test func `Scope and state are as the options say`() async throws {
        let fixture = try await CommandFixture()
        let file = try scratch.write("Font", to: "font.ttf")
        #expect(try await fixture.run("install", "--session", "--disabled", file).exit == .success)
        let font = try #require(fixture.service.snapshot.fonts.first)
        #expect(font.scope == "session")
        #expect(!font.enabled)
        await fixture.stop()
    }

    @Test func `JSON has the results with the keys of the bus, and errors are an object a line`() async throws {
        struct Result: Decodable {
            var id: String
            var file: String
            var already_registered: Bool
        }
        struct Failure: Decodable, Equatable {
            var error: String
            var message: String
            var item: String
        }
        let fixture = try await CommandFixture()
        let good = try scratch.write("Good", to: "good.ttf")
        let bad = try scratch.write("broken", to: "bad.ttf")
        let outcome = try await fixture.run("install", "--json", good, bad)
        #expect(outcome.exit == .failure)
        let results = try JSONDecoder().decode([Result].self, from: Data(outcome.output.utf8))
        #expect(results.map(\.id) == ["id-Good"])
        #expect(results.map(\.file) == [good])
        #expect(results.map(\.already_registered) == [false])
        let lines = outcome.error.split(separator: "\n")
        #expect(
            try lines.map { try JSONDecoder().decode(Failure.self, from: Data($0.utf8)) } == [
                Failure(error: "org.typecase.Error.InvalidFontData", message: "bad.ttf is damaged", item: bad)
            ])
        await fixture.stop()
    }

    @Test func `An error of the whole call ends the command with its message`() async throws {
        let fixture = try await CommandFixture {
            $0.failure = BusError(name: "org.typecase.Error.ReadOnly", message: "another machine holds the fonts")
        }
        let outcome = try await fixture.run("install", try scratch.write("Font", to: "font.ttf"))
        #expect(outcome.exit == .failure)
        #expect(
            outcome.error == "typecase: another machine holds the fonts\ntypecase: No result for 1 of 1 files.\n")
        await fixture.stop()
    }
}
