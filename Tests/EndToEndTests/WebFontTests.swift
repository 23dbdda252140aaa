internal import FoundationEssentials
internal import TestSupport
internal import Testing

/// Web fonts, as a user has them: refused, and expanded on request.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct WebFontTests {
    @Test("A web font is refused with a hint, and what the hint says installs it")
    func hint() async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.home.scratch.write(
                WOFFBuilder(of: makeFont("From The Web")).build(), to: "given/web.woff")
            let refused = try await daemon.typecase("install", path)
            #expect(refused.termination == .exited(1))
            #expect(refused.standardError.contains("typecase install --convert"))
            #expect(daemon.publishedFiles.isEmpty)
            let installed = try await daemon.typecase("install", "--convert", path)
            #expect(installed.termination == .exited(0), "\(installed.standardError)")
            #expect(installed.standardOutput.hasPrefix("Installed From The Web Regular 1.000 as "))
            #expect(try await daemon.fontconfigFamilies() == ["From The Web"])
            let opened = daemon.home.scratch["opened.ttf"]
            #expect(try await daemon.typecase("open", "From The Web Regular", "--output", opened).succeeded)
            #expect(try readAll(opened).starts(with: [0, 1, 0, 0]), "what is kept is the font, not the web font")
            #expect(try await daemon.typecase("install", "--convert", path).termination == .exited(2))
        }
    }

    @Test(
        "Of a directory with fonts of all kinds the sound ones are installed, and the others named with their reasons")
    func directory() async throws {
        struct Failure: Decodable {
            var error: String
            var item: String
        }
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            for number in 10..<40 {
                try scratch.write(WOFFBuilder(of: makeFont("Web \(number)")).build(), to: "given/web\(number).woff")
            }
            try scratch.write(makeFont("Plain"), to: "given/plain.ttf")
            let source = try scratch.write(makeFont("Second Format"), to: "source.ttf")
            #expect(try await daemon.run("/usr/bin/woff2_compress", source).succeeded)
            let second = try readAll(scratch["source.woff2"])
            try scratch.write(second, to: "given/second.WOFF2")
            try scratch.write(Array(second.dropLast(60)), to: "given/cut.woff2")
            var bomb = WOFFBuilder(of: makeFont("Bomb"))
            bomb.tables.append(.init("zero", Array(repeating: 0, count: 40 << 20)))
            try scratch.write(bomb.build(), to: "given/bomb.woff")

            let outcome = try await daemon.typecase("install", "--convert", "--json", scratch["given"])
            #expect(outcome.termination == .exited(1))
            let failures = try outcome.standardError.split(separator: "\n").map {
                try JSONDecoder().decode(Failure.self, from: Data($0.utf8))
            }
            #expect(
                Dictionary(uniqueKeysWithValues: failures.map { ($0.item, $0.error) }) == [
                    scratch["given/bomb.woff"]: "org.typecase.Error.ExceededResourceLimit",
                    scratch["given/cut.woff2"]: "org.typecase.Error.InvalidFontData",
                ])
            #expect(
                try await daemon.fontconfigFamilies()
                    == Set((10..<40).map { "Web \($0)" } + ["Plain", "Second Format"]))

            // Without being asked to, directories are searched for desktop fonts only.
            let plain = try await daemon.typecase("install", scratch["given"])
            #expect(plain.termination == .exited(2) && plain.standardError == "")
        }
    }
}
