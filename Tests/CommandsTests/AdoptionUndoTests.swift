internal import Commands
internal import DBus
internal import FoundationEssentials
internal import Glibc
internal import TestSupport
internal import Testing

/// Runs of `typecase adopt` that the service does not let come to their end.
@Suite(.timeLimit(.minutes(10)))
struct AdoptionUndoTests {
    private func item(_ name: String, in home: ScratchHome, replaces: [String] = []) throws -> AdoptionItem {
        AdoptionItem(
            path: "\(home.userFontDirectory)/\(name).ttf", storedName: "1-\(name).ttf", digest: name, size: 1,
            mode: 0o644, modification: 1, inode: 1, isEnabled: true, wasRegistered: false, replaces: replaces,
            id: "id-\(name)")
    }

    /// Begins a run of fonts that lie aside.
    private func begin(
        _ names: [String], _ state: AdoptionManifest.State, replaces: [String] = [], in home: ScratchHome
    ) throws -> (run: String, directory: String) {
        let directory = "\(home.dataDirectory)/typecase/adopted"
        let items = try names.map { name in try item(name, in: home, replaces: replaces.map { "\($0)-\(name)" }) }
        let run = try AdoptionStore(directory).begin(AdoptionManifest(state: state, items: items))
        for name in names {
            try home.scratch.write(name, to: "home/.local/share/typecase/adopted/\(run)/1-\(name).ttf")
        }
        return (run, directory)
    }

    private func adopt(_ fixture: DoctorFixture, _ arguments: String...) async throws -> ChildProcess.Outcome {
        var environment = fixture.home.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = fixture.bus.address
        return try await ChildProcess.run(
            BuildProducts.executable("typecase"), ["adopt", "--yes"] + arguments, environment: environment)
    }

    @Test func `Registrations that cannot be removed are left to the next attempt`() async throws {
        let fixture = try await DoctorFixture()
        let (run, directory) = try begin(["a", "b", "c"], .adopted, in: fixture.home)
        fixture.service.update { state in
            state.fonts = ["a", "b", "c"].map { .init(id: "id-\($0)", name: $0) }
            state.stuckFonts = ["id-b"]
        }
        let first = try await adopt(fixture, "--undo")
        #expect(first.termination == .exited(1))
        #expect(first.standardError.contains("id-b"))
        #expect(fixture.service.current.fonts.map(\.id) == ["id-b"])
        let left = try AdoptionStore.manifest(of: run, in: directory)
        #expect(left.state == .undoing && left.items.map(\.id) == ["id-b"])
        for name in ["a", "b", "c"] { #expect(access("\(fixture.home.userFontDirectory)/\(name).ttf", F_OK) == 0) }

        // A later run is not taken for the one that is half undone.
        let (later, _) = try begin(["d"], .adopted, in: fixture.home)
        fixture.service.update { state in
            state.stuckFonts = []
            state.fonts.append(.init(id: "id-d", name: "d"))
        }
        #expect(try await adopt(fixture, "--undo").termination == .exited(0))
        #expect(fixture.service.current.fonts.map(\.id) == ["id-d"])
        #expect(AdoptionStore.runs(in: directory) == [later])
        #expect(try await adopt(fixture, "--undo").termination == .exited(0))
        #expect(fixture.service.current.fonts.isEmpty && AdoptionStore.runs(in: directory).isEmpty)
        await fixture.stop()
    }

    @Test func `No call names more files that go than the service takes`() async throws {
        let fixture = try await DoctorFixture()
        let copies = (0..<1500).map { "/copy-\($0)" }
        try fixture.home.scratch.makeDirectory("home/.local/share/fonts")
        let (run, directory) = try begin(["a", "b", "c", "d", "e"], .adopting, replaces: copies, in: fixture.home)
        let outcome = try await adopt(fixture)
        #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
        let sizes = fixture.service.current.replacedSizes
        #expect(sizes.allSatisfy { $0 <= 4096 } && sizes.reduce(0, +) == 5 * 1501, "\(sizes)")
        #expect(try AdoptionStore.manifest(of: run, in: directory).state == .adopted)
        await fixture.stop()
    }
}
