internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// A home on a file system without locks, as network homes without a lock service are.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("processes may be traced here") { await RunningDaemon.canTrace() })
struct LocklessHomeTests {
    /// What cannot be locked.
    enum Files: CaseIterable {
        /// The files that say whose turn it is to change the fonts.
        case claims
        /// These, and the registry.
        case everything

        /// What is to be traced so that locking these of a home fails.
        func withoutLocks(_ daemon: RunningDaemon) -> [String] {
            let home = daemon.home
            var paths = ["\(home.dataDirectory)/typecase/lock", "\(home.stateDirectory)/typecase/lock"]
            if self == .everything {
                paths += ["", "-wal", "-shm", "-journal"].map { daemon.registryFile + $0 }
            }
            return [
                "/usr/bin/strace", "-f", "-qq", "-o", home.scratch["trace"], "-e", "trace=fcntl", "-e",
                "inject=fcntl:error=ENOLCK",
            ] + paths.flatMap { ["-P", $0] }
        }
    }

    @Test(
        "Where nothing can be locked, changes are refused with what to do, questions are answered, and nothing is lost",
        arguments: Files.allCases)
    func refusal(files: Files) async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Of the System"), name: "system.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let id = try await daemon.register(makeFont("Before"))
            await daemon.stop()
            let before = daemon.publishedFiles.map(\.path)
            try await daemon.start(wrapper: files.withoutLocks(daemon))
            let status = try await daemon.management.status()
            #expect(status.boolean("read_only") == true)
            #expect(status["registry_failure"] == nil)
            let font = try home.openFont(makeFont("After"))
            try await expectRefusal { try await daemon.register([font]) }
            try await expectRefusal { try await daemon.unregister([id]) }
            try await expectRefusal { try await daemon.setEnabled([id], false, by: .user) }
            for (family, source) in [("Of the System", "system"), ("Before", "typecase")] {
                let match = try await daemon.manager.match(
                    descriptors: [["family": BusVariant(family)]], options: [:])
                #expect(match.map { $0.text("source") } == [source], "\(family)")
            }
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            #expect(try await daemon.list(by: .user).map { $0.text("id") } == [id])
            let opened = try await daemon.manager.openFont(id: id, options: [:])
            #expect(try readAll(opened.font) == makeFont("Before"))
            #expect(try await daemon.manager.changes(sinceGeneration: 0).changes.map { $0.text("id") } == [id])
            #expect(try await daemon.fontconfigFamilies() == ["Before", "Of the System"])
            let traced = String(decoding: try readAll(home.scratch["trace"]), as: UTF8.self)
            #expect(traced.contains("ENOLCK"), "locks were tried")

            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            #expect(daemon.publishedFiles.map(\.path) == before)
            _ = try await daemon.register(makeFont("After"))
            #expect(try await daemon.fontconfigFamilies() == ["Before", "After", "Of the System"])
        }
    }

    @Test("What another service changes, for which locks work, is read anew and told of")
    func changesByOthers() async throws {
        let home = try ScratchHome()
        try await RunningDaemon.run(home: home) { daemon in
            let first = try await daemon.register(makeFont("First"))
            await daemon.stop()
            try await daemon.start(wrapper: Files.everything.withoutLocks(daemon))
            #expect(try await daemon.list().map { $0.text("id") } == [first])
            var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            let second = try await RunningDaemon.run(home: home) { other in
                try await other.waitUntilRecovered()
                let second = try await other.register(makeFont("Second"))
                await other.stop()
                return second
            }
            while try await daemon.list().count == 1 { _ = try await signals.next() }
            #expect(try await Set(daemon.list().map { $0.text("id") }) == [first, second])
            let match = try await daemon.manager.match(descriptors: [["family": BusVariant("Second")]], options: [:])
            #expect(match.map { $0.text("id") } == [second])
        }
    }

    @Test("Where a crash left the latest changes in a log that cannot be locked, nothing is said to be not there")
    func unfinishedLog() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Of the System"), name: "system.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let id = try await daemon.register(makeFont("Before"))
            await daemon.stop(signal: SIGKILL)
            try await daemon.start(wrapper: Files.everything.withoutLocks(daemon))
            let reason = try await daemon.management.status().text("registry_failure")
            #expect(reason.contains("not known which fonts are registered"))
            #expect(reason.contains("on a local disk"), "it says what to do: \(reason)")
            #expect(try await daemon.management.status().text("grants_failure") == reason)
            let questions: [(String, () async throws -> Void)] = [
                ("ListRegistered", { _ = try await daemon.list() }),
                ("ListFonts", { _ = try await daemon.list(by: .user) }),
                ("ListProviders", { _ = try await daemon.management.listProviders(filter: [:]) }),
                ("ListGrants", { _ = try await daemon.management.listGrants(filter: [:]) }),
                ("Changes", { _ = try await daemon.manager.changes(sinceGeneration: 0) }),
                ("OpenFont", { _ = try await daemon.manager.openFont(id: id, options: [:]) }),
            ]
            for (name, ask) in questions {
                let error = await #expect(throws: BusError.self, "\(name)") { try await ask() }
                #expect(error?.name == "org.typecase.Error.ReadOnly", "\(name)")
                #expect(error?.message == reason, "\(name)")
            }
            let listing = try await daemon.typecase("list")
            #expect(!listing.succeeded)
            #expect(listing.standardError.contains("on a local disk"))
            let match = try await daemon.manager.match(
                descriptors: [["family": BusVariant("Of the System")]], options: [:])
            #expect(match.map { $0.text("source") } == ["system"])

            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list().map { $0.text("id") } == [id])
        }
    }

    /// Expects that a change is refused, as a call or for its one font.
    private func expectRefusal(_ change: () async throws -> RunningDaemon.Answer) async throws {
        var (name, message) = ("", "")
        do {
            let result = try #require(try await change().results.first)
            (name, message) = (result.text("error"), result.text("message"))
        } catch let error as BusError {
            (name, message) = (error.name, error.message)
        }
        #expect(name == "org.typecase.Error.ReadOnly")
        #expect(message.contains("file system without locks"), "\(message)")
        #expect(message.contains("on a local disk"), "it says what to do: \(message)")
    }
}
