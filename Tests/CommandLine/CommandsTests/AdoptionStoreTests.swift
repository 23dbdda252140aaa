internal import Commands
internal import TestSupport
internal import Testing

@Suite struct AdoptionStoreTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func manifest(_ name: String) -> AdoptionManifest {
        let item = AdoptionItem(
            path: "/home/u/\(name)", storedName: "1-\(name)", digest: "d", size: 1, mode: 0o644, modification: -5,
            inode: .max, isEnabled: true, wasRegistered: false, replaces: ["/home/u/\(name)"], id: nil)
        return AdoptionManifest(state: .adopting, items: [item])
    }

    @Test func `Runs of one second have names of their own, and their manifests are read as written`() throws {
        let store = try AdoptionStore(scratch["deep/adopted"])
        let manifests = ["a\u{1B}\n", "b", "c"].map(manifest)
        let runs = try manifests.map { try store.begin($0) }
        #expect(Set(runs).count == 3)
        #expect(AdoptionStore.runs(in: store.directory) == runs)
        for (run, manifest) in zip(runs, manifests) {
            #expect(try AdoptionStore.manifest(of: run, in: store.directory) == manifest)
        }
        store.remove(runs[0])
        #expect(AdoptionStore.runs(in: store.directory).count == 2)
    }

    @Test func `Runs are in the order in which they were made, whatever the clock said`() throws {
        let older = ["2031-01-01T000000", "2031-01-01T000000-2"]
        let newer = ["2030-01-01T000000Z-9", "2026-06-01T120000Z-10"]
        for run in older + newer { try scratch.write("{}", to: "adopted/\(run)/manifest.json") }
        let store = try AdoptionStore(scratch["adopted"])
        let run = try store.begin(manifest("a"))
        #expect(run.hasSuffix("Z-11"))
        #expect(AdoptionStore.runs(in: store.directory) == older + newer + [run])
    }

    @Test func `What is undone is the last run, or before it one whose undoing was interrupted`() throws {
        #expect(AdoptionStore.runToUndo(in: scratch["adopted"]) == nil)
        let store = try AdoptionStore(scratch["adopted"])
        let runs = try ["a", "b", "c"].map { try store.begin(manifest($0)) }
        #expect(AdoptionStore.runToUndo(in: store.directory) == runs[2])
        var interrupted = manifest("a")
        interrupted.state = .undoing
        try store.write(interrupted, of: runs[0])
        #expect(AdoptionStore.runToUndo(in: store.directory) == runs[0])
    }

    @Test func `A shell completes runs after --undo, and files before`() throws {
        let store = try AdoptionStore(scratch["home/.local/share/typecase/adopted"])
        let runs = try ["a", "b"].map { try store.begin(manifest($0)) }
        for name in ["Fo nt.ttf", "Fo$(nt).ttf", "Fonts", ".Fo"] { try scratch.write("", to: "home/\(name)") }
        func candidates(_ prefix: String, _ words: [String] = ["adopt"], shell: String = "fish") -> [String] {
            AdoptionCompletion.candidates(
                for: prefix, after: words, ["HOME": scratch["home"], "SAP_SHELL": shell])
        }
        #expect(candidates("", ["typecase", "adopt", "--undo", ""]) == runs)
        #expect(candidates("x", ["typecase", "adopt", "--undo", "x"]) == [])
        #expect(candidates("~/Fo") == ["~/Fo nt.ttf", "~/Fonts"])
        #expect(candidates("~/.F") == ["~/.Fo"])
        let quoted = ["Fo\\ nt\\.ttf", "Fo\\$\\(nt\\)\\.ttf", "Fonts"]
        #expect(candidates("~/Fo", shell: "bash") == quoted.sorted().map { "\\~\\/\($0)" })
    }

    @Test func `A store is one program's at a time`() throws {
        let store = try AdoptionStore(scratch["adopted"])
        let error = try #require(throws: CommandFailure.self) { try AdoptionStore(scratch["adopted"]) }
        #expect(error.name.hasSuffix(".Busy"))
        withExtendedLifetime(store) {}
    }

    @Test(arguments: ["", ".", "..", "../elsewhere", "nothing"])
    func `What names no run is not found`(run: String) throws {
        try scratch.write("{}", to: "elsewhere/manifest.json")
        try scratch.makeDirectory("adopted")
        let error = try #require(throws: CommandFailure.self) {
            try AdoptionStore.manifest(of: run, in: scratch["adopted"])
        }
        #expect(error.exit == .notFound)
    }

    @Test func `A damaged manifest is told of and stays`() throws {
        let path = try scratch.write("{\"version\": 2}", to: "adopted/run/manifest.json")
        let error = try #require(throws: CommandFailure.self) {
            try AdoptionStore.manifest(of: "run", in: scratch["adopted"])
        }
        #expect(error.item == path)
        #expect(AdoptionStore.runs(in: scratch["adopted"]) == ["run"])
    }
}
