internal import BusInterface
internal import Foundation
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
            #expect(outcome.standardOutput == "No problems were found.\n")
            #expect(outcome.termination == .exited(0))
        }
    }

    @Test("JSON is in English for scripts, and in the user's language for programs that show its texts")
    func languages() async throws {
        let locales = try await TestLocales("de_DE")
        try await locales.compile(sourcePath("po", "de.po"), to: "de")
        // The program looks for catalogs in the prefix that it is installed in.
        let files = FileManager.default
        for directory in ["bin", "share"] {
            try files.createDirectory(atPath: "\(locales.path)/\(directory)", withIntermediateDirectories: true)
        }
        try files.createSymbolicLink(
            atPath: "\(locales.path)/share/locale", withDestinationPath: "\(locales.path)/locale")
        // A copy that this process writes could not be executed while another test forks.
        let copied = try await ChildProcess.run(
            "/bin/cp", [BuildProducts.executable("typecase"), "\(locales.path)/bin/typecase"], environment: [:])
        #expect(copied.succeeded, "\(copied)")
        try files.createSymbolicLink(
            atPath: "\(locales.path)/bin/typecase-inspect",
            withDestinationPath: BuildProducts.executable("typecase-inspect"))
        let home = try ScratchHome()
        for name in ["a", "b"] { try home.scratch.write(makeFont("Loose"), to: "home/.local/share/fonts/\(name).ttf") }
        try await RunningDaemon.run(home: home) { daemon in
            func output(_ arguments: String...) async throws -> String {
                let variables = ["LOCPATH": locales.path, "LC_ALL": "de_DE.UTF-8", "LANGUAGE": ""]
                return try await ChildProcess.run(
                    "\(locales.path)/bin/typecase", arguments,
                    environment: daemon.environment.merging(variables) { $1 }
                ).standardOutput
            }
            let english = try await output("doctor", "--json")
            #expect(english.contains(#""seen": "1 file exists more than once.""#), "\(english)")
            let german = try await output("doctor", "--json", "--localized")
            #expect(german.contains(#""id": "duplicate-files""#) && german.contains("mehrfach"), "\(german)")
            #expect(!german.contains("exists"), "\(german)")
            let explanation = try await output("why", "--json", "Loose")
            #expect(explanation.contains("Programs that ask for Loose get Loose Regular"), "\(explanation)")
            let translated = try await output("why", "--json", "--localized", "Loose")
            #expect(translated.contains(#""found": true"#) && translated.contains("Programme, die"), "\(translated)")
            #expect(!translated.contains("Programs"), "\(translated)")
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
