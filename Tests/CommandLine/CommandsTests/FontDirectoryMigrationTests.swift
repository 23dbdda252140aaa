internal import Commands
internal import DBus
internal import FontLibrary
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(10))) struct FontDirectoryMigrationTests {
    @Test func `Without a terminal and without consent nothing moves`() async throws {
        let fixture = try await DoctorFixture()
        try fixture.addFont("Old", at: ".fonts/old.ttf")
        let before = TreeListing(fixture.home.path)
        let outcome = try await fixture.doctor("--fix", "old-font-directory")
        #expect(outcome.termination == .exited(64))
        #expect(outcome.standardError.contains("--yes"))
        #expect(TreeListing(fixture.home.path) == before)
        await fixture.stop()
    }

    @Test func `The older directory becomes the newer one in one piece`() async throws {
        let fixture = try await DoctorFixture()
        let old = try fixture.addFont("Old", at: ".fonts/deep/old.ttf")
        let before = try #require(TreeListing(fixture.home.path).files[old])
        let outcome = try await fixture.doctor("--fix", "old-font-directory", "--yes")
        #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
        #expect(TreeListing("\(fixture.home.path)/.fonts").entries.isEmpty)
        let after = TreeListing(fixture.home.userFontDirectory).files["\(fixture.home.userFontDirectory)/deep/old.ttf"]
        #expect(after == before, "the very file, with its times")
        #expect(try await fixture.findings()["old-font-directory"] == nil)
        await fixture.stop()
    }

    @Test func `Entries move beside those that are there; one with a namesake stays and is told of`() async throws {
        let fixture = try await DoctorFixture()
        let fonts = fixture.home.userFontDirectory
        let new = try fixture.addFont("New", at: ".local/share/fonts/same.ttf")
        let same = try fixture.addFont("Old", at: ".fonts/same.ttf")
        let other = try fixture.addFont("Other", at: ".fonts/other/other.ttf")
        let before = TreeListing(fixture.home.path).files
        let planned = try await fixture.doctor("--fix", "two-font-directories", "--dry-run")
        #expect(planned.succeeded, "\(planned.standardError)")
        #expect(planned.standardOutput.contains("\(other.dropLast("/other.ttf".count)) -> \(fonts)/other\n"))
        #expect(planned.standardOutput.hasSuffix("2 files and directories would be moved.\n"), "\(planned)")
        #expect(TreeListing(fixture.home.path).files == before)
        let outcome = try await fixture.doctor("--fix", "two-font-directories", "--yes")
        #expect(outcome.termination == .exited(1))
        #expect(outcome.standardError.contains(same))
        let after = TreeListing(fixture.home.path).files
        #expect(after[new] == before[new])
        #expect(after[same]?.stamp.inode == before[same]?.stamp.inode)
        #expect(after["\(fonts)/other/other.ttf"] == before[other])
        #expect(after[other] == nil)
        await fixture.stop()
    }

    @Test func `The service that is on the bus ends before its directory moves`() async throws {
        let home = try ScratchHome()
        let bus = try await TestBus()
        try home.scratch.write("", to: "home/.fonts/typecase/.keep")
        let program = """
            import dbus, sys, time
            connection = dbus.bus.BusConnection(sys.argv[1])
            connection.request_name("org.typecase.Management1")
            print("on the bus", flush=True)
            time.sleep(600)
            """
        let service = try ChildProcess("/usr/bin/python3", ["-c", program, bus.address], environment: home.environment)
        try await service.waitForOutput("on the bus")
        let migration = try FontDirectoryMigration(UserPlaces(home.environment))
        #expect(try await migration.run(on: .address(bus.address)).moved == migration.moves)
        #expect(await service.wait().termination == .signalled(SIGTERM))
        #expect(TreeListing("\(home.userFontDirectory)/typecase").files.count == 1)
        bus.stop()
    }

    @Test func `Nobody ends where no service is on the bus, and where there is no bus`() async throws {
        let bus = try await TestBus()
        for address in [bus.address, "unix:path=/nowhere"] {
            let home = try ScratchHome()
            try home.scratch.write("", to: "home/.fonts/typecase/.keep")
            let migration = try FontDirectoryMigration(UserPlaces(home.environment))
            #expect(try await migration.run(on: .address(address)).moved == migration.moves)
        }
        bus.stop()
    }

    @Test(
        "Where the file system cannot look and rename in one step, all moves all the same, and nothing is replaced",
        .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() },
        arguments: [false, true])
    func plainRenames(hasBothDirectories: Bool) async throws {
        let fixture = try await DoctorFixture()
        let fonts = fixture.home.userFontDirectory
        let old = "\(fixture.home.path)/.fonts"
        let names = ["deep/er/deep.ttf", "flat.ttf"]
        for name in names { try fixture.addFont("Old", at: ".fonts/\(name)") }
        #expect(symlink("nowhere", "\(old)/link.ttf") == 0)
        let taken = ["same.ttf", "same/font.ttf"]
        if hasBothDirectories {
            for name in taken {
                try fixture.addFont("Old", at: ".fonts/\(name)")
                try fixture.addFont("New", at: ".local/share/fonts/\(name)")
            }
        }
        let before = TreeListing(fixture.home.path).files
        let supervisor = try CallSupervisor(["renameat2"], failingWith: .invalidArgument)
        let outcome = try await fixture.doctor(
            "--fix", hasBothDirectories ? "two-font-directories" : "old-font-directory", "--yes",
            supervisedBy: supervisor)
        #expect(supervisor.count > 0)
        #expect(outcome.termination == .exited(hasBothDirectories ? 1 : 0), "\(outcome.standardError)")
        let after = TreeListing(fixture.home.path).files
        for name in names {
            #expect(after["\(fonts)/\(name)"]?.stamp.inode == before["\(old)/\(name)"]?.stamp.inode, "\(name)")
            #expect(after["\(old)/\(name)"] == nil)
        }
        #expect(try FileStatus(path: "\(fonts)/link.ttf").kind == .symbolicLink)
        for path in hasBothDirectories ? taken.flatMap({ ["\(old)/\($0)", "\(fonts)/\($0)"] }) : [] {
            #expect(after[path] == before[path])
        }
        #expect(hasBothDirectories || access(old, F_OK) != 0, "nothing is left there")
        await fixture.stop()
    }

    /// A home with published fonts in the older directory, and the environment of a shell in it.
    private func publishingHome(setting variables: [String: String] = [:]) throws -> (ScratchHome, UserPlaces) {
        let home = try ScratchHome()
        try home.scratch.write("", to: "home/.fonts/typecase/.keep")
        return (home, try UserPlaces(home.environment.merging(variables) { $1 }))
    }

    @Test func `Nothing moves while a service in another environment has the fonts`() async throws {
        let (home, _) = try publishingHome()
        let locations = try FontLocations(environment: home.environment).settled()
        let traits = HomeTraits(machine: .current()) { _ in false }
        let claim = try HomeClaim(locations, bus: "unix:path=/other", traits: traits)
        let before = TreeListing("\(home.path)/.fonts")
        for variables in [
            [:], ["XDG_STATE_HOME": "\(home.path)/state"],
            ["XDG_STATE_HOME": "\(home.path)/state", "XDG_DATA_HOME": "\(home.path)/data"],
        ] {
            let migration = try FontDirectoryMigration(UserPlaces(home.environment.merging(variables) { $1 }))
            let failure = await #expect(throws: CommandFailure.self, "\(variables)") {
                try await migration.run(on: .address("unix:path=/nowhere"), traits: traits)
            }
            #expect(failure?.name == "org.typecase.Error.Busy")
            #expect(failure?.message.contains("process \(getpid())") == true, "\(failure?.message ?? "")")
            #expect(failure?.message.contains("unix:path=/other") == true)
            #expect(TreeListing("\(home.path)/.fonts") == before)
        }
        claim.release()
        let migration = try FontDirectoryMigration(UserPlaces(home.environment))
        #expect(try await migration.run(on: .address("unix:path=/nowhere"), traits: traits).failures.isEmpty)
        for lock in locations.locks { #expect(!InstanceLock.isHeld(path: lock), "it is free again") }
    }

    @Test func `Nothing moves while another machine has the fonts`() async throws {
        let (home, places) = try publishingHome()
        let lease = SmallFile(path: "\(home.dataDirectory)/typecase/lease")
        try home.scratch.write("bb\n1\n7 shelf -\n", to: "home/.local/share/typecase/lease")
        let before = TreeListing("\(home.path)/.fonts")
        let migration = try FontDirectoryMigration(places)
        let shared = HomeTraits(machine: Machine(identifier: "aa", bootIdentifier: "1", hostName: "desk")) { _ in true }
        let failure = await #expect(throws: CommandFailure.self) {
            try await migration.run(on: .address("unix:path=/nowhere"), traits: shared)
        }
        #expect(failure?.message.contains("process 7 on the machine shelf") == true, "\(failure?.message ?? "")")
        #expect(TreeListing("\(home.path)/.fonts") == before)
        // It gives the home back.
        try lease.remove()
        #expect(try await migration.run(on: .address("unix:path=/nowhere"), traits: shared).failures.isEmpty)
        #expect(try lease.read() == nil, "the next machine need not wait for us")
    }

    @Test func `Published fonts do not move to where the service would not look for them`() async throws {
        let (home, places) = try publishingHome()
        let bus = try await TestBus()
        let manager = try await FakeServiceManager(on: bus, variables: ["XDG_DATA_HOME=/elsewhere"])
        let elsewhere = await DoctorServiceFacts.gather(on: .address(bus.address), [:]).dataHome(besides: places)
        #expect(elsewhere == "/elsewhere")
        let before = TreeListing("\(home.path)/.fonts")
        let migration = try FontDirectoryMigration(places, serviceDataHome: elsewhere)
        let failure = await #expect(throws: CommandFailure.self) {
            try await migration.run(on: .address("unix:path=/nowhere"))
        }
        #expect(failure?.message.contains("/elsewhere") == true)
        #expect(TreeListing("\(home.path)/.fonts") == before)
        let usual = try FontDirectoryMigration(places, serviceDataHome: home.dataDirectory)
        #expect(try await usual.run(on: .address("unix:path=/nowhere")).failures.isEmpty)
        await manager.stop()
        bus.stop()
    }

    @Test func `A link in place of the older directory is left alone`() async throws {
        let fixture = try await DoctorFixture()
        try fixture.addFont("Elsewhere", at: "elsewhere/font.ttf")
        #expect(symlink("\(fixture.home.path)/elsewhere", "\(fixture.home.path)/.fonts") == 0)
        let outcome = try await fixture.doctor("--fix", "old-font-directory", "--yes")
        #expect(outcome.termination == .exited(1))
        #expect(outcome.standardError.contains("link"))
        #expect(TreeListing("\(fixture.home.path)/elsewhere").files.count == 1)
        await fixture.stop()
    }
}
