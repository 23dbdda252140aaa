internal import Commands
internal import FontModel
internal import TestSupport
internal import Testing

@Suite struct FontDeclarationTests {
    private static func digest(_ digit: String) throws -> FontDigest {
        try #require(FontDigest(hexadecimal: String(repeating: digit, count: 64)))
    }

    private static func font(
        _ name: String, _ digit: String, file: String? = nil, isEnabled: Bool = true
    ) throws
        -> FontDeclaration.Font
    { FontDeclaration.Font(name: name, digest: try digest(digit), file: file, isEnabled: isEnabled) }

    @Test func `What is written is read as the same`() throws {
        let declaration = FontDeclaration(
            fonts: [
                try Self.font("Lato-Regular", "a", file: "fonts/Lato \"1\".ttf"),
                try Self.font("源ノ角", "b", isEnabled: false),
                FontDeclaration.Font(
                    name: "Web", digest: try Self.digest("c"), address: "https://fonts.example/web.ttf"),
            ],
            grants: [
                .init(provider: "org.example.A", right: "install-fonts", decision: "allow"),
                .init(
                    provider: "org.example.A", right: "use-installed-fonts", font: try Self.digest("a").hexadecimal,
                    decision: "deny"),
            ], collections: [.init(name: "Work", fonts: [try Self.digest("a")]), .init(name: "Empty", fonts: [])])
        let (read, faults) = FontDeclaration.read(Array(declaration.json.lines.utf8))
        #expect(faults.isEmpty)
        #expect(read == declaration)
    }

    @Test(arguments: [
        ("", "1:1"), ("[]", "object is expected"), (#"{"fonts": []}"#, "version is missing"),
        (#"{"version": 2}"#, "from 1 to 1"), (#"{"version": 1, "font": []}"#, "There is no such member"),
        (#"{"version": 1, "fonts": [{"name": "A", "sha256": "xyz"}]}"#, "64 hexadecimal digits"),
        (#"{"version": 1, "fonts": [{"name": "A"}]}"#, "sha256 is missing"),
        (
            #"{"version": 1, "fonts": [{"name": "A", "sha256": "SHA", "url": "http://a/b"}]}"#,
            "an https address"
        ),
        (
            #"{"version": 1, "fonts": [{"name": "A", "sha256": "SHA"}, {"name": "B", "sha256": "SHA"}]}"#,
            "declared twice"
        ),
        (#"{"version": 1, "grants": [{"provider": "p", "right": "all", "decision": "allow"}]}"#, "install-fonts"),
    ])
    func `What is wrong is told with its place`(text: String, expected: String) {
        let text = text.replacing("SHA", with: String(repeating: "a", count: 64))
        let faults = FontDeclaration.read(Array(text.utf8)).faults
        #expect(faults.contains { "\($0)".contains(expected) }, "\(faults)")
    }

    @Test(arguments: [(1, ""), (2, " There is 1 more error."), (3, " There are 2 more errors.")])
    func `Commands tell the first fault, and how many there are besides`(count: Int, expected: String) async throws {
        let fixture = try await CommandFixture()
        let scratch = try ScratchDirectory()
        let unknown = (0..<count).map { #", "unknown\#($0)": 1"# }.joined()
        let path = try scratch.write("{\"version\": 1\(unknown)}", to: "fonts.json")
        let outcome = try await fixture.run("diff", path)
        #expect(outcome.exit == .failure)
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.error.contains("There is no such member"))
        #expect(outcome.error.contains("more error") == (count > 1) && outcome.error.hasSuffix("\(expected)\n"))
        await fixture.stop()
    }

    @Test func `Only what differs is planned, and what is not declared goes only where it is pruned`() throws {
        let here = FontState.Font(id: "1", name: "Lato-Regular", digest: try Self.digest("a"))
        let old = FontState.Font(id: "2", name: "Fira-Regular", digest: try Self.digest("b"))
        let other = FontState.Font(id: "3", name: "Other", digest: try Self.digest("c"))
        let grant = FontDeclaration.Grant(provider: "org.example.A", right: "install-fonts", decision: "allow")
        let state = FontState(fonts: [here, old, other], removed: [try Self.digest("d")], grants: [grant])
        #expect(DeclarationPlan(state.declaration(filesIn: "fonts"), from: state, prunes: true).steps.isEmpty)
        let new = try Self.font("Fira-Regular", "e", file: "Fira.ttf")
        let (removed, unknown) = (try Self.font("Back", "d"), try Self.font("Nowhere", "f"))
        let disabled = try Self.font("Lato-Regular", "a", isEnabled: false)
        let denial = FontDeclaration.Grant(provider: "org.example.A", right: "install-fonts", decision: "deny")
        let declaration = FontDeclaration(fonts: [disabled, new, removed, unknown], grants: [denial])
        let steps: [DeclarationPlan.Step] = [
            .setEnabled(here, false), .install(new), .restore(removed), .missing(unknown),
        ]
        #expect(DeclarationPlan(declaration, from: state, prunes: false).steps == steps + [.grant(denial)])
        // The new version of Fira replaces the old one.
        let pruning = DeclarationPlan(declaration, from: state, prunes: true)
        #expect(pruning.steps == steps + [.remove(other), .grant(denial)])
        #expect(pruning.removals == [other])
        #expect(pruning.lines.contains("- Other: remove"))
    }
}
