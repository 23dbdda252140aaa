internal import BusInterface
internal import DBus
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Loose fonts beside fonts that the user has installed, and where nothing can be installed.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct AdoptionOfInstalledTests {
    private func font(_ revision: Double, characters: String = " ABC") -> [UInt8] {
        var font = FontBuilder(family: "Aging")
        font.revision = revision
        font.characters = characters
        return font.build()
    }

    /// Puts a font where loose fonts are, and returns its path.
    private func putLoose(_ font: [UInt8], _ name: String = "loose.ttf", in home: ScratchHome) throws -> String {
        try home.scratch.write(font, to: "home/.local/share/fonts/\(name)")
    }

    /// What the user has installed: of each font its id, whether it is enabled, and its scope.
    private func installed(_ daemon: RunningDaemon) async throws -> [String] {
        try await daemon.list(by: .user).map {
            "\($0.text("id")) \($0.boolean("enabled") == true) \($0.text("scope"))"
        }.sorted()
    }

    private func families(_ daemon: RunningDaemon) async throws -> [String] {
        try await daemon.fontconfigList().map(\.family).sorted()
    }

    @Test(
        "A font with the name of an installed one stays, older or newer, and the dry run says so", arguments: [1, 2, 3])
    func installedOther(revision: Double) async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(font(revision), by: .user)
            let loose = font(2, characters: " ABCD")
            let path = try putLoose(loose, in: daemon.home)
            let before = try await installed(daemon)
            for argument in ["--dry-run", "--yes"] {
                let outcome = try await daemon.typecase("adopt", argument, "--json")
                #expect(outcome.termination == .exited(2), "\(outcome.standardError)")
                #expect(outcome.standardOutput.contains("org.typecase.Error.DuplicatedName"))
                #expect(try await installed(daemon) == before)
                #expect(try readAll(path) == loose)
            }
            #expect(try await readAll(daemon.manager.openFont(id: id, options: [:]).font) == font(revision))
        }
    }

    @Test("Undoing an adoption leaves a later one that put a copy of its fonts aside")
    func laterCopy() async throws {
        try await RunningDaemon.run { daemon in
            let first = try putLoose(makeFont("First"), "first.ttf", in: daemon.home)
            #expect(try await daemon.typecase("adopt", "--yes").succeeded)
            // The service has to know that the file is gone, whose name the copy has.
            await daemon.stop()
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            let copy = try putLoose(makeFont("First"), "copy.ttf", in: daemon.home)
            let second = try putLoose(makeFont("Second"), "second.ttf", in: daemon.home)
            #expect(try await daemon.typecase("adopt", "--yes").succeeded)
            for path in [copy, second] { #expect(access(path, F_OK) != 0) }
            let undone = try await daemon.typecase("undo", "1", "--json")
            #expect(undone.succeeded, "\(undone.standardError)")
            #expect(undone.standardOutput.hasPrefix("[") && !undone.standardOutput.contains(second), "\(undone)")
            #expect(try readAll(first) == makeFont("First"))
            for path in [copy, second] { #expect(access(path, F_OK) != 0) }
            let later = try await daemon.typecase("undo", "2")
            #expect(later.succeeded, "\(later.standardError)")
            #expect(try [first, copy].allSatisfy { try readAll($0) == makeFont("First") })
            #expect(try readAll(second) == makeFont("Second"))
            #expect(try await installed(daemon).isEmpty)
        }
    }

    @Test(
        "A font with the name of one that the user has disabled is seen all the while, and the disabled one stays",
        arguments: [1, 2, 3])
    func disabledOther(revision: Double) async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(font(revision), by: .user)
            _ = try await daemon.setEnabled([id], false, by: .user)
            let before = try await installed(daemon)
            let loose = font(2, characters: " ABCD")
            let path = try putLoose(loose, in: daemon.home)
            #expect(try await daemon.typecase("adopt", "--yes").termination == .exited(0))
            #expect(try await families(daemon) == ["Aging"])
            #expect(throws: (any Error).self) { try FileStatus(path: path) }
            let after = try await installed(daemon)
            #expect(after.count == 2 && Set(before).isSubset(of: after))
            #expect(try await daemon.typecase("adopt", "--undo", "--yes").termination == .exited(0))
            #expect(try await families(daemon) == ["Aging"])
            #expect(try await installed(daemon) == before)
            #expect(try readAll(path) == loose)
            #expect(try await readAll(daemon.manager.openFont(id: id, options: [:]).font) == font(revision))
        }
    }

    @Test("The newest of many fonts is enabled, however long before it the older ones are registered")
    func newestLast() async throws {
        let home = try ScratchHome()
        let others = (10..<80).map { "Family \($0)" }
        for family in others { _ = try putLoose(makeFont(family), "\(family).ttf", in: home) }
        _ = try putLoose(font(1), "A.ttf", in: home)
        _ = try putLoose(font(2), "Z.ttf", in: home)
        try await RunningDaemon.run(home: home) { daemon in
            let outcome = try await daemon.typecase("adopt", "--yes")
            #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
            #expect(try await families(daemon) == ["Aging"] + others)
            let fonts = try await daemon.list(["name": BusVariant("Aging")], by: .user)
            #expect(fonts.count == 2 && fonts.count { $0.boolean("enabled") == true } == 1)
        }
    }

    @Test("A font that is installed until the end of the session stays, until it is installed for good")
    func installedForSession() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(font(1), by: .user, scope: .session)
            let path = try putLoose(font(1), in: daemon.home)
            let outcome = try await daemon.typecase("adopt", "--yes")
            #expect(outcome.termination == .exited(2), "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains("run 'typecase enable --persistent \(id)'"))
            #expect(try await installed(daemon) == ["\(id) true session"])
            #expect(try readAll(path) == font(1))

            let installation = try await daemon.typecase("enable", "--persistent", id)
            #expect(try await installed(daemon) == ["\(id) true persistent"], "\(installation)")
            #expect(try await daemon.typecase("adopt", "--yes").termination == .exited(0))
            #expect(try await families(daemon) == ["Aging"])
            #expect(try await daemon.typecase("adopt", "--undo", "--yes").termination == .exited(0))
            #expect(try await installed(daemon) == ["\(id) true persistent"])
            #expect(try readAll(path) == font(1))
        }
    }

    @Test("Where fonts cannot be changed the dry run says so, and nothing is left of a run")
    func readOnly() async throws {
        let home = try ScratchHome()
        let path = try putLoose(font(1), in: home)
        try await RunningDaemon.run(home: home) { first in
            try await first.waitUntilRecovered()
            try await RunningDaemon.run(home: home) { (second) async throws -> Void in
                for argument in ["--dry-run", "--yes"] {
                    let outcome = try await second.typecase("adopt", argument)
                    #expect(outcome.termination == .exited(1))
                    #expect(outcome.standardError.contains("process \(first.processID)"), "\(outcome.standardError)")
                }
                #expect(try await second.typecase("adopt", "--list", "--json").standardOutput == "[]\n")
                #expect(try readAll(path) == font(1))
            }
        }
    }

    @Test("A run that the service refuses from the start is forgotten")
    func refusedRun() async throws {
        let home = try ScratchHome()
        let path = try putLoose(font(1), in: home)
        try await RunningDaemon.run(home: home, isStarted: false) { first in
            try await RunningDaemon.run(home: home, isStarted: false) { (second) async throws -> Void in
                try await first.start()
                let child = try ChildProcess(
                    at: PseudoTerminal(), BuildProducts.executable("typecase"), ["adopt"],
                    environment: first.environment.merging(["TERM": "xterm"]) { $1 })
                try await child.waitForOutput("[y/N]")
                // While the user thinks about it, the fonts become another daemon's to change.
                await first.stop()
                try await second.start()
                try await second.waitUntilRecovered()
                try await first.start()
                try child.write("y\n")
                let outcome = await child.wait()
                #expect(outcome.termination == .exited(1))
                #expect(outcome.standardOutput.contains("process \(second.processID)"), "\(outcome.standardOutput)")
                #expect(try await first.typecase("adopt", "--list", "--json").standardOutput == "[]\n")
                #expect(try readAll(path) == font(1))
            }
        }
    }
}
