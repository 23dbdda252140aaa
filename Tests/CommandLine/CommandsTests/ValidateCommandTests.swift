import ArgumentParser
import Commands
import DBus
import FontModel
import InspectionClient
import SystemPackage
import TestSupport
import Testing

/// Real workers, and no service and no bus.
struct ValidateCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(name: "validate") }

    private func run(_ arguments: String...) async throws -> (exit: ValidateCommand.Exit, output: String, error: String)
    {
        let command = try #require(try RootCommand.parseAsRoot(["validate"] + arguments) as? ValidateCommand)
        let captured = CapturedOutput()
        let environment = CommandEnvironment(output: captured.output(), address: .address("unix:path=/nonexistent"))
        let home = try ScratchHome()
        let exit = await command.perform(
            in: environment,
            workers: .programs(in: BuildProducts.directory, environment: home.environment))
        return (exit, captured.text, captured.errorText)
    }

    @Test func `sound fonts pass, in directories too`() async throws {
        try scratch.write(FontBuilder().build(), to: "fonts/one.ttf")
        try scratch.write(FontBuilder(family: "Two").build(), to: "fonts/deeper/two.ttf")
        let outcome = try await run(scratch["fonts"])
        #expect(outcome.exit == .success)
        #expect(outcome.output.contains("2 files checked, 0 failed"))
        #expect(outcome.error == "")
    }

    @Test func `a broken font fails, with its rule`() async throws {
        let good = try scratch.write(FontBuilder().build(), to: "good.ttf")
        let bad = try scratch.write(FontBuilder().build().prefix(400), to: "bad.ttf")
        let outcome = try await run(good, bad)
        #expect(outcome.exit == .failure)
        #expect(outcome.output.contains("2 files checked, 1 failed"))
        let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("bad.ttf") })
        #expect(line.hasPrefix("FAIL") && line.contains("Font basic parsability"))
    }

    @Test func `the report as JSON counts what the table shows`() async throws {
        let woff = try scratch.write(Array("wOFF....".utf8), to: "web.ttf")
        let strict = try await run(woff, "--json", "--report", "full")
        #expect(strict.exit == .failure)
        #expect(strict.output.contains(#""Failures": 1"#) && strict.output.contains(#""max_code": -102"#))
        #expect(strict.output.contains(#""FontFiles": 0"#))
        // It can be read, which is all that the lower level asks for.
        #expect(try await run(woff, "--json", "--level", "minimum").exit == .success)
    }

    @Test(arguments: ["minimum", "strict"])
    func `what nobody has examined passes at no level`(level: String) async throws {
        // Sparse: it takes no room.
        let large = try scratch.write([0, 1, 0, 0], to: "large.ttf")
        let file = try FileDescriptor.open(FilePath(large), .writeOnly)
        try file.closeAfter { try file.resize(to: Int64(FontLimits.fileSize) + 1) }
        let empty = try scratch.write([UInt8](), to: "empty.ttf")
        let text = try scratch.write(Array("<html>".utf8), to: "text.ttf")
        for (path, rule) in [(large, "File size"), (empty, "Font format"), (text, "Font format")] {
            let outcome = try await run(path, "--json", "--level", level)
            #expect(outcome.exit == .failure, "\(path)")
            #expect(outcome.output.contains(#""max_code": -101"#) && outcome.output.contains(rule), "\(outcome.output)")
            #expect(outcome.output.contains(#""os_installable": false"#))
        }
    }

    @Test func `the report names who judged, and who did not see a refused font`() async throws {
        let good = try scratch.write(FontBuilder().build(), to: "good.ttf")
        let bad = try scratch.write(FontBuilder().build().prefix(400), to: "bad.ttf")
        let both = try await run(good, bad).output
        let own = "Checked by Typecase \(Opinion.own.version), FreeType "
        #expect(both.contains(own) && both.contains(" (1 of 2 files), HarfBuzz "))
        #expect(try await run(bad).output.contains("Not checked by HarfBuzz. The font was refused before."))
        #expect(try await !run(good, "--report", "summary").output.contains("Checked by"))
        #expect(try await run(good, "--report", "full").output.contains("checked by Typecase"))
        #expect(try await run(good, "--json").output.contains(#""judge": "harfbuzz""#))
        #expect(try await !run(good, "--json", "--report", "summary").output.contains("opinions"))
    }

    @Test(arguments: ArchiveBuilder.Format.allCases)
    func `fonts in archives are examined each, web fonts too, and bad entries fail`(
        format: ArchiveBuilder.Format
    )
        async throws
    {
        let archive = try scratch.write(
            ArchiveBuilder([
                .init("a/good.ttf", FontBuilder().build()), .init("a/web.woff2", Array("wOF2....".utf8)),
                .init("a/readme.txt", [65]), .init("/abs.ttf", FontBuilder().build()),
            ]).build(format), to: "archives/fonts.\(format.rawValue)")
        let outcome = try await run(archive)
        #expect(outcome.exit == .failure)
        #expect(outcome.error == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("pass") && $0.contains("\(archive)/a/good.ttf") })
        #expect(lines.contains { $0.hasPrefix("FAIL") && $0.contains("\(archive)/a/web.woff2") })
        #expect(lines.contains { $0.hasPrefix("FAIL") && $0.contains("is absolute") })
        #expect(outcome.output.contains("3 files checked, 2 failed; 1 other file ignored"))

        #expect(try await run(scratch["archives"]).output.contains("0 files checked, 0 failed; 1 other file"))
        #expect(try await run("--archives", scratch["archives"]).output.contains("3 files checked"))
    }

    @Test func `an archive that cannot be read fails as a whole`() async throws {
        let sound = try ArchiveBuilder([.init("a.ttf", FontBuilder().build())]).build(.gzippedTar)
        let cut = try scratch.write(Array(sound.dropLast(100)), to: "cut.tar.gz")
        let text = try scratch.write(Array("<html>".utf8), to: "text.zip")
        for (path, reason) in [(cut, "damaged"), (text, "not an archive")] {
            let outcome = try await run(path)
            #expect(outcome.exit == .failure)
            #expect(outcome.output.contains(reason), "\(outcome.output)")
            #expect(outcome.output.contains("1 file checked, 1 failed"))
        }
    }

    /// Files of kinds that are no fonts to programs of today, by name, as such files begin.
    private static let refused: [(name: String, content: [UInt8], reason: String)] = [
        ("a.pfb", [0x80, 1, 10, 0, 0, 0] + Array("%!PS-AdobeFont-1.0".utf8), "Type 1"),
        ("b.pfa", Array("%!PS-AdobeFont-1.0: B".utf8), "Type 1"),
        ("c.woff", Array("wOFF".utf8) + [UInt8](repeating: 0, count: 60), "web font"),
        ("d.WOFF2", Array("wOF2".utf8) + [UInt8](repeating: 0, count: 60), "web font"),
        ("e.dfont", [0, 0, 1, 0] + [UInt8](repeating: 0, count: 60), "resource fork"),
        ("f.pcf", [1] + Array("fcp".utf8) + [UInt8](repeating: 0, count: 60), "PCF"),
        ("g.pcf.gz", [0x1F, 0x8B, 8, 0] + [UInt8](repeating: 0, count: 60), "compressed"),
        ("h.bdf", Array("STARTFONT 2.1\n".utf8), "BDF"),
        ("i.eot", [UInt8](repeating: 0, count: 34) + [0x4C, 0x50, 0, 0], "EOT"),
        ("type1 without a name", Array("%!PS-AdobeFont-1.0: C".utf8), "Type 1"),
        ("web", Array("wOF2".utf8) + [UInt8](repeating: 0, count: 60), "web font"),
    ]

    @Test func `a directory of fonts of other kinds does not pass, and each is told why`() async throws {
        for (name, content, _) in Self.refused { try scratch.write(content, to: "fonts/\(name)") }
        let outcome = try await run(scratch["fonts"])
        #expect(outcome.exit == .failure)
        #expect(outcome.error == "")
        let lines = outcome.output.split(separator: "\n")
        for (name, _, reason) in Self.refused {
            let line = try #require(lines.first { $0.contains("/fonts/\(name) ") }, "\(name)")
            #expect(line.hasPrefix("FAIL") && line.contains("-102") && line.contains(reason), "\(line)")
        }
        #expect(outcome.output.contains("\(Self.refused.count) files checked, \(Self.refused.count) failed\n"))
    }

    @Test func `files that are no fonts are counted and make no difference`() async throws {
        try scratch.write(FontBuilder().build(), to: "fonts/font.ttf")
        try scratch.write(FontBuilder(family: "Two").build(), to: "fonts/a font without an extension")
        let others: [(String, [UInt8])] = [
            ("README", Array("These are fonts.\n".utf8)), ("OFL.txt", []), ("sample.ps", Array("%!PS-Adobe-3.0".utf8)),
            ("favicon.ico", [0, 0, 1, 0, 1, 0]), ("deeper/fonts.conf", Array("<fontconfig/>".utf8)),
        ]
        for (name, content) in others { try scratch.write(content, to: "fonts/\(name)") }
        let outcome = try await run(scratch["fonts"])
        #expect(outcome.exit == .success)
        #expect(outcome.output.contains("2 files checked, 0 failed; 5 other files ignored\n"), "\(outcome.output)")
        let report = try await run(scratch["fonts"], "--json").output
        #expect(report.contains(#""FilesProcessed": 2"#) && report.contains(#""FilesIgnored": 5"#))
        let named = try await run(scratch["fonts/README"])
        #expect(named.exit == .failure, "a file that is named was meant")
    }

    @Test func `a file that is not there fails`() async throws {
        let outcome = try await run(scratch["missing.ttf"])
        #expect(outcome.exit == .failure)
        #expect(outcome.error.contains("There is no such file."))
    }

    @Test(arguments: [["validate"], ["validate", "--level", "lax", "x"], ["validate", "--unknown", "x"]])
    func `a wrong command line ends with the code of Apple's validator`(arguments: [String]) async throws {
        let outcome = try await ChildProcess.run(BuildProducts.executable("typecase"), arguments, environment: [:])
        #expect(outcome.termination == .exited(252))
        #expect(outcome.standardError.contains("Usage: typecase validate"))
    }

    @Test func `the program finds its worker and needs no bus`() async throws {
        let home = try ScratchHome()
        let font = try scratch.write(FontBuilder().build(), to: "font.ttf")
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("typecase"), ["validate", font], environment: home.environment)
        #expect(outcome.termination == .exited(0))
        #expect(outcome.standardOutput.contains("1 file checked, 0 failed"))
    }
}
