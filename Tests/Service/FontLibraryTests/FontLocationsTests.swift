import FontLibrary
import FontModel
import Glibc
import Testing

struct FontLocationsTests {
    @Test func `without XDG variables everything is below the home`() throws {
        let scratch = try Scratch()
        let locations = try scratch.locations(["XDG_RUNTIME_DIR": nil])
        #expect(locations.publishedRoot() == "\(scratch.home)/.local/share/fonts/typecase")
        #expect(locations.store == "\(scratch.home)/.local/share/typecase/store")
        #expect(locations.registry == "\(scratch.home)/.local/state/typecase/registry.sqlite")
        #expect(
            locations.locks == [
                "\(scratch.home)/.local/state/typecase/lock", "\(scratch.home)/.local/share/typecase/lock",
            ])
        #expect(locations.cacheHome == "\(scratch.home)/.cache")
        #expect(locations.runtimeDirectory == nil)
    }

    @Test func `XDG variables that are absolute count and relative ones do not`() throws {
        let scratch = try Scratch()
        let locations = try scratch.locations([
            "XDG_DATA_HOME": "\(scratch.path)/data/", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "",
        ])
        #expect(locations.store == "\(scratch.path)/data/typecase/store")
        #expect(locations.stateHome == "\(scratch.home)/.local/state")
        #expect(locations.cacheHome == "\(scratch.home)/.cache")
        #expect(locations.runtimeDirectory == "\(scratch.path)/run/typecase")
    }

    @Test(arguments: [nil, "relative", "/nonexistent/typecase-home"])
    func `a home that is missing is refused with a typed error and never made`(home: String?) throws {
        let scratch = try Scratch()
        let error = #expect(throws: FontError.self) { _ = try scratch.locations(["HOME": home]) }
        #expect(error?.code == .readOnly)
        #expect(!scratch.exists("/nonexistent"))
    }

    @Test func `no home is needed where all base directories are set`() throws {
        let scratch = try Scratch()
        let locations = try scratch.locations([
            "HOME": nil, "XDG_DATA_HOME": "\(scratch.path)/data", "XDG_STATE_HOME": "\(scratch.path)/state",
            "XDG_CACHE_HOME": "\(scratch.path)/cache",
        ])
        #expect(locations.publishedRoot() == "\(scratch.path)/data/fonts/typecase")
    }

    @Test func `fonts go below the old directory where only that exists, so that Flatpak still shows it`() throws {
        let scratch = try Scratch()
        try scratch.makeDirectory("home/.fonts")
        try scratch.write("loose", to: "home/.fonts/loose.ttf")
        let tree = try scratch.tree()
        let font = try SampleFont("first")
        _ = try tree.publish(font, in: shard(0))
        #expect(scratch.exists("\(scratch.home)/.fonts/typecase/00/\(font.fileName)"))
        #expect(!scratch.exists("\(scratch.home)/.local/share/fonts"))
    }

    @Test func `a root that exists is kept even when the usual place appears`() throws {
        let scratch = try Scratch()
        try scratch.makeDirectory("home/.fonts")
        let tree = try scratch.tree()
        let font = try SampleFont("first")
        let expected = try tree.publish(font, in: shard(0))
        try scratch.makeDirectory("home/.local/share/fonts")
        #expect(tree.root == "\(scratch.home)/.fonts/typecase")
        #expect(try tree.reconcile(with: [expected]).findings == [])
    }

    @Test func `both directories present means the usual one`() throws {
        let scratch = try Scratch()
        try scratch.makeDirectory("home/.fonts")
        try scratch.makeDirectory("home/.local/share/fonts")
        #expect(try scratch.locations().publishedRoot() == "\(scratch.home)/.local/share/fonts/typecase")
    }
}
