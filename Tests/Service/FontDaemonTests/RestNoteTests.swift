internal import DBus
internal import FontLibrary
internal import FontModel
internal import Glibc
internal import InspectionClient
internal import LinuxSystem
internal import ProviderInstallations
internal import TestSupport
internal import Testing

@testable internal import FontDaemon
internal import WorkerClient

/// The note that spares a login the daemon: it holds as long as nothing has changed that a daemon would look at.
@Suite struct `The note of a home with nothing to do` {
    private static let file = "0123456789abcdef0123456789abcdef.ttf"
    private static let digest = String(repeating: "ab", count: 32)

    private let home: ScratchHome
    private let locations: FontLocations
    /// A file on which it depends how fonts are judged.
    private let judge: String

    /// A home with fonts, a provider and a policy, and the note of them.
    init() throws {
        home = try ScratchHome()
        let scratch = home.scratch
        judge = try scratch.write("judge", to: "judge")
        try scratch.write("database", to: "home/.local/state/typecase/registry.sqlite")
        try scratch.write("font", to: "home/.local/share/fonts/typecase/00/\(Self.file)")
        try scratch.write("stored", to: "home/.local/share/typecase/store/\(Self.digest)")
        try scratch.write("{}", to: "share/typecase/providers/org.example.Foundry.json")
        try scratch.write("[Application]", to: "home/.local/share/flatpak/app/org.example.Flat/current/active/metadata")
        try scratch.write("{}", to: Self.flatpakManifest)
        try scratch.write("# none", to: "policy/denied-fonts")
        locations = try FontLocations(environment: home.environment).settled()
        try writeNote()
    }

    private static let flatpakManifest =
        "home/.local/share/flatpak/app/org.example.Flat/current/active/files/share/typecase/providers/"
        + "org.example.Flat.json"

    private func configuration(_ changes: [String: String] = [:]) -> DaemonConfiguration {
        DaemonConfiguration(
            busAddress: .session, systemBusAddress: .system,
            environment: home.environment.merging(changes) { $1 },
            workers: .executable("/nonexistent", environment: [:]), fetcher: .executable("/nonexistent"))
    }

    private func writeNote() throws {
        let metadata = home.scratch["home/.local/share/flatpak/app/org.example.Flat/current/active/metadata"]
        let evidence = try #require(InstallationEvidence.File(at: metadata))
        RestNote(
            parts: [
                .providers: RestLook.providers(InstallationSearch(environment: home.environment).manifests),
                .policy: RestLook.policy(in: configuration().policyDirectories),
                .judges: RestLook.stamps(of: [judge]),
                .tree: RestLook.tree(try FontTree(unchecked: locations).inventory()),
            ], evidence: [evidence]
        ).write(to: locations)
    }

    private func holds(_ changes: [String: String] = [:]) -> Bool {
        RestNote.holds(for: configuration(changes), judges: [judge])
    }

    @Test func `holds where nothing has changed, however often it is asked`() {
        #expect(holds())
        #expect(holds())
        #expect(holds(["LANG": "de_DE.UTF-8"]))
    }

    /// What a daemon has to look at.
    enum Change: CaseIterable {
        case newManifest, changedManifest, manifestOfOldTimes, removedManifest, newFlatpak, changedFlatpak
        case removedFlatpak, removedEvidence
        case newRule, changedRule, removedRule, changedDenyList, writablePolicy
        case upgradedJudge, removedJudge
        case newFont, alteredFont, hiddenFont, removedFont, foreignFile, removedTree, newShard, stagedFont
        case newStored, alteredStored, removedStored, newSidecar, interruptedSidecar
        case changedRegistry, removedRegistry, logOfRegistry, journalOfRegistry, sessionNote
        case removedNote, emptyNote, cutNote, otherNote, noteOfOtherVersion, directoryAsNote
    }

    @Test(arguments: Change.allCases) func `does not hold after`(change: Change) async throws {
        try #require(holds())
        try await make(change)
        #expect(!holds())
    }

