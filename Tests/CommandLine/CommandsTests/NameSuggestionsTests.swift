internal import Commands
internal import Testing

@Suite struct NameSuggestionsTests {
    private static let families = ["Fira Code", "Fira Sans", "Amiri", "Amiri Quran", "Noto Sans CJK JP", "源ノ角ゴシック"]

    @Test(arguments: [
        ("fira cod", ["Fira Code"]), ("Fria Code", ["Fira Code"]), ("amir", ["Amiri", "Amiri Quran"]),
        ("Helvetica", []), ("源ノ角ゴシク", ["源ノ角ゴシック"]), ("x", []), ("", []),
    ])
    func `Names that are much like what was typed, the most alike first`(typed: String, expected: [String]) {
        #expect(NameSuggestions.names(like: typed, among: Self.families) == expected)
    }

    @Test func `At most three, in a sentence`() {
        let names = NameSuggestions.names(like: "font", among: (1...9).map { "Font \($0)" } + ["Font 1"])
        #expect(names == ["Font 1", "Font 2", "Font 3"])
        #expect(NameSuggestions.sentence(names) == " Did you mean Font 1, Font 2 or Font 3?")
        #expect(NameSuggestions.sentence([]) == "")
    }
}
