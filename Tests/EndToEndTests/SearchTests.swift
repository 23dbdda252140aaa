internal import FontModel
internal import FoundationEssentials
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts are found by words and properties, by patterns and by the first digits of an id, and what was mistyped is told.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct SearchTests {
    /// The cells of a table without its header.
    private func rows(_ outcome: ChildProcess.Outcome) -> [[String]] {
        outcome.standardOutput.split(separator: "\n").dropFirst().map { line in
            line.split(separator: /[ ]{2,}/).map(String.init)
        }
    }

    /// Fonts of a user, and one of the system.
    private func withFonts(_ body: (RunningDaemon) async throws -> Void) async throws {
        try await RunningDaemon.run { daemon in
            var mono = FontBuilder(family: "Search Mono")
            mono.isMonospace = true
            mono.licence = "This is under the SIL Open Font License."
            try daemon.home.addSystemFont(makeFont("Old Search Serif"), name: "system.ttf")
            for (name, font) in [
                "a": makeFont("Searching", style: "Bold"), "b": makeFont("Search"),
                "c": makeFont("Search", style: "Bold"), "d": makeFont("Other", style: "Bold"), "e": mono.build(),
            ] { try daemon.home.scratch.write(font, to: "given/\(name).ttf") }
            #expect(try await daemon.typecase("install", daemon.home.scratch["given"]).succeeded)
            try await eventually("the system's font is known") {
                try await daemon.typecase("list", "--all", "old").standardOutput.contains("system")
            }
            try await body(daemon)
        }
    }

    @Test("Words are looked for in names and styles, of registered, disabled and system fonts, the best family first")
    func words() async throws {
        try await withFonts { daemon in
            #expect(try await daemon.typecase("disable", "Searching Bold").succeeded)
            #expect(
                rows(try await daemon.typecase("search", "SEARCH")) == [
                    ["Search", "Regular, Bold", "user", "enabled"], ["Search Mono", "Regular", "user", "enabled"],
                    ["Searching", "Bold", "user", "disabled"], ["Old Search Serif", "Regular", "system", "enabled"],
                ])
            #expect(rows(try await daemon.typecase("search", "bold", "sea")).map { $0[0] } == ["Search", "Searching"])
            #expect(rows(try await daemon.typecase("search", "search", "--mono")).map { $0[0] } == ["Search Mono"])
            let free = try await daemon.typecase("search", "--licence", "open font license", "--licence", "apache")
            #expect(rows(free).map { $0[0] } == ["Search Mono"])
            #expect(try await daemon.typecase("search", "--licence", "apache").termination == .exited(3))
            let covering = rows(try await daemon.typecase("search", "--covers", "AB", "--no-mono"))
            #expect(Set(covering.map { $0[0] }) == ["Old Search Serif", "Other", "Search", "Searching"])
            #expect(covering.filter { $0[3] == "disabled" }.map { $0[0] } == ["Searching"])
            #expect(try await daemon.typecase("search", "--covers", "語").termination == .exited(3))
            #expect(try await daemon.typecase("search").termination == .exited(64))
            let nothing = try await daemon.typecase("search", "Serching")
            #expect(nothing.termination == .exited(3))
            #expect(nothing.standardError.contains("Did you mean "), "\(nothing.standardError)")
            #expect(rows(try await daemon.typecase("list", "mono")).map { $0[1] } == ["Search Mono Regular"])
            #expect(try await daemon.typecase("list", "nobody").termination == .exited(3))
            #expect(try await daemon.typecase("list", "--provider", "usr").standardError.contains("No provider"))
        }
    }

    @Test("A pattern takes all fonts with --yes and none without, the first digits of an id one font")
    func patterns() async throws {
        try await withFonts { daemon in
            let refused = try await daemon.typecase("disable", "sea*bold")
            #expect(refused.termination == .exited(1))
            #expect(refused.standardError.contains("matches 2 fonts"))
            #expect(try await daemon.typecase("disable", "--yes", "sea*bold").succeeded)
            let disabled = rows(try await daemon.typecase("list")).filter { $0[4] == "disabled" }
            #expect(Set(disabled.map { $0[1] }) == ["Search Bold", "Searching Bold"])
            let id = try #require(disabled.first)[0]
            #expect(try await daemon.typecase("enable", String(id.prefix(16))).succeeded)
            let system = try await daemon.typecase("uninstall", "Old Search Serif")
            #expect(system.termination == .exited(3))
            #expect(system.standardError.contains("is a system font"))
            let mistyped = try await daemon.typecase("uninstall", "Search Regulra")
            #expect(mistyped.standardError.contains("Did you mean Search Regular"), "\(mistyped.standardError)")
        }
    }

    @Test("A family is copied to files named after its fonts, the system's too, and nothing is overwritten unasked")
    func copies() async throws {
        try await withFonts { daemon in
            let directory = daemon.home.scratch["copies"]
            let copied = try await daemon.typecase("copy", "Search", directory)
            #expect(
                Set(copied.standardOutput.split(separator: "\n"))
                    == ["\(directory)/Search-Regular.ttf", "\(directory)/Search-Bold.ttf"])
            #expect(try readAll("\(directory)/Search-Bold.ttf") == makeFont("Search", style: "Bold"))
            #expect(try await daemon.typecase("copy", "Old Search Serif", directory).succeeded)
            #expect(try readAll("\(directory)/OldSearchSerif-Regular.ttf") == makeFont("Old Search Serif"))
            try daemon.home.scratch.write("mine", to: "copies/Search-Bold.ttf")
            let again = try await daemon.typecase("copy", "Search", directory)
            #expect(again.termination == .exited(1))
            #expect(again.standardError.contains("--force"))
            #expect(String(decoding: try readAll("\(directory)/Search-Bold.ttf"), as: UTF8.self) == "mine")
            #expect(try await daemon.typecase("open", "Search Bold", "-o", directory).termination == .exited(1))
            #expect(try await daemon.typecase("open", "Search Bold", "-o", directory, "--force").succeeded)
            #expect(try readAll("\(directory)/Search-Bold.ttf") == makeFont("Search", style: "Bold"))
            #expect(try await daemon.typecase("copy", "Nobody", directory).termination == .exited(3))
        }
    }
}
