internal import BusInterface
internal import TestSupport
internal import Testing

/// What `doctor` says of a real daemon, and what it puts right below one.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct DoctorTests {
    @Test("A daemon that runs in a home in order is found to be well")
    func healthy() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Well"), by: .user)
            let outcome = try await daemon.typecase("doctor")
            #expect(outcome.standardOutput == "Nothing is wrong.\n")
            #expect(outcome.termination == .exited(0))
        }
    }

    @Test("The older directory moves with the published fonts in it, and the daemon goes on in the newer one")
    func migration() async throws {
        let home = try ScratchHome()
        let bytes = makeFont("Loose")
        try home.scratch.write(bytes, to: "home/.fonts/loose.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let id = try await daemon.register(makeFont("Managed"), by: .user)
            #expect(try await daemon.management.status().text("published_directory").hasSuffix("/.fonts/typecase"))
            let outcome = try await daemon.typecase("doctor", "--fix", "old-font-directory", "--yes")
            #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
            _ = await daemon.waitForEnd()
            #expect(try await daemon.fontconfigFamilies() == ["Loose", "Managed"])
            #expect(try readAll("\(home.userFontDirectory)/loose.ttf") == bytes)

            try await daemon.start()
            try await daemon.waitUntilRecovered()
            let published = try await daemon.management.status().text("published_directory")
            #expect(published == "\(home.userFontDirectory)/typecase")
            #expect(try await daemon.fontconfigFamilies() == ["Loose", "Managed"])
            #expect(try await daemon.typecase("uninstall", id).termination == .exited(0))
            #expect(try await daemon.fontconfigFamilies() == ["Loose"])
        }
    }
}
