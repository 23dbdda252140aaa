import FontModel
import Testing

@testable import FontLibrary

@Suite struct `The note of installed providers` {
    let scratch: Scratch
    let tree: FontTree
    private let provider: ProviderIdentifier
    private let evidence = InstallationEvidence(
        .application,
        files: [
            .init(path: "/media/stick/foundry", mountPoint: "/media/stick", fileSystem: .max),
            .init(path: "/usr/share/applications/org.example.Foundry.desktop", mountPoint: "/", fileSystem: 0),
        ])

    init() throws {
        scratch = try Scratch()
        tree = try scratch.tree()
        provider = try #require(ProviderIdentifier(rawValue: "org.example.Foundry"))
    }

    private static let file = "home/.local/share/typecase/store/providers.json"

    @Test func `is read as it was written, and is not there where there is nothing to note`() throws {
        #expect(try tree.notes.readInstallations() == [:])
        let manifest = InstallationEvidence(.manifest, files: [.init(path: "/m", mountPoint: "/", fileSystem: 7)])
        try tree.notes.writeInstallations([provider: [evidence, manifest], .user: []])
        #expect(try tree.notes.readInstallations() == [provider: [evidence, manifest]])
        #expect(try tree.inventory().foreign.isEmpty)
        try tree.notes.writeInstallations([provider: []])
        #expect(!scratch.exists("\(scratch.path)/\(Self.file)"))
    }

    @Test(arguments: [
        "", "{", "[]", #"{"version": 2, "providers": {}}"#, #"{"version": 1}"#,
        #"{"version": 1, "providers": {"org.example.Foundry": "manifest"}}"#,
    ])
    func `is refused where it cannot be understood, and can be written anew`(text: String) throws {
        try tree.notes.writeInstallations([provider: [evidence]])
        try scratch.write(text, to: Self.file)
        let error = #expect(throws: FontError.self) { try tree.notes.readInstallations() }
        #expect(error?.code == .corrupt)
        try tree.notes.writeInstallations([provider: [evidence]])
        #expect(try tree.notes.readInstallations() == [provider: [evidence]])
    }

    @Test(arguments: [
        #""kind": "wish", "files": [{"path": "/m", "mount_point": "/", "file_system": "7"}]"#,
        #""kind": "manifest", "files": []"#,
        #""kind": "manifest", "files": [{"path": "m", "mount_point": "/", "file_system": "7"}]"#,
        #""kind": "manifest", "files": [{"path": "/m\u0000", "mount_point": "/", "file_system": "7"}]"#,
        #""kind": "manifest", "files": [{"path": "/m", "mount_point": "/", "file_system": "-7"}]"#,
    ])
    func `is taken for what can be in it where somebody edited it`(entry: String) throws {
        try tree.notes.writeInstallations([provider: [evidence]])
        try scratch.write(
            #"{"version": 1, "providers": {"../evil": [], "org.example.Foundry": [{\#(entry)}]}}"#, to: Self.file)
        #expect(try tree.notes.readInstallations() == [:])
    }
}
