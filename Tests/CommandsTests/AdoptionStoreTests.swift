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
        #expect(Set(AdoptionStore.runs(in: store.directory)) == Set(runs))
        for (run, manifest) in zip(runs, manifests) {
            #expect(try AdoptionStore.manifest(of: run, in: store.directory) == manifest)
        }
        store.remove(runs[0])
        #expect(AdoptionStore.runs(in: store.directory).count == 2)
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
