internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// Homes that are shared, closed, missing or full, and the rule about `~/.fonts`.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct HomeTests {
    @Test("A second daemon on the same bus ends at once, and the first goes on")
    func oneBus() async throws {
        try await RunningDaemon.run { first in
            let id = try await first.register(makeFont("First"))
            let home = try ScratchHome()
            for other in [first.home, home] {
                let outcome = try await RunningDaemon.run(home: other, bus: first.bus, isStarted: false) { second in
                    try await second.runToEnd()
                }
                #expect(outcome.termination == .exited(1))
                #expect(outcome.standardError.contains("org.typecase"), "it says which name is taken")
            }
            #expect(try await first.list().map { $0.text("id") } == [id])
            #expect(try await first.register(makeFont("Another")) != "")
        }
    }

    @Test("Without a home every call is answered with the reason", arguments: ["/nonexistent/home", ""])
    func missingHome(path: String) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: [
                "HOME": path, "XDG_DATA_HOME": "", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "",
            ])
            for way in Way.allCases {
                await expectError("ReadOnly") {
                    _ = try await daemon.register([daemon.home.openFont(makeFont("Homeless"))], by: way)
                }
                await expectError("ReadOnly") { _ = try await daemon.list(by: way) }
            }
            #expect(try await daemon.management.status().boolean("read_only") == true)
            #expect(access("/nonexistent", F_OK) != 0, "a home is never made")
        }
    }

    @Test(
        "A home that is closed from the start is read from, and used as soon as it is open",
        .enabled(if: geteuid() != 0, "root may write everywhere"), arguments: [true, false])
    func homeClosedFromTheStart(hasFonts: Bool) async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Of The System"), name: "system.ttf")
        try await RunningDaemon.run(home: home, isStarted: false) { daemon in
            var expected = ["Of The System"]
            if hasFonts {
                try await daemon.start()
                _ = try await daemon.register(makeFont("Before"))
                _ = try await daemon.manager.listFaces(filter: [:])
                await daemon.stop()
                expected.append("Before")
            }
            let state = "\(home.stateDirectory)/typecase"
            let closed = hasFonts ? [state, "\(state)/lock", "\(state)/registry.sqlite"] : [home.stateDirectory]
            for path in closed { chmod(path, path.hasSuffix("lock") || path.hasSuffix("sqlite") ? 0o400 : 0o500) }
            try await daemon.start()
            let faces = try await daemon.manager.listFaces(filter: [:]).faces
            #expect(Set(faces.map { $0.text("family") }) == Set(expected))
            #expect(try await daemon.list().count == expected.count - 1)
            await expectError("InsufficientPermissions") {
                _ = try await daemon.register([home.openFont(makeFont("Refused"))])
            }
            #expect(try await daemon.management.status().boolean("read_only") == true)

            for path in closed { chmod(path, path.hasSuffix("lock") || path.hasSuffix("sqlite") ? 0o600 : 0o700) }
            try await eventually("the daemon finds that the home can be written to") {
                // Only who tries has the home looked at again, and every few seconds at most.
                _ = try await daemon.unregister([String(repeating: "0", count: 32)])
                return try await daemon.management.status().boolean("read_only") == false
            }
            _ = try await daemon.register(makeFont("After"))
            #expect(try await Set(daemon.fontconfigFamilies()) == Set(expected + ["After"]))
        }
    }

    @Test(
        "In a home that cannot be written to nothing is lost, and it is said why",
        .enabled(if: geteuid() != 0, "root may write everywhere"))
    func closedHome() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(makeFont("Before"))
            let closed = [
                daemon.publishedDirectory + "/00", daemon.publishedDirectory + "/.stage", daemon.storeDirectory,
            ]
            for directory in closed { chmod(directory, 0o555) }
            let answer = try await daemon.register([daemon.home.openFont(makeFont("After"))])
            #expect(answer.results.map(\.errorName) == ["InsufficientPermissions"], "\(answer)")
            let removal = try await daemon.unregister([id])
            #expect(removal.results.map(\.errorName) == ["InsufficientPermissions"], "\(removal)")
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            #expect(try await daemon.fontconfigFamilies() == ["Before"])
            for directory in closed { chmod(directory, 0o755) }
            _ = try await daemon.register(makeFont("After"))
            #expect(try await daemon.fontconfigFamilies() == ["Before", "After"])
        }
    }

    @Test(
        "A directory of fonts that cannot be written makes the state not ready, until it is repaired",
        .enabled(if: geteuid() != 0, "root may write everywhere"),
        arguments: [(false, ""), (true, ""), (true, "/typecase"), (true, "/typecase/00")])
    func unwritableFontDirectory(hasFonts: Bool, directory: String) async throws {
        let home = try ScratchHome()
        try await RunningDaemon.run(home: home, isStarted: false) { daemon in
            let path = home.userFontDirectory + directory
            mkdir(home.dataDirectory, 0o700)
            mkdir(home.userFontDirectory, 0o755)
            try await daemon.start()
            // Without a font there is none of ours.
            if hasFonts { _ = try await daemon.register(makeFont("Before")) }
            try await daemon.waitUntilRecovered()
            chmod(path, 0o500)
            try await daemon.waitForStatus { $0.boolean("ready") == false }
            let status = try await daemon.management.status()
            let failures = try status["directory_failures"]?.converted(to: [[String: BusVariant]].self) ?? []
            #expect(failures.map { $0.text("directory") } == [path])
            #expect(failures.map { $0.text("remedy") } == ["Allow it with 'chmod u+rwx \(path)'."])
            let preventsChanges = !hasFonts || directory != ""
            #expect(status.boolean("read_only") == preventsChanges)
            // Where there is room in a directory for fonts, one more needs no other.
            if preventsChanges, directory != "/typecase" {
                let answer = try await daemon.register([home.openFont(makeFont("Refused"))])
                #expect(answer.results.map(\.errorName) == ["InsufficientPermissions"])
                #expect(answer.results.first?.text("message").contains("chmod u+rwx \(path)") == true)
            }
            chmod(path, 0o755)
            try await daemon.waitForStatus { $0.boolean("ready") == true }
            _ = try await daemon.register(makeFont("After"))
            #expect(try await daemon.fontconfigFamilies().contains("After"))
        }
    }

    @Test(
        "Where the disk is full or fails at a call, the font is refused with the reason and nothing is half done",
        .enabled("processes may be traced here") { await RunningDaemon.canTrace() },
        arguments: [
            ("renameat2", "ENOSPC", "StorageFull"), ("renameat2", "EROFS", "ReadOnly"),
            ("fsync", "ENOSPC", "StorageFull"),
            ("fsync", "EDQUOT", "StorageFull"), ("fsync", "EIO", "RegistrationFailed"),
            ("fdatasync", "EIO", "RegistrationFailed"),
            ("pwrite64", "ENOSPC", "StorageFull"),
        ])
    func failingDisk(call: String, errno: String, name: String) async throws {
        try await RunningDaemon.run { daemon in
            var ledger = FontLedger(families: ["Before", "After"])
            try await ledger.bring(["Before"], to: .enabled, daemon)
            await daemon.stop()
            try await daemon.start(wrapper: [
                "/usr/bin/strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
                "inject=\(call):error=\(errno)",
            ])
            do {
                let answer = try await daemon.register([daemon.home.openFont(ledger.fonts["After"] ?? [])], by: .user)
                #expect(answer.results.first?.errorName == name, "\(answer)")
            } catch let error as BusError {
                #expect(error.name == "org.typecase.Error.\(name)", "\(error)")
            }
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            try await ledger.expectAgreement(with: daemon)
            try await ledger.bring(["After"], to: .enabled, daemon)
            try await ledger.expectAgreement(with: daemon)
        }
    }

    @Test("Where only ~/.fonts exists, fonts are published below it, and it is not hidden by another directory")
    func fontsDirectoryInHome() async throws {
        let home = try ScratchHome()
        try home.scratch.write(makeFont("By Hand"), to: "home/.fonts/by-hand.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let id = try await daemon.register(makeFont("Published"))
            #expect(access(home.userFontDirectory, F_OK) != 0, "it would hide ~/.fonts from sandboxes")
            let files = DirectoryListing("\(home.path)/.fonts").files
            #expect(files.count == 2)
            #expect(files.filter { $0.path.hasPrefix("typecase/") }.count == 1)
            #expect(try await daemon.fontconfigFamilies() == ["By Hand", "Published"])
            let status = try await daemon.management.status()
            #expect(status.text("published_directory") == "\(home.path)/.fonts/typecase")
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == ["By Hand", "Published"])
            _ = try await daemon.unregister([id])
            #expect(DirectoryListing("\(home.path)/.fonts").files.map(\.path) == ["by-hand.ttf"])
            #expect(access(home.userFontDirectory, F_OK) != 0)
        }
    }

    @Test("A daemon that was given no font makes no directory of its own, and the user's for programs to watch")
    func noFontNoTree() async throws {
        try await RunningDaemon.run { daemon in
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list(by: .user).isEmpty)
            let directory = daemon.home.userFontDirectory
            #expect(access(directory, F_OK) == 0 && TreeListing(directory).entries.count == 1)
        }
    }

    private func expectError(_ name: String, naming text: String = "", _ body: () async throws -> Void) async {
        let error = await #expect(throws: BusError.self) { try await body() }
        #expect(error?.name == "org.typecase.Error.\(name)", "\(String(describing: error))")
        #expect(text.isEmpty || error?.message.contains(text) == true, "\(String(describing: error))")
    }
}
