internal import BusInterface
internal import DBus
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
            var paths = ["\(home.dataDirectory)/typecase/lock", "\(home.stateDirectory)/typecase/lock"]
            if files == .everything {
                paths += ["", "-wal", "-shm", "-journal"].map { daemon.registryFile + $0 }
            }
            let trace = home.scratch["trace"]
            try await daemon.start(
                wrapper: [
                    "/usr/bin/strace", "-f", "-qq", "-o", trace, "-e", "trace=fcntl", "-e",
                    "inject=fcntl:error=ENOLCK",
                ] + paths.flatMap { ["-P", $0] })
            #expect(try await daemon.management.status().boolean("read_only") == true)
            let font = try home.openFont(makeFont("After"))
            try await expectRefusal { try await daemon.register([font]) }
            try await expectRefusal { try await daemon.unregister([id]) }
            try await expectRefusal { try await daemon.setEnabled([id], false, by: .user) }
            try await eventually("the fonts of the system are found") {
                let match = try await daemon.manager.match(
                    descriptors: [["family": BusVariant("Of the System")]], options: [:])
                return match.first?.text("source") == "system"
            }
            if files == .claims { #expect(try await daemon.list().map { $0.text("id") } == [id]) }
            #expect(try await daemon.fontconfigFamilies() == ["Before", "Of the System"])
            let traced = String(decoding: try readAll(trace), as: UTF8.self)
            #expect(traced.contains("ENOLCK"), "locks were tried")

            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            #expect(daemon.publishedFiles.map(\.path) == before)
            _ = try await daemon.register(makeFont("After"))
            #expect(try await daemon.fontconfigFamilies() == ["Before", "After", "Of the System"])
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
