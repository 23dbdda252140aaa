import FontModel
import Registry
import Testing

@Suite struct `Text coverage` {
    private func cover(
        _ registry: Registry, _ text: String, language: String? = nil, families: [String] = [],
        provider: ProviderIdentifier? = nil
    ) async throws -> CoverAnswer {
        try await registry.faces.cover(
            CoverQuestion(text: CoverText(text), language: language, families: families, provider: provider))
    }

    private func names(_ answer: CoverAnswer) -> [String] { answer.set.map(\.face.face.postscriptName) }

    @Test func `finds a small set, who has all alone, and what nobody has, of ours and the system's`() async throws {
        let registry = try Registry.temporary()
        try await registry.register(1, [face("Latin", characters: "abc")])
        try await registry.register(2, [face("All", characters: "abcжω")])
        try await registry.registerSystem([face("Greek", characters: "ω"), face("Old", characters: "\u{16A0}")])
        let answer = try await cover(registry, "ab cabж \u{200D}\u{FE0F}\n\u{378}")
        #expect(names(answer) == ["All"] && answer.isExact)
        #expect(answer.set.map(\.count) == [4])
        #expect(answer.covering.map(\.face.postscriptName) == ["All"] && answer.coveringCount == 1)
        #expect(answer.uncovered == ["\u{378}"] && answer.uncoveredCount == 1)
        #expect(answer.count == 5, "spaces, joiners and variation selectors need no glyph")
        let two = try await cover(registry, "aω\u{16A0}")
        #expect(Set(names(two)) == ["All", "Old"] && two.isExact && two.covering.isEmpty)
        // The registry has changed: what was kept of it counts no more.
        try await registry.register(3, [face("Both", characters: "aω\u{16A0}")])
        #expect(names(try await cover(registry, "aω\u{16A0}")) == ["Both"])
    }

    @Test func `tries all sets where the greedy one is larger than it has to be`() async throws {
        let registry = try Registry.temporary()
        // The one with most, and then what is left of the two halves, makes three.
        try await registry.register(1, [face("Most", characters: "abcdhijk")])
        try await registry.register(2, [face("Middle", characters: "eflm")])
        try await registry.register(3, [face("Least", characters: "gn")])
        try await registry.register(4, [face("First half", characters: "abcdefg")])
        try await registry.register(5, [face("Second half", characters: "hijklmn")])
        let answer = try await cover(registry, "abcdefghijklmn")
        #expect(Set(names(answer)) == ["First half", "Second half"] && answer.isExact)
    }

    @Test func `takes marks from the font of their base, composed or not`() async throws {
        let registry = try Registry.temporary()
        try await registry.register(1, [face("Bases", characters: "ex\u{1F469}")])
        try await registry.register(2, [face("Marks", characters: "\u{301}")])
        #expect(try await cover(registry, "x\u{301}").uncovered == ["x\u{301}"])
        try await registry.register(3, [face("Composed", characters: "\u{E9}")])
        #expect(names(try await cover(registry, "e\u{301}")) == ["Composed"])
        try await registry.register(4, [face("Parts", characters: "ex\u{301}")])
        #expect(names(try await cover(registry, "\u{E9}x\u{301}")) == ["Parts"])
        #expect(names(try await cover(registry, "\u{1F469}\u{200D}\u{1F469}")) == ["Bases"], "a joiner needs no glyph")
    }

    @Test func `lets the language decide between Han styles and nothing else`() async throws {
        let registry = try Registry.temporary()
        try await registry.register(1, [face("Chinese", languages: ["zh-cn"], characters: "漢字骨a臺")])
        try await registry.register(2, [face("Japanese", languages: ["ja"], characters: "漢字骨")])
        #expect(names(try await cover(registry, "漢字", language: "ja-JP")) == ["Japanese"])
        #expect(names(try await cover(registry, "漢字", language: "zh-Hans")) == ["Chinese"])
        #expect(names(try await cover(registry, "漢字a", language: "de")) == ["Chinese"])
        let mixed = try await cover(registry, "骨a臺", language: "ja")
        #expect(Set(names(mixed)) == ["Japanese", "Chinese"] && mixed.otherStyle == ["臺"] && mixed.uncovered == [])
        #expect(names(try await cover(registry, "", language: "ja")) == ["Japanese"])
        #expect(try await cover(registry, "", language: "ko").set.isEmpty)
    }