    private func make(_ change: Change) async throws {
        let scratch = home.scratch
        let manifest = "share/typecase/providers/org.example.Foundry.json"
        let tree = "home/.local/share/fonts/typecase"
        let store = "home/.local/share/typecase/store"
        let state = "home/.local/state/typecase"
        switch change {
        case .newManifest: try scratch.write("{}", to: "share/typecase/providers/org.example.Other.json")
        case .changedManifest: try replace(manifest, with: #"{"version": 1}"#)
        case .manifestOfOldTimes:
            // As images of whole systems have it, where all times are the same.
            try replace(manifest, with: "[]")
            try await setTime(of: manifest)
            try await setTime(of: "share/typecase/providers")
        case .removedManifest: scratch.remove(manifest)
        case .newFlatpak: try scratch.write("{}", to: Self.flatpakManifest.replacing("Flat", with: "New"))
        case .changedFlatpak: try replace(Self.flatpakManifest, with: #"{"version": 1}"#)
        case .removedFlatpak: scratch.remove("home/.local/share/flatpak/app/org.example.Flat")
        case .removedEvidence: scratch.remove("home/.local/share/flatpak/app/org.example.Flat/current/active/metadata")
        case .newRule: try scratch.write("{}", to: "policy/policy.d/10-new.json")
        case .changedRule: try replace("policy/policy.d/50-tests.json", with: "{}")
        case .removedRule: scratch.remove("policy/policy.d/50-tests.json")
        case .changedDenyList: try replace("policy/denied-fonts", with: Self.digest)
        case .writablePolicy: try #require(chmod(scratch["policy/policy.d"], 0o777) == 0)
        case .upgradedJudge: try replace("judge", with: "other")
        case .removedJudge: scratch.remove("judge")
        case .newFont: try scratch.write("new", to: "\(tree)/00/\(Self.file.replacing("0", with: "f"))")
        case .alteredFont: try append(to: "\(tree)/00/\(Self.file)")
        case .hiddenFont:
            try #require(rename(scratch["\(tree)/00/\(Self.file)"], scratch["\(tree)/00/.\(Self.file)"]) == 0)
        case .removedFont: scratch.remove("\(tree)/00/\(Self.file)")
        case .foreignFile: try scratch.write("foreign", to: "\(tree)/00/Foreign.ttf")
        case .removedTree: scratch.remove(tree)
        case .newShard: try scratch.makeDirectory("\(tree)/01")
        case .stagedFont: try scratch.write("staged", to: "\(tree)/.stage/\(Self.file)")
        case .newStored: try scratch.write("new", to: "\(store)/\(String(repeating: "cd", count: 32))")
        case .alteredStored: try append(to: "\(store)/\(Self.digest)")
        case .removedStored: scratch.remove("\(store)/\(Self.digest)")
        case .newSidecar: try scratch.write("{}", to: "\(store)/\(Self.digest).json")
        case .interruptedSidecar: try scratch.write("{}", to: "\(store)/.\(Self.digest).json")
        case .changedRegistry: try append(to: "\(state)/registry.sqlite")
        case .removedRegistry: scratch.remove("\(state)/registry.sqlite")
        case .logOfRegistry: try scratch.write("", to: "\(state)/registry.sqlite-wal")
        case .journalOfRegistry: try scratch.write("", to: "\(state)/registry.sqlite-journal")
        case .sessionNote: try scratch.write("token 1\nboot 2\n", to: "\(state)/session")
        case .removedNote: try RestNote.remove(from: locations)
        case .emptyNote: try scratch.write("", to: "\(state)/rest")
        case .cutNote: try scratch.write(String(try noteText().dropLast(5)), to: "\(state)/rest")
        case .otherNote: try scratch.write("typecase-rest", to: "\(state)/rest")
        case .noteOfOtherVersion:
            try scratch.write(
                try noteText().replacing(TypecaseVersion.current, with: "\(TypecaseVersion.current).1"),
                to: "\(state)/rest")
        case .directoryAsNote:
            try RestNote.remove(from: locations)
            try scratch.makeDirectory("\(state)/rest")
        }
    }

    private func noteText() throws -> String { try #require(try SmallFile(path: locations.restNote).read()) }

    /// Puts another file in the place of one, as package managers do it.
    private func replace(_ path: String, with text: String) throws {
        let new = try home.scratch.write(text, to: path + ".new")
        try #require(rename(new, home.scratch[path]) == 0)
    }

    /// Writes to a file in its place.
    private func append(to path: String) throws {
        let descriptor = open(home.scratch[path], O_WRONLY | O_APPEND)
        defer { close(descriptor) }
        try #require(write(descriptor, "x", 1) == 1)
    }

    private func setTime(of path: String) async throws {
        let outcome = try await ChildProcess.run("/usr/bin/touch", ["-d", "@0", home.scratch[path]], environment: [:])
        try #require(outcome.succeeded, "\(outcome.standardError)")
    }

    @Test func `holds for the environment alone that it was written in, as far as that decides where to look`() {
        #expect(!holds(["XDG_DATA_DIRS": home.scratch["elsewhere"]]))
        // A desktop adds directories after the login.
        #expect(holds(["XDG_DATA_DIRS": "\(home.scratch["share"]):\(home.scratch["elsewhere"])"]))
        #expect(holds(["XDG_DATA_DIRS": "\(home.scratch["share"])/"]))
        #expect(!holds(["FLATPAK_USER_DIR": home.scratch["elsewhere"]]))
        #expect(!holds(["TYPECASE_POLICY_PATH": home.scratch["elsewhere"]]))
        #expect(!holds(["XDG_DATA_HOME": home.scratch["elsewhere"]]))
        #expect(!holds(["XDG_STATE_HOME": home.scratch["elsewhere"]]))
        #expect(!RestNote.holds(for: configuration(), judges: ["/nonexistent"]))
        #expect(!RestNote.holds(for: configuration(["HOME": "", "XDG_STATE_HOME": ""]), judges: [judge]))
    }

    @Test func `does not hold where a medium is another one, though all paths are there`() throws {
        let metadata = home.scratch["home/.local/share/flatpak/app/org.example.Flat/current/active/metadata"]
        let file = try #require(InstallationEvidence.File(at: metadata))
        let (identity, another) = (String(file.fileSystem, radix: 16), String(file.fileSystem ^ 1, radix: 16))
        let other = try noteText().replacing("\t\(identity)\t", with: "\t\(another)\t")
        #expect(RestNote(text: other)?.evidence.map(\.fileSystem) == [file.fileSystem ^ 1])
        try home.scratch.write(other, to: "home/.local/state/typecase/rest")
        #expect(!holds())
    }

    @Test func `says what it said, whatever the paths are, and nothing of those that are no lines`() throws {
        let evidence = ["/a b/c;d", "/é/$(x)"].map {
            InstallationEvidence.File(path: $0, mountPoint: "/", fileSystem: .max)
        }
        let parts = Dictionary(uniqueKeysWithValues: RestNote.Part.allCases.map { ($0, "1f") })
        let note = RestNote(parts: parts, evidence: evidence)
        #expect(RestNote(text: try #require(note.text)) == note)
        for path in ["/a\nend", "/a\tb"] {
            let file = InstallationEvidence.File(path: path, mountPoint: "/", fileSystem: 1)
            #expect(RestNote(parts: parts, evidence: [file]).text == nil)
        }
    }
}
