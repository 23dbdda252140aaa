internal import Commands
internal import Localization
internal import Testing
internal import TestSupport

/// Commands in German and Chinese, with the catalogs of the repository, each in a process of its own: a process has one locale.
@Suite struct TranslatedCommandTests {
    private let scratch: ScratchDirectory
    private let locales: TestLocales

    init() async throws {
        scratch = try ScratchDirectory()
        locales = try await TestLocales("de_DE", "zh_CN")
        for (file, language) in [("de", "de"), ("zh_CN", "zh_CN")] {
            try await locales.compile(sourcePath("po", "\(file).po"), to: language)
        }
    }

    /// Runs a command with a service that has three fonts.
    private static func run(
        _ path: String, _ locale: String, _ arguments: [String]
    ) async throws -> CommandFixture.Outcome {
        let catalogs = TestLocales.begin(path, locale)
        Translations.begin()
        Translations.bind(to: catalogs)
        let fixture = try await CommandFixture {
            $0.fonts = [
                .init(id: "1", name: "Lato Regular"),
                .init(id: "2", name: "Lato Bold", provider: "org.example.Foundry", scope: "session", enabled: false),
            ]
        }
        let captured = CapturedOutput()
        let exit = try await CommandFixture.command(arguments).execute(in: fixture.environment(captured))
        await fixture.stop()
        return CommandFixture.Outcome(exit: exit, output: captured.text, error: captured.errorText)
    }

    @Test func `A list has its headings and states in German and in Chinese`() async throws {
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            let outcome = try await Self.run(path, "de_DE.UTF-8", ["list"])
            #expect(
                outcome.output == """
                    ID  NAME          ANBIETER             DAUER      ZUSTAND
                    1   Lato Regular  user                 dauerhaft  aktiviert
                    2   Lato Bold     org.example.Foundry  Sitzung    deaktiviert

                    """)
        }
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            let outcome = try await Self.run(path, "zh_CN.UTF-8", ["list"])
            #expect(
                outcome.output == """
                    ID  名称          提供者               期限  状态
                    1   Lato Regular  user                 永久  已启用
                    2   Lato Bold     org.example.Foundry  会话  已禁用

                    """)
        }
    }

    @Test func `An installation tells its results, their numbers and why a font is refused`() async throws {
        let good = try scratch.write("Good", to: "good.otf")
        let bad = try scratch.write("broken", to: "bad.otf")
        let missing = scratch["missing.ttf"]
        await #expect(processExitsWith: .success) {
            [path = locales.path as String, good = good as String, bad = bad as String, missing = missing as String] in
            let outcome = try await Self.run(path, "de_DE.UTF-8", ["install", bad, good, missing])
            #expect(outcome.exit == .failure)
            #expect(outcome.output == "Installiert: Good als id-Good\n1 installiert, 1 abgelehnt, 1 nicht gefunden.\n")
            #expect(
                outcome.error == """
                    typecase: \(bad): Die Schrift ist beschädigt oder könnte Programmen schaden. bad.otf is damaged
                    typecase: \(missing): Diese Datei gibt es nicht.

                    """)
        }
        await #expect(processExitsWith: .success) {
            [path = locales.path as String, good = good as String, bad = bad as String, missing = missing as String] in
            let outcome = try await Self.run(path, "zh_CN.UTF-8", ["install", bad, good, missing])
            #expect(outcome.output == "已安装 Good：id-Good\n1 个已安装、1 个被拒绝、1 个未找到。\n")
            #expect(outcome.error.contains("typecase: \(missing): 没有这个文件。\n"))
        }
    }

    @Test func `A number of things has the plural of the language`() async throws {
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            let one = try await Self.run(path, "de_DE.UTF-8", ["provider", "remove", "org.example.Foundry"])
            #expect(one.output == "Entfernt: 1 Schrift von org.example.Foundry\n")
        }
    }

    @Test func `Help is in the language of the user, with the headings that the parser has`() async throws {
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            let catalogs = TestLocales.begin(path, "de_DE.UTF-8")
            Translations.begin()
            Translations.bind(to: catalogs)
            let captured = CapturedOutput()
            #expect(await RootCommand.run(["list", "--help"], output: captured.output(isTerminal: false)) == 0)
            #expect(captured.text.hasPrefix("ÜBERSICHT: Schriften auflisten.\n"))
            #expect(captured.text.contains("\nAUFRUF: typecase list"))
            #expect(captured.text.contains("Auch die Schriften des Systems."))
            let wrong = CapturedOutput()
            #expect(await RootCommand.run(["list", "--unknown"], output: wrong.output(isTerminal: false)) == 64)
            #expect(wrong.errorText.hasPrefix("typecase: Unbekannte Option '--unknown'\nAufruf: typecase list"))
        }
    }
}
