import FontModel
import Registry
import Testing

@Suite struct `What is kept of judgements` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `tells who judged a content last and why it is out of use`() async throws {
        try await registry.register(1, [face("A")])
        try await registry.register(2, [face("B")])
        let refusal = ContentRefusal(.invalid, reason: "its tables overlap")
        _ = try await registry.commit([
            .setJudgement(digest(1), judges: "ots 8, typecase 1", refusal: refusal),
            .change(.quarantined, id("font1"), foundry, .check, reason: refusal.reason),
        ])
        let content = try #require(try await registry.contents.record(digest(1)))
        #expect(content.judges == "ots 8, typecase 1")
        #expect(content.refusal == refusal)
        #expect(content.quarantine?.kind == "invalid")
        #expect(try await registry.contents.all(notJudgedBy: "ots 8, typecase 1") == [digest(2)])
        #expect(try await registry.contents.all(notJudgedBy: nil) == [digest(1), digest(2)])
        #expect(try await registry.summary().quarantined == 1)
        let page = try await registry.registrations.page(matching: RegistrationFilter())
        #expect(page.registrations.map(\.content.refusal) == [refusal, nil])
        #expect(page.registrations.map { $0.faces.map(\.postscriptName) } == [["A"], ["B"]])
        let change = try #require(try await registry.changes(since: 0).changes.last)
        #expect(change.reason == "its tables overlap" && change.cause == .check)

        _ = try await registry.commit([.setJudgement(digest(1), judges: "ots 9", refusal: nil)])
        #expect(try await registry.contents.record(digest(1))?.refusal == nil)
        #expect(try await registry.summary().quarantined == 0)
    }

    @Test func `is there with a content from its beginning`() async throws {
        var record = content(1)
        record.judges = "freetype 2"
        record.refusal = ContentRefusal(.denied, reason: "")
        _ = try await registry.commit([.insertContent(record, faces: [face("A")])])
        #expect(try await registry.contents.record(digest(1)) == record)
        #expect(try await registry.contents.denied() == [digest(1)])
    }

    @Test func `has the lists of denied fonts as they were last`() async throws {
        let first = [DenialRecord(digest: digest(1), reason: "why"), DenialRecord(digest: digest(2), reason: "")]
        _ = try await registry.commit([
            .replaceDenials(source: "/a", first), .replaceDenials(source: "/b", [first[0], first[0]]),
        ])
        #expect(Set(try await registry.contents.denials()["/a"] ?? []) == Set(first))
        #expect(try await registry.contents.denials()["/b"] == [first[0]])
        _ = try await registry.commit([.replaceDenials(source: "/a", [])])
        #expect(try await registry.contents.denials().keys.sorted() == ["/b"])
    }
}
