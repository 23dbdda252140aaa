internal import BusInterface
internal import DBus
internal import FontModel
internal import TestSupport
internal import Testing

/// Fonts that are odd but no danger: registered, and their providers are told what is odd.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct WarningTests {
    /// Fonts, each with the rule of its warning and a part of what it says.
    private static let fonts: [(family: String, font: [UInt8], rule: String, message: String)] = {
        var lookAlike = FontBuilder(family: "Dej\u{430}Vu")
        lookAlike.postscriptName = "LookAlike"
        var everything = FontBuilder(family: "Everything")
        everything.tableOverrides["cmap"] = SampleTables.words(
            [0, 1, 3, 10, 0, 12] + [13, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0x10, 0xFFFF, 0, 1])
        var program = FontBuilder(family: "Program")
        program.tableOverrides["prep"] = [0x8F]
        var sums = FontBuilder(family: "Sums").build()
        // The checksum of the first table.
        sums[16] ^= 0x55
        return [
            ("Dej\u{430}Vu", lookAlike.build(), "'name' table usability", "could be mistaken for another"),
            ("Everything", everything.build(), "'cmap' table usability", "characters"),
            ("Program", program.build(), "TrueType instructions", "0x8F"),
            ("Sums", sums, "Table checksums", "does not have the checksum"),
        ]
    }()

    @Test("What is odd about a font is told to whoever registers it", arguments: Way.allCases)
    func findings(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            for (family, font, rule, message) in Self.fonts {
                for isKnown in [false, true] {
                    let answer = try await daemon.register([daemon.home.openFont(font)], by: way)
                    let result = try #require(answer.results.first)
                    #expect(result.errorName == "")
                    #expect(result.boolean("already_registered") == isKnown)
                    let warnings = result.dictionaries("warnings")
                    // Some make FreeType complain as well.
                    let warning = warnings.first { $0.text("rule") == rule }
                    #expect(warning?.text("message").contains(message) == true, "\(family): \(warnings)")
                    #expect(warnings.allSatisfy { $0.text("kind") == "finding" && $0["owner"] == nil })
                }
            }
            #expect(try await daemon.fontconfigFamilies() == Set(Self.fonts.map(\.family)))
            let plain = try await daemon.register([daemon.home.openFont(makeFont("Plain"))], by: way)
            #expect(plain.results.first?["warnings"] == nil)
        }
    }

    @Test("typecase install tells it, for one font and for many")
    func commandLine() async throws {
        try await RunningDaemon.run { daemon in
            for (number, (_, font, _, message)) in Self.fonts.enumerated() {
                let path = try daemon.home.scratch.write(font, to: "given/odd\(number).ttf")
                let outcome = try await daemon.typecase("install", path)
                #expect(outcome.succeeded)
                #expect(outcome.standardError.hasPrefix("typecase: \(path): warning: "), "\(outcome.standardError)")
                #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
            }
            for number in 0..<20 {
                var font = FontBuilder(family: "Many \(number)")
                font.tableOverrides["prep"] = [0xAF]
                _ = try daemon.home.scratch.write(font.build(), to: "many/\(number).ttf")
            }
            let many = try await daemon.typecase("install", daemon.home.scratch["many"])
            #expect(many.succeeded)
            let lines = many.standardError.split(separator: "\n").filter { $0.contains("not defined: 0xAF.") }
            #expect(lines.count == 20, "\(many.standardError)")
        }
    }
}
