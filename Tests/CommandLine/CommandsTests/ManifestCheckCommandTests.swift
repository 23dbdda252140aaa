import ArgumentParser
import Commands
import DBus
import LinuxSystem
import TestSupport
import Testing

/// Neither service nor bus.
struct ManifestCheckCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(name: "manifest") }

    private func run(_ arguments: String...) async throws -> (exit: CommandExit, output: String, error: String) {
        let parsed = try RootCommand.parseAsRoot(["manifest", "check"] + arguments)
        let command = try #require(parsed as? ManifestCheckCommand)
        let captured = CapturedOutput()
        let environment = CommandEnvironment(
            output: captured.output(), address: .address("unix:path=/nonexistent"),
            variables: [
                "XDG_DATA_DIRS": scratch["share"], "HOME": scratch.path, "FLATPAK_SYSTEM_DIR": scratch["flatpak"],
            ])
        return (await command.execute(in: environment), captured.text, captured.errorText)
    }

    private func write(_ members: String, to name: String) throws -> String {
        let id = name.split(separator: "/").last?.dropLast(5) ?? ""
        return try scratch.write("{\n\"version\": 1,\n\"id\": \"\(id)\",\n\"name\": \"A\"\(members)\n}\n", to: name)
    }

    @Test func `A sound manifest is told to be sound`() async throws {
        let path = try write("", to: "org.example.A.json")
        let outcome = try await run(path)
        #expect(outcome == (.success, "\(path): sound\n", ""))
    }

    @Test func `Each fault has its file, line, column and field, and fails the command`() async throws {
        let sound = try write("", to: "org.example.A.json")
        let path = try write(",\n\"rights\": [\"all\"],\n\"quota\": 1", to: "org.example.B.json")
        let outcome = try await run(sound, path)
        #expect(outcome.exit == .failure)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix("\(path):5:12: /rights/0: The value has to be install-fonts or"))
        #expect(lines[2].hasPrefix("\(path):6:10: /quota: An object is expected"))
        let json = try await run(path, "--json")
        #expect(json.exit == .failure)
        #expect(json.output.contains("\"line\": 5") && json.output.contains("\"field\": \"/rights/0\""))
        #expect(json.output.contains("\"sound\": false"))
        #expect(try await run(path, "--quiet") == (.failure, "", ""))
    }

    @Test func `Text of a manifest cannot steer the terminal`() async throws {
        let path = try write(",\n\"\\u001b[2J\\u202e\": 1", to: "org.example.A.json")
        let output = try await run(path).output
        #expect(output.contains("/\\u{1B}[2J\\u{202E}: There is no such member"))
    }

    @Test func `A manifest that is newer than this version is sound, with a note`() async throws {
        let path = try scratch.write(
            "{\"version\": 9, \"id\": \"org.example.A\", \"name\": \"A\"}", to: "org.example.A.json")
        let outcome = try await run(path)
        #expect(outcome.exit == .success)
        #expect(
            outcome.output.hasPrefix("\(path):note: 1:13: /version: The version is 9.")
                && outcome.output.hasSuffix(": sound\n"))
        #expect(try await run(path, "--json").output.contains("\"field\": \"/version\""))
    }

    @Test func `A file that is missing or none is an error with an exit code of its own`() async throws {
        let missing = try await run(scratch["none.json"], "--json")
        #expect(missing.exit == .notFound)
        #expect(missing.error.contains("org.typecase.Error.FileNotFound") && missing.error.contains("none.json"))
        #expect(try await run(scratch.path).exit == .failure)
        #expect(try await run("/dev/null").exit == .failure)
    }

    @Test func `Without files all that are installed are looked at`() async throws {
        #expect(try await run() == (.success, "", ""))
        let sound = try write("", to: "share/typecase/providers/org.example.A.json")
        #expect(try await run() == (.success, "\(sound): sound\n", ""))
        try scratch.write("{", to: "share/typecase/providers/org.example.B.json")
        #expect(try await run().exit == .failure)
        try scratch.makeDirectory("share/typecase/providers/org.example.C.json")
        let outcome = try await run()
        #expect(outcome.exit == .failure)
        #expect(outcome.error.contains("org.example.C.json: The manifest cannot be read"))
    }

    @Test func `The fonts are compared where that is asked for`() async throws {
        let digest = String(repeating: "0", count: 64)
        try scratch.write("bytes", to: "share/typecase/assets/org.example.A/a.ttf")
        let path = try write(
            ",\n\"fonts\": [{\"file\": \"a.ttf\", \"sha256\": \"\(digest)\"}]",
            to: "share/typecase/providers/org.example.A.json")
        #expect(
            try await run(path) == (
                .success,
                "\(path): sound\n1 font file was not checked. To check it: typecase manifest check --assets.\n", ""
            ))
        let outcome = try await run(path, "--assets")
        #expect(outcome.exit == .failure)
        #expect(!outcome.output.contains("not checked"))
        #expect(outcome.output.contains(":5:11: /fonts/0: a.ttf has the SHA-256 "))
    }
}
