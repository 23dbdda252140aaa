import FontModel
import Testing

@testable import FontLibrary

@Suite struct `The note of disabled fonts` {
    let scratch: Scratch
    let tree: FontTree
    private let provider: ProviderIdentifier

    init() throws {
        scratch = try Scratch()
        tree = try scratch.tree()
        provider = try #require(ProviderIdentifier(rawValue: "org.example.Foundry"))
    }

    private var path: String { "\(tree.locations.store)/disabled.json" }

    @Test func `is read as it was written, and is not there where there is nothing to note`() throws {
        #expect(try tree.notes.readDisabledNames() == [:])
        try tree.notes.writeDisabledNames([:])
        #expect(!scratch.exists(path))
        try tree.notes.writeDisabledNames([provider: ["alpharegular", "ä"], .user: []])
        #expect(try tree.notes.readDisabledNames() == [provider: ["alpharegular", "ä"]])
        try tree.notes.writeDisabledNames([provider: ["beta"]])
        #expect(try tree.notes.readDisabledNames() == [provider: ["beta"]])
        #expect(try tree.inventory().foreign.isEmpty)
        try tree.notes.writeDisabledNames([provider: []])
        #expect(!scratch.exists(path))
    }

    @Test(arguments: [
        "", "{", "[]", #"{"version": 2, "disabled": {}}"#, #"{"version": 1}"#,
        #"{"version": 1, "disabled": {"org.example.Foundry": "alpha"}}"#,
    ])
    func `is refused where it cannot be understood, and can be written anew`(text: String) throws {
        try tree.notes.writeDisabledNames([provider: ["alpha"]])
        try scratch.write(text, to: "home/.local/share/typecase/store/disabled.json")
        let error = #expect(throws: FontError.self) { try tree.notes.readDisabledNames() }
        #expect(error?.code == .corrupt)
        try tree.notes.writeDisabledNames([provider: ["beta"]])
        #expect(try tree.notes.readDisabledNames() == [provider: ["beta"]])
    }

    @Test func `is taken for what can be in it where somebody edited it`() throws {
        try tree.notes.writeDisabledNames([provider: ["alpha"]])
        let names = #"["Al-pha", "", "- -", "\#(String(repeating: "x", count: 1000))"]"#
        try scratch.write(
            #"{"version": 1, "disabled": {"../evil": ["a"], "org.example.Foundry": \#(names), "user": []}}"#,
            to: "home/.local/share/typecase/store/disabled.json")
        #expect(try tree.notes.readDisabledNames() == [provider: ["alpha"]])
    }
}
