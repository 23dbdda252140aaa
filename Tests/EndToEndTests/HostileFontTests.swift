internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that are made to cost all programs too much, or to be taken for something else than fonts.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct HostileFontTests {
    @Test("What would cost every program too much is refused, and nothing of it is kept", arguments: Way.allCases)
    func amplification(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            let processID = daemon.processID
            for (name, font) in [("instances", Self.manyInstances), ("faces", Self.manyFaces), ("name", Self.longName)]
            {
                let answer = try await daemon.register(
                    [
                        daemon.home.openFont(font, name: "\(name).ttf"),
                        daemon.home.openFont(makeFont("Beside \(name)"), name: "good.ttf"),
                    ], by: way)
                let refused = try #require(answer.results.first)
                let expected = name == "name" ? "InvalidFontData" : "ExceededResourceLimit"
                #expect(refused.errorName == expected, "\(name): \(refused)")
                #expect(refused.text("message").utf8.count < 300)
                #expect(answer.results.last?.errorName == "")
            }
            #expect(daemon.processID == processID)
            #expect(daemon.publishedFiles.count == 3)
            #expect(try await daemon.fontconfigFamilies() == ["Beside instances", "Beside faces", "Beside name"])
        }
    }

    /// A program that has fontconfig load all fonts and choose one, and tells the most memory that it had in KiB.
    private static let client = """
        import ctypes
        library = ctypes.CDLL("libfontconfig.so.1")
        def call(name, *arguments):
            function = getattr(library, name)
            function.restype = ctypes.c_void_p
            return ctypes.c_void_p(function(*arguments))
        config = call("FcInitLoadConfigAndFonts")
        pattern = call("FcPatternCreate")
        call("FcConfigSubstitute", config, pattern, 0)
        call("FcDefaultSubstitute", pattern)
        call("FcFontMatch", config, pattern, ctypes.byref(ctypes.c_int()))
        with open("/proc/self/status") as status:
            print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
        """

    private func clientMemory(_ daemon: RunningDaemon) async throws -> Int {
        let outcome = try await daemon.run("/usr/bin/python3", "-c", Self.client)
        return try #require(Int(outcome.standardOutput.dropLast()), "\(outcome.standardError)")
    }

    /// By how many KiB the heap of a program grows at a time, however little it needs: mallopt(3), M_TOP_PAD, and a page.
    private static let heapStep = 132

    @Test("The costliest fonts that pass cost each program that looks for fonts no more than the cap on patterns")
    func memory() async throws {
        #expect(Self.characterMap.count < 780)
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Ordinary"))
            let costly = [
                ("all characters", Self.allCharacters),
                (
                    "faces",
                    FontBuilder.collection((0..<FontLimits.facesOfPrograms).map { FontBuilder(family: "Face \($0)") })
                ),
                ("instances", Self.instances(FontLimits.namedInstances)),
                ("faces and instances", Self.patterns),
                ("names and instances", Self.longNames),
            ]
            for (name, font) in costly {
                let before = try await clientMemory(daemon)
                let id = try await daemon.register(font)
                let growth = try await clientMemory(daemon) - before
                #expect(daemon.publishedFiles.count == 2)
                #expect(growth < FontLimits.patternBytes >> 10 + Self.heapStep, "\(name): \(growth) KiB")
                _ = try await daemon.unregister([id])
            }
        }
    }

    /// Names that would be something else in a path, on a command line, in fontconfig's XML or in a shell.
    private static let names = [
        "../../../../etc/cron.d/x", "..", ".conf", ".hidden", "-rf", "--help", "/etc/passwd", "a\\b", "x.conf",
        "<dir>/etc</dir>", "\"/><edit name=\"family\">", "]]>", "&amp;", "<?xml?>", "<!--", "$(touch x)", "`id`",
        "a;b|c", "*", "%n%s", String(repeating: "x", count: 240), "'",
    ]

    @Test("Names are only names: no path, no option, no configuration", arguments: Way.allCases)
    func names(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            func configuration() async throws -> String { try await daemon.run("/usr/bin/fc-conflist").standardOutput }
            let configured = try await configuration()
            for (number, name) in Self.names.enumerated() {
                var font = FontBuilder(family: name)
                font.postscriptName = "Named\(number)"
                font.characters += String(UnicodeScalar(UInt8(0x61 + number)))
                let id = try await daemon.register(font.build(), by: way)
                #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil)
            }
            #expect(try await daemon.fontconfigFamilies() == Set(Self.names))
            #expect(daemon.publishedFiles.count == Self.names.count)
            for file in daemon.publishedFiles { #expect(file.name.wholeMatch(of: /[0-9a-f]{32}\.ttf/) != nil) }
            // Nothing of ours tells fontconfig anything, and nothing is anywhere else.
            #expect(try await configuration() == configured)
            for arguments in [["list"], ["list", "--json"], ["info", "Named9"]] {
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), arguments, environment: daemon.environment,
                    directory: daemon.home.path)
                #expect(outcome.succeeded, "\(outcome.standardError)")
            }
            // Both programs ran in the home, where a shell would have left something of these names.
            let made = try await daemon.run("/usr/bin/find", daemon.home.path, "-name", "*.conf", "-o", "-name", "x*")
            #expect(made.standardOutput == "")
        }
    }

    /// Names that would move the cursor, end a text early, turn it around, or could not be seen.
    private static let misleading = [
        "a\nb", "a\rb", "a\tb", "\u{1B}[31mred", "a\u{7F}b", "a\u{9B}b", "\u{202E}txet", "a\u{2066}b\u{2069}",
        "a\u{2028}b", "a\u{200B}b", "a\u{FEFF}b", "a\u{E0041}b", String(repeating: "x", count: 256),
        String(repeating: "x", count: 30_000),
    ]

    @Test("Names that mislead people and terminals are refused, by a message in which they are harmless")
    func misleadingNames() async throws {
        try await RunningDaemon.run { daemon in
            for (number, name) in Self.misleading.enumerated() {
                var font = FontBuilder(family: "Honest \(number)")
                font.extraNames = [.init(id: 1, language: 0x407, value: name)]
                let answer = try await daemon.register([daemon.home.openFont(font.build())])
                let refused = try #require(answer.results.first)
                #expect(refused.errorName == "InvalidFontData", "\(number): \(refused)")
                #expect(refused.text("message").utf8.count < 300)
                #expect(refused.text("message").unicodeScalars.allSatisfy { 0x20...0x7E ~= $0.value })
            }
            #expect(daemon.publishedFiles == [])
        }
    }

    // MARK: - Fonts

    /// Ten thousand named instances, all at the place of the first.
    private static var manyInstances: [UInt8] {
        var font = FontBuilder(family: "Instances")
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 400, maximum: 900)]
        font.namedInstances = [NamedInstance(name: "Bold", postscriptName: nil, coordinates: [700])]
        var table = font.tables().first { $0.tag == "fvar" }?.content ?? []
        table.replaceSubrange(12..<14, with: [0x27, 0x10])
        let instance = table.suffix(8)
        for _ in 1..<10_000 { table += instance }
        font.tableOverrides["fvar"] = table
        return font.build()
    }

    /// 65,000 faces that are one and the same.
    private static var manyFaces: [UInt8] {
        let count = 65_000
        let header = 12 + 4 * count
        var face = FontBuilder(family: "Faces").build()
        func put(_ value: Int, at offset: Int) {
            for index in 0..<4 { face[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
        }
        for record in stride(from: 12, to: 12 + 16 * Int(face[5]), by: 16) {
            put(face[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) } + header, at: record + 8)
        }
        let offset = SampleTables.words([header >> 16, header & 0xFFFF])
        let places = [UInt8]((0..<count).map { _ in offset }.joined())
        return Array("ttcf".utf8) + SampleTables.words([1, 0, count >> 16, count & 0xFFFF]) + places + face
    }

    private static var longName: [UInt8] {
        var font = FontBuilder(family: "Long")
        font.extraNames = [.init(id: 1, language: 0x407, value: String(repeating: "x", count: 30_000))]
        return font.build()
    }

    /// A `cmap` of format 13 that gives one glyph to everything.
    private static let characterMap = SampleTables.words(
        [0, 1, 3, 10, 0, 12] + [13, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0x10, 0xFFFF, 0, 1])

    private static var allCharacters: [UInt8] {
        var font = FontBuilder(family: "All Characters")
        font.tableOverrides["cmap"] = characterMap
        return font.build()
    }

    /// A variable font with so many named instances, each with a name of its own.
    private static func variable(_ family: String, instances count: Int) -> FontBuilder {
        var font = FontBuilder(family: family)
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 400, maximum: 999)]
        font.namedInstances = (0..<count).map {
            NamedInstance(name: "I\($0)", postscriptName: nil, coordinates: [Double(1 + $0 % 999)])
        }
        return font
    }

    private static func instances(_ count: Int) -> [UInt8] { variable("Instances", instances: count).build() }

    /// As many instances as can be with long names in each pattern.
    private static var longNames: [UInt8] {
        var font = variable("Long Names", instances: 50)
        font.extraNames = (0..<32).map {
            .init(id: 1, language: UInt16(0x401 + $0), value: "\($0)" + String(repeating: "x", count: 240))
        }
        return font.build()
    }

    /// As many patterns as are allowed, in few faces.
    private static var patterns: [UInt8] {
        let share = FontLimits.patterns / 2 - 2
        return FontBuilder.collection((0..<2).map { variable("Patterns \($0)", instances: share) })
    }
}
