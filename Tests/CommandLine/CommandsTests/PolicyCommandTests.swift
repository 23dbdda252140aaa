import ArgumentParser
import DBus
import FontModel
import Policy
import TestSupport
import Testing

@testable import Commands

/// Neither service nor bus.
@Suite struct `The policy at the terminal` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(name: "policy") }

    private func run(_ arguments: String...) async throws -> (exit: CommandExit, output: String, error: String) {
        let command = try #require(try RootCommand.parseAsRoot(["policy"] + arguments) as? any ServiceCommand)
        let captured = CapturedOutput()
        let environment = CommandEnvironment(
            output: captured.output(), address: .address("unix:path=/nonexistent"),
            variables: ["TYPECASE_POLICY_PATH": "\(scratch["etc"]):\(scratch["usr"])", "HOME": scratch.path])
        return (await command.execute(in: environment), captured.text, captured.errorText)
    }

    @Test func `is checked: each fault has its file, line, column and field`() async throws {
        #expect(
            try await run("check")
                == (.success, "There are no policy files: users decide what programs may do.\n", ""))
        let sound = try scratch.write(
            #"{"version": 1, "rules": [{"providers": ["*"], "decision": "ask"}]}"#, to: "usr/policy.d/50-all.json")
        let bad = try scratch.write(
            "{\"version\": 1, \"rules\": [\n{\"providers\": [\"*\"], \"decision\": \"never\"},\n{\"decision\": \"ask\"}]}",
            to: "etc/policy.d/10-bad.json")
        let outcome = try await run("check")
        #expect(outcome.exit == .failure)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("\(bad):2:") && lines[0].contains("/rules/0/decision"))
        #expect(lines[1].hasPrefix("\(bad):3:1: /rules/1"))
        #expect(lines[2] == "\(sound): sound")
        #expect(try await run("check", sound).exit == .success)
        #expect(try await run("check", bad, "--json").output.contains("\"sound\": false"))
        #expect(try await run("check", scratch["none.json"]).exit == .failure)
    }

    @Test func `is explained for a program: what holds, and the file and line that say so`() async throws {
        let path = try scratch.write(
            """
            {"version": 1, "rules": [
            {"providers": ["org.example.*"], "rights": ["install-fonts"], "decision": "deny", "reason": "Ask the studio."},
            {"providers": ["org.example.A"], "quota": {"fonts": 7}},
            {"providers": ["*"], "formats": ["truetype"], "decision": "deny"},
            {"providers": ["*"], "alternate-icons": {"allowed": false}}
            ]}
            """, to: "etc/policy.d/10.json")
        let outcome = try await run("explain", "org.example.A")
        #expect(outcome.exit == .unreachable, "what the user said is not known")
        func line(_ subject: String) -> Substring? {
            outcome.output.split(separator: "\n").first { $0.hasPrefix(subject + " ") }
        }
        #expect(
            line("install-fonts")?.hasSuffix("deny         \(path):2: Ask the studio.") == true, "\(outcome.output)")
        #expect(line("use-installed-fonts")?.contains("not decided") == true)
        #expect(line("number of fonts")?.contains("7 ") == true)
        #expect(line("formats truetype")?.contains("\(path):4:") == true)
        #expect(line("alternate icons")?.contains("\(path):5:") == true)
        let json = try await run("explain", "org.other.B", "--json").output
        #expect(json.contains("\"rule\": \"\(path):4\"") && !json.contains(":2\""))
        #expect(json.contains("\"decided_by\": \"policy\"") && json.contains("\"decided_by\": \"default\""))
        #expect(try await run("explain", "no/id").exit == .notFound)
    }

    @Test func `comes before what the user said, and that before a manifest`() throws {
        let path = try scratch.write(
            #"{"version": 1, "rules": [{"providers": ["*"], "rights": ["request-fonts"], "decision": "deny"}]}"#,
            to: "etc/policy.d/10.json")
        let policy = RightsPolicyFiles(directories: [scratch["etc"]]).read()
        let lines = PolicyExplanation(
            policy: policy, provider: try #require(ProviderIdentifier(rawValue: "org.example.A")),
            grants: [.installFonts: "deny", .requestFonts: "allow"],
            manifest: ("/m.json", [.installFonts, .requestFonts, .useInstalledFonts])
        ).lines
        func line(_ right: Right) -> PolicyExplanation.Line? { lines.first { $0.subject == right.rawValue } }
        #expect(line(.requestFonts)?.decider == .policy && line(.requestFonts)?.decision == "deny", "\(path)")
        #expect(line(.installFonts)?.decider == .user && line(.installFonts)?.decision == "deny")
        #expect(line(.useInstalledFonts)?.decider == .manifest && line(.useInstalledFonts)?.decision == "allow")
        #expect(line(.setAlternateIcons)?.decider == .standard)
    }
}