    @Test func `prefers families, upright and regular faces`() async throws {
        let registry = try Registry.temporary()
        try await registry.register(1, [face("A-Bold", family: "A", style: "Bold", weight: 700)])
        try await registry.register(2, [face("A-Regular", family: "A")])
        try await registry.register(3, [face("B-Regular", family: "B", characters: "ab")])
        try await registry.register(4, [face("C-Regular", family: "C", characters: "abcd")])
        #expect(names(try await cover(registry, "abc")) == ["A-Regular"])
        #expect(names(try await cover(registry, "ab", families: ["b"])) == ["B-Regular"])
        #expect(names(try await cover(registry, "abcd", families: ["B"])).first == "B-Regular")
    }

    @Test func `of a sandbox without the right is of its own fonts and the system's`() async throws {
        let registry = try Registry.temporary()
        try await registry.register(1, [face("Theirs", characters: "abж")], by: press)
        try await registry.register(2, [face("Own", characters: "a")], by: foundry)
        try await registry.registerSystem([face("System", characters: "b")])
        let answer = try await cover(registry, "abж", provider: foundry)
        #expect(Set(names(answer)) == ["Own", "System"] && answer.uncovered == ["ж"])
        #expect(names(try await cover(registry, "abж")) == ["Theirs"])
        _ = try await registry.commit([.setEnabled(id("font1"), false, isDisabledByUser: true)])
        #expect(try await cover(registry, "abж").uncovered == ["ж"], "what is disabled is not told")
    }

    @Test func `refuses texts beyond its limits, and divides endless clusters`() throws {
        #expect(throws: CoverText.Failure.tooLong) {
            try CoverText(String(repeating: "a", count: CoverLimits.textBytes + 1))
        }
        var scalars = String.UnicodeScalarView()
        for value in 0x20000..<0x2FA1F as Range<UInt32> { scalars.append(Unicode.Scalar(value) ?? " ") }
        #expect(throws: CoverText.Failure.tooManyClusters) { try CoverText(String(scalars)) }
        let marks = try CoverText(String(repeating: "\u{301}", count: CoverLimits.textBytes / 2))
        #expect(marks.count <= 2, "pieces of an endless cluster that are alike count once")
        #expect(try CoverText(" \n\u{200B}").count == 0)
    }

    @Test func `greedily takes what adds most, and leaves out what is superfluous`() async throws {
        let registry = try Registry.temporary()
        var generator = SystemRandomNumberGenerator()
        // Marks would join the letters before them.
        let all = (0x400..<0x480 as Range<UInt32>).compactMap(Unicode.Scalar.init).map(Character.init)
        for number in 1...40 {
            try await registry.register(
                number, [face("F\(number)", characters: String(all.shuffled(using: &generator).prefix(10)))])
        }
        let answer = try await cover(registry, String(all))
        let sets = try await answer.set.asyncMap { pick in
            try #require(try await registry.faces.face(pick.face.id, includingCoverage: true)).face.coverage
        }
        for (index, set) in sets.enumerated() {
            let others = sets.enumerated().filter { $0.offset != index }.map(\.element)
            #expect(
                all.contains { letter in
                    letter.unicodeScalars.allSatisfy { scalar in
                        set.contains(scalar) && !others.contains { $0.contains(scalar) }
                    }
                }, "each face of the set has something alone")
        }
        let missing = all.filter { letter in
            !sets.contains { set in letter.unicodeScalars.allSatisfy(set.contains) }
        }
        #expect(answer.uncoveredCount == missing.count)
        #expect(answer.isExact == (answer.set.count <= 2))
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
