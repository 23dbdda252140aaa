internal import CLinux
internal import Commands
internal import DBus
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport
internal import Testing

/// Runs of `typecase adopt` that the service does not let come to their end.
@Suite(.timeLimit(.minutes(10)))
struct AdoptionUndoTests {
    /// The digest of a font whose bytes are its name.
    private func digest(_ name: String, in home: ScratchHome) throws -> String {
        let path = try home.scratch.write(name, to: "bytes/\(name)")
        let file = OwnedFileDescriptor(adopting: open(path, O_RDONLY | O_CLOEXEC))
        return try FileDigest.of(file).hexadecimal
    }

    private func item(_ name: String, in home: ScratchHome, replaces: [String] = []) throws -> AdoptionItem {
        AdoptionItem(
            path: "\(home.userFontDirectory)/\(name).ttf", storedName: "1-\(name).ttf",
            digest: try digest(name, in: home), size: 1,
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
        #expect(first.standardError.contains("run 'typecase adopt --undo \(run)'"), "\(first.standardError)")
        #expect(fixture.service.snapshot.fonts.map(\.id) == ["id-b"])
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
        #expect(fixture.service.snapshot.fonts.map(\.id) == ["id-d"])
        #expect(AdoptionStore.runs(in: directory) == [later])
        #expect(try await adopt(fixture, "--undo").termination == .exited(0))
        #expect(fixture.service.snapshot.fonts.isEmpty && AdoptionStore.runs(in: directory).isEmpty)
        await fixture.stop()
    }

    @Test func `What never went is not said to be back`() async throws {
        let fixture = try await DoctorFixture()
        let (run, directory) = try begin(["a"], .adopting, in: fixture.home)
        let path = try fixture.home.scratch.write("a", to: "home/.local/share/fonts/a.ttf")
        #expect(unlink("\(directory)/\(run)/1-a.ttf") == 0)
        fixture.service.update { $0.fonts = [.init(id: "id-a", name: "a")] }
        let outcome = try await adopt(fixture, "--undo")
        #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
        #expect(outcome.standardOutput == "Removed 1 font.\n")
        #expect(access(path, F_OK) == 0 && AdoptionStore.runs(in: directory).isEmpty)
        await fixture.stop()
    }

    @Test func `No call names more files that go than the service takes`() async throws {
        let fixture = try await DoctorFixture()
        let copies = (0..<1500).map { "/copy-\($0)" }
        try fixture.home.scratch.makeDirectory("home/.local/share/fonts")
        let (run, directory) = try begin(["a", "b", "c", "d", "e"], .adopting, replaces: copies, in: fixture.home)
        let outcome = try await adopt(fixture)
        #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
        let sizes = fixture.service.snapshot.replacedSizes
        #expect(sizes.allSatisfy { $0 <= 4096 } && sizes.reduce(0, +) == 5 * 1501, "\(sizes)")
        #expect(try AdoptionStore.manifest(of: run, in: directory).state == .adopted)
        await fixture.stop()
    }

    @Test func `Ctrl-C says that the fonts that are being registered are waited for`() async throws {
        let fixture = try await DoctorFixture()
        try fixture.home.scratch.makeDirectory("home/.local/share/fonts")
        let (run, directory) = try begin(["a"], .adopting, in: fixture.home)
        fixture.service.update { $0.holdsInstalls = true }
        let child = try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), ["adopt", "--yes"],
            environment: fixture.home.environment.merging([
                "DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "TERM": "xterm",
            ]) { $1 })
        for await _ in fixture.service.holds.prefix(1) {}
        try await child.waitForOutput("Adopting fonts")
        try child.write("\u{3}")
        try await child.waitForOutput("Finishing; press Ctrl-C again to quit")
        fixture.service.releaseInstalls()
        #expect(await child.wait().termination == .exited(0), "there was nothing else to do")
        #expect(try AdoptionStore.manifest(of: run, in: directory).state == .adopted)
        await fixture.stop()
    }

    /// What an attempt that was killed between two file systems may have left of a copy.
    enum Remains: CaseIterable {
        /// All of it, with the original where it was.
        case whole
        /// A file of its name and size with other bytes.
        case damaged
        /// Some of its bytes under its name.
        case stump
    }

    @Test(arguments: Remains.allCases, [true, false])
    func `What a killed attempt left of a copy is completed or removed`(remains: Remains, isUndone: Bool) async throws {
        let fixture = try await DoctorFixture()
        let home = fixture.home
        let path = try home.scratch.write("abc", to: "home/.local/share/fonts/abc.ttf")
        let original = try FileStatus(path: path)
        let item = AdoptionItem(
            path: path, storedName: "1-abc.ttf", digest: try digest("abc", in: home), size: 3, mode: original.mode,
            modification: original.stamp.modificationNanoseconds, inode: original.stamp.inode, isEnabled: true,
            wasRegistered: false, replaces: [], id: "id-abc")
        let directory = "\(home.dataDirectory)/typecase/adopted"
        let run = try AdoptionStore(directory).begin(AdoptionManifest(state: .adopting, items: [item]))
        let copy =
            switch remains {
            case .whole: "abc"
            case .damaged: "xyz"
            case .stump: "a"
            }
        let aside = try home.scratch.write(copy, to: "home/.local/share/typecase/adopted/\(run)/1-abc.ttf")
        if remains != .stump {
            let time = timespec(
                tv_sec: Int(item.modification / 1_000_000_000), tv_nsec: Int(item.modification % 1_000_000_000))
            #expect(utimensat(AT_FDCWD, aside, [time, time], 0) == 0)
        }
        let parts = [UserPlaces.parent(of: path), UserPlaces.parent(of: aside)].map { "\($0)/.typecase-1.part" }
        for part in parts { #expect(FileManager.default.createFile(atPath: part, contents: Data("ab".utf8))) }
        fixture.service.update { $0.fonts = [.init(id: "id-abc", name: "abc")] }

        let empty = try home.scratch.makeDirectory("empty")
        let outcome = try await adopt(fixture, isUndone ? "--undo" : empty)
        #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
        let (left, removed) = isUndone ? (path, aside) : (aside, path)
        #expect(FileManager.default.contents(atPath: left) == Data("abc".utf8))
        #expect(try FileStatus(path: left).stamp.modificationNanoseconds == item.modification)
        #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(path: removed) }
        for part in parts { #expect(access(part, F_OK) != 0) }
        #expect(AdoptionStore.runs(in: directory) == (isUndone ? [] : [run]))
        await fixture.stop()
    }
}
