internal import Commands
internal import DBus
import FontModel
internal import FoundationEssentials
internal import Testing
internal import TestSupport

@Suite struct FontCommandTests {
    private static let fonts: [FakeFontService.Font] = [
        .init(id: "1", name: "Lato Regular"),
        .init(id: "2", name: "Lato Bold", provider: "org.example.Foundry", scope: "session", enabled: false),
        .init(id: "3", name: "源ノ角 \u{202E}evil\u{1B}[2J"),
    ]

    private func fixture() async throws -> CommandFixture {
        try await CommandFixture {
            $0.fonts = Self.fonts
            $0.systemFaces = ["DejaVu Sans"]
        }
    }

    @Test func `The list is a table with what fonts are called made harmless`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("list")
        #expect(outcome.exit == .success)
        #expect(
            outcome.output == """
                ID  NAME                          PROVIDER             SCOPE       STATE
                1   Lato Regular                  user                 persistent  enabled
                2   Lato Bold                     org.example.Foundry  session     disabled
                3   源ノ角 \\u{202E}evil\\u{1B}[2J  user                 persistent  enabled

                """)
        await fixture.stop()
    }

    @Test func `A list of many pages is whole`() async throws {
        let fixture = try await CommandFixture {
            $0.pageSize = 3
            $0.fonts = (0..<10).map { .init(id: "id\($0)", name: "Font \($0)") }
        }
        let outcome = try await fixture.run("list", "--json")
        let fonts = try JSONDecoder().decode([ListedFont].self, from: Data(outcome.output.utf8))
        #expect(fonts.map(\.id) == (0..<10).map { "id\($0)" })
        await fixture.stop()
    }

    private struct ListedFont: Decodable {
        struct Face: Decodable {
            var full_name: String
            var weight: Int
        }
        var id: String
        var enabled: Bool
        var provider: String?
        var source: String?
        var faces: [Face]
    }

    @Test func `The system's fonts join the list on demand, in the shape of the others`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("list", "--all", "--json")
        let fonts = try JSONDecoder().decode([ListedFont].self, from: Data(outcome.output.utf8))
        #expect(fonts.map(\.id) == ["1", "2", "3", "system-DejaVu Sans"])
        #expect(fonts.map(\.provider) == ["user", "org.example.Foundry", "user", nil])
        #expect(fonts.last?.source == "system")
        #expect(fonts.last?.faces.first?.full_name == "DejaVu Sans")
        #expect(fonts[2].faces.first?.full_name == "源ノ角 \u{202E}evil\u{1B}[2J")
        // No control character and no override leaves the program raw, in JSON neither.
        #expect(!outcome.output.unicodeScalars.contains { $0 != "\n" && $0.couldMislead })
        await fixture.stop()
    }

    @Test func `The list can be narrowed to a provider`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("list", "--provider", "org.example.Foundry", "--json")
        let fonts = try JSONDecoder().decode([ListedFont].self, from: Data(outcome.output.utf8))
        #expect(fonts.map(\.id) == ["2"])
        await fixture.stop()
    }

    @Test func `A font is removed by its id or by a name that stands for it alone`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("uninstall", "3", "Lato Bold")
        #expect(outcome.exit == .success)
        #expect(fixture.service.snapshot.fonts.map(\.id) == ["1"])
        await fixture.stop()
    }

    @Test func `A name that stands for several fonts changes none and lists them`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("uninstall", "Lato")
        #expect(outcome.exit == .failure)
        #expect(
            outcome.error == """
                typecase: Lato: The name matches 2 fonts; use an id, or --yes to select all of them.
                ID  NAME          PROVIDER
                1   Lato Regular  user
                2   Lato Bold     org.example.Foundry

                """)
        #expect(fixture.service.snapshot.fonts.count == 3)
        await fixture.stop()
    }

    @Test func `A name that is one font's own means that font, though others have it as their family`() async throws {
        let fixture = try await fixture()
        fixture.service.update { $0.fonts.append(FakeFontService.Font(id: "own", name: "Lato")) }
        #expect(try await fixture.run("disable", "Lato").exit == .success)
        // The second font was disabled before.
        #expect(fixture.service.snapshot.fonts.filter { !$0.enabled }.map(\.id) == ["2", "own"])
        await fixture.stop()
    }

    @Test func `What does not exist is not found, and beside what does some items failed`() async throws {
        let fixture = try await fixture()
        #expect(try await fixture.run("uninstall", "nobody").exit == .notFound)
        #expect(try await fixture.run("info", "nobody").exit == .notFound)
        #expect(try await fixture.run("open", "nobody", "--output", "/dev/null").exit == .notFound)
        #expect(try await fixture.run("match", "nobody").exit == .notFound)
        #expect(try await fixture.run("uninstall", "1", "nobody").exit == .failure)
        await fixture.stop()
    }

    @Test func `Enabling and disabling tell what they changed`() async throws {
        let fixture = try await fixture()
        let disabled = try await fixture.run("disable", "1")
        #expect(disabled.exit == .success)
        #expect(disabled.output == "Disabled Lato Regular\n")
        let again = try await fixture.run("disable", "1", "2")
        #expect(again.exit == .nothingToDo)
        #expect(again.output == "Already disabled: Lato Regular\nAlready disabled: Lato Bold\n")
        #expect(try await fixture.run("enable", "1", "2").exit == .success)
        #expect(fixture.service.snapshot.fonts.map(\.enabled) == [true, true, true])
        await fixture.stop()
    }

    @Test func `Many fonts are changed in calls that show how far it is, and an interruption ends between two`()
        async throws
    {
        let fixture = try await CommandFixture { state in
            state.fonts = (100..<350).map { .init(id: "id\($0)", name: "Font \($0)") }
        }
        let ids = (100..<350).map { "id\($0)" }
        let captured = CapturedOutput()
        let disabling = try CommandFixture.command(["disable"] + ids)
        let exit = await disabling.execute(in: fixture.environment(captured, isTerminal: true))
        #expect(exit == .success)
        #expect(fixture.service.snapshot.changeSizes == [100, 100, 50])
        for part in ["Disabling fonts", "100/250", "200/250"] { #expect(captured.errorText.contains(part), "\(part)") }
        #expect(captured.errorText.hasSuffix("\r\u{1B}[K"))
        #expect(captured.text.split(separator: "\n").count == 250)

        fixture.service.update { $0.holdsInstalls = true }
        let interrupted = CapturedOutput()
        let removing = try CommandFixture.command(["uninstall"] + ids)
        let task = Task {
            await removing.execute(in: fixture.environment(interrupted, isTerminal: true))
        }
        for await _ in fixture.service.holds.prefix(1) {}
        task.cancel()
        await interrupted.waitForError("Finishing; press Ctrl-C again to quit")
        fixture.service.releaseInstalls()
        #expect(await task.value == .interrupted)
        #expect(interrupted.errorText.contains("Interrupted; 150 of 250 fonts were not changed."))
        #expect(fixture.service.snapshot.fonts.count == 150)
        await fixture.stop()
    }

    @Test func `With JSON the results of the calls before are told of where a later one fails`() async throws {
        let fixture = try await CommandFixture { state in
            state.fonts = (100..<250).map { .init(id: "id\($0)", name: "Font \($0)") }
            state.holdsInstalls = true
        }
        let captured = CapturedOutput()
        let removing = try CommandFixture.command(["uninstall", "--json"] + (100..<250).map { "id\($0)" })
        let task = Task { await removing.execute(in: fixture.environment(captured)) }
        for await _ in fixture.service.holds.prefix(1) {}
        // Comes with the second call.
        fixture.service.update {
            $0.failure = BusError(name: "org.typecase.Error.ReadOnly", message: "the disk is full")
        }
        fixture.service.releaseInstalls()
        #expect(await task.value == .failure)
        struct Result: Decodable { var id: String }
        let results = try JSONDecoder().decode([Result].self, from: Data(captured.text.utf8))
        #expect(results.map(\.id) == (100..<200).map { "id\($0)" })
        #expect(captured.errorText.contains("the disk is full"))
        await fixture.stop()
    }

    @Test func `A provider's fonts are waited for however long that lasts, and an interruption says so`() async throws {
        let fixture = try await CommandFixture {
            $0.fonts = [.init(id: "1", name: "Lato", provider: "org.example.Foundry")]
            $0.holdsInstalls = true
        }
        let captured = CapturedOutput()
        let command = try CommandFixture.command(["provider", "remove", "org.example.Foundry"])
        let task = Task { await command.execute(in: fixture.environment(captured, isTerminal: true)) }
        for await _ in fixture.service.holds.prefix(1) {}
        task.cancel()
        await captured.waitForError("Finishing; press Ctrl-C again to quit")
        fixture.service.releaseInstalls()
        #expect(await task.value == .success)
        #expect(captured.text == "Removed: 1 font of org.example.Foundry\n")
        await fixture.stop()
    }

    @Test func `Everything known of a font is shown, registered or the system's`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("info", "Lato Bold")
        #expect(outcome.exit == .success)
        #expect(outcome.output.hasPrefix("Lato Bold\nState            disabled\n"), "\(outcome.output)")
        #expect(outcome.output.contains("Family           Lato\n"))
        let system = try await fixture.run("info", "--json", "DejaVu Sans")
        struct Face: Decodable {
            var id: String
            var source: String
        }
        let face = try JSONDecoder().decode(Face.self, from: Data(system.output.utf8))
        #expect(face.id == "system-DejaVu Sans")
        #expect(face.source == "system")
        #expect(try await fixture.run("info", "system-DejaVu Sans").exit == .success)
        await fixture.stop()
    }

    @Test func `A service of before, which hands out no lists as files, is asked for pages`() async throws {
        let fixture = try await fixture()
        for arguments in [["list"], ["list", "--json", "Bold"], ["search", "Lato"], ["info", "Lato*"]] {
            func run() async throws -> CommandFixture.Outcome {
                let captured = CapturedOutput()
                let exit = try await CommandFixture.command(arguments).execute(in: fixture.environment(captured))
                return .init(exit: exit, output: captured.text, error: captured.errorText)
            }
            fixture.service.update { $0.isOlder = false }
            let newer = try await run()
            fixture.service.update { $0.isOlder = true }
            let older = try await run()
            #expect(older.exit == .success && !older.output.isEmpty, "\(arguments): \(older.error)")
            // Keys come in another order.
            #expect(older.output.split(separator: "\n").count == newer.output.split(separator: "\n").count)
            if !arguments.contains("--json") { #expect(older.output == newer.output) }
        }
        await fixture.stop()
    }

    @Test func `The best face for a description is shown`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("match", "DejaVu Sans")
        #expect(outcome.exit == .success)
        #expect(outcome.output.contains("system-DejaVu Sans"))
        await fixture.stop()
    }

    @Test func `The bytes of a font replace a file as a whole`() async throws {
        let fixture = try await fixture()
        let scratch = try ScratchDirectory()
        let file = try scratch.write(String(repeating: "old ", count: 1000), to: "font.ttf")
        let outcome = try await fixture.run("open", "Lato Bold", "--force", "--output", file)
        #expect(outcome.exit == .success)
        #expect(try Data(contentsOf: URL(filePath: file)) == Data("bytes of 2".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["font.ttf"])
        await fixture.stop()
    }

    @Test func `The bytes of a font are not written to a terminal, and where they cannot be kept is an error`()
        async throws
    {
        let fixture = try await fixture()
        #expect(try await fixture.run("open", "1", isTerminal: true).exit == .usage)
        let scratch = try ScratchDirectory()
        let outcome = try await fixture.run("open", "1", "--output", scratch["no/such/place"])
        #expect(outcome.exit == .failure)
        #expect(outcome.error.hasPrefix("typecase: \(scratch["no/such/place"]): Cannot be written: "))
        await fixture.stop()
    }

    @Test func `The state of the service is shown`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("status", "--verbose")
        #expect(outcome.output == "daemon_version: 1.2.3\nfonts:          3\nready:          yes\n")
        let json = try await fixture.run("status", "--json")
        #expect(json.output == "{\n  \"daemon_version\": \"1.2.3\",\n  \"fonts\": 3,\n  \"ready\": true\n}\n")
        await fixture.stop()
    }

    @Test func `Without a service, or without a bus, the service is unreachable`() async throws {
        let fixture = try await fixture()
        await fixture.stop()
        for arguments in [["list"], ["status"], ["uninstall", "1"], ["match", "x"], ["monitor"]] {
            let captured = CapturedOutput()
            let exit = try await CommandFixture.command(arguments).execute(in: fixture.environment(captured))
            #expect(exit == .unreachable)
            #expect(captured.errorText.hasPrefix("typecase: The font service cannot be reached: "))
            #expect(captured.errorText.contains("systemctl --user status typecased"))
        }
        let captured = CapturedOutput()
        let nowhere = CommandEnvironment(output: captured.output(), address: .address("unix:path=/nonexistent/bus"))
        #expect(try await CommandFixture.command(["list"]).execute(in: nowhere) == .unreachable)
    }
}
