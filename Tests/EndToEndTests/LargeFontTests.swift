internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that are too large for memory, which wait in files without names.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct LargeFontTests {
    /// A font with a private table that nothing compresses.
    private static func font(_ size: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 5)
        var table = [UInt8](repeating: 0, count: size)
        for place in stride(from: 0, to: size, by: 512) { table[place] = UInt8.random(in: 0...255, using: &random) }
        var font = FontBuilder(family: "Large")
        font.tableOverrides["DATA"] = table
        return font.build()
    }

    @Test("A font beyond what is kept in memory is installed for the user, found and opened with the same bytes")
    func user() async throws {
        try await RunningDaemon.run { daemon in
            let font = Self.font(FontLimits.memorySize + 1)
            let path = try daemon.home.scratch.write(font, to: "given/large.ttf")
            let installed = try await daemon.typecase("install", path)
            #expect(installed.termination == .exited(0), "\(installed.standardError)")
            #expect(try await daemon.fontconfigFamilies() == ["Large"])
            #expect(try await daemon.typecase("install", path).termination == .exited(2))
            for name in ["one.ttf", "two.ttf"] {
                let opened = daemon.home.scratch[name]
                #expect(try await daemon.typecase("open", "Large Regular", "--output", opened).succeeded)
                #expect(try FileDigest.of(.reading(opened)) == FileDigest.of(.reading(path)))
            }
        }
    }

    @Test("A collection of more faces than a program may have is installed for the user, and refused to a program")
    func faces() async throws {
        try await RunningDaemon.run { daemon in
            let count = FontLimits.facesOfPrograms + 1
            let font = FontBuilder.collection((0..<count).map { FontBuilder(family: "Face \($0)") })
            let refused = try await daemon.register([daemon.home.openFont(font)])
            #expect(refused.results.first?.errorName == "ExceededResourceLimit")
            #expect(refused.results.first?.text("message").contains("typecase install") == true)
            _ = try await daemon.register(font, by: .user)
            #expect(try await daemon.fontconfigFamilies().count == count)
        }
    }

    @Test("A file that is larger than a program's may be is refused with the limit and a way out")
    func program() async throws {
        try await RunningDaemon.run { daemon in
            let font = Self.font(FontLimits.fileSizeOfPrograms + 1)
            let result = try #require(try await daemon.register([daemon.home.openFont(font)]).results.first)
            #expect(result.errorName == "ExceededResourceLimit")
            #expect(
                result.text("message").contains("\(FontLimits.fileSizeOfPrograms) are allowed for fonts of programs"))
        }
    }
}
