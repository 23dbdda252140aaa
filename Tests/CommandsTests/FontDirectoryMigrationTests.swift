internal import Commands
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
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
