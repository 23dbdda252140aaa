internal import BusInterface
internal import DBus
internal import FontModel
internal import TestSupport
internal import Testing

/// What consumers are told of the face that is nearest to what they ask for.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct MatchTests {
    private typealias Dictionary = [String: BusVariant]

    /// A variable font with a named instance.
    private func makeVariableFont() -> [UInt8] {
        var font = FontBuilder(family: "Vary")
        font.axes = [
            VariationAxis(tag: "wght", name: "Weight", minimum: 200, defaultValue: 400, maximum: 900),
            VariationAxis(tag: "wdth", name: "Width", minimum: 75, defaultValue: 100, maximum: 125),
        ]
        font.namedInstances = [
            NamedInstance(name: "Light", postscriptName: "Vary-Light", coordinates: [300, 100]),
            NamedInstance(name: "Heavy", postscriptName: "Vary-Heavy", coordinates: [800, 125]),
        ]
        return font.build()
    }

    @Test("The place in the design space goes with a match of a named instance and of axis values")
    func variations() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(makeVariableFont())
            let descriptors: [Dictionary] = [
                ["name": BusVariant("Vary-Heavy")],
                ["family": BusVariant("Vary"), "style": BusVariant("Light")],
                ["family": BusVariant("Vary"), "weight": BusVariant(640.0)],
                ["family": BusVariant("Vary"), "bold": BusVariant(true)],
                ["family": BusVariant("Vary"), "instance": BusVariant(["wght": 300.0])],
                ["family": BusVariant("Vary")],
            ]
            for details in [false, true] {
                let faces = try await daemon.manager.match(
                    descriptors: descriptors, options: ["details": BusVariant(details)])
                #expect(faces.map { $0.text("id") } == Array(repeating: id, count: 6))
                #expect(
                    try faces.map { try $0["instance"]?.converted(to: [String: Double].self) } == [
                        ["wght": 800, "wdth": 125], ["wght": 300, "wdth": 100], ["wght": 640, "wdth": 100],
                        ["wght": 700, "wdth": 100], ["wght": 300, "wdth": 100], nil,
                    ])
                #expect(faces.map { $0.text("named_instance") } == ["Heavy", "Light", "", "", "Light", ""])
            }
        }
    }

    @Test("What is mandatory is there or nothing is found, attribute by attribute, bold and italic included")
    func mandatory() async throws {
        try await RunningDaemon.run { daemon in
            var italic = FontBuilder(family: "Slope", style: "Italic")
            italic.slant = .italic
            var bold = FontBuilder(family: "Slope", style: "Bold")
            bold.weight = 700
            for font in [FontBuilder(family: "Slope"), italic, bold] { _ = try await daemon.register(font.build()) }
            let asked: [(key: String, value: BusVariant, face: String, isThere: Bool)] = [
                ("bold", BusVariant(true), "Slope-Bold", true), ("italic", BusVariant(true), "Slope-Italic", true),
                ("bold", BusVariant(false), "Slope-Regular", true), ("weight", BusVariant(700.0), "Slope-Bold", true),
                ("weight", BusVariant(600.0), "Slope-Bold", false),
                ("slant", BusVariant("oblique"), "Slope-Italic", false),
                ("monospace", BusVariant(true), "Slope-Regular", false),
                ("variable", BusVariant(true), "Slope-Regular", false),
                ("width", BusVariant(75.0), "Slope-Regular", false),
                ("characters", BusVariant("Aж"), "Slope-Regular", false),
                ("instance", BusVariant(["wght": 300.0]), "Slope-Regular", false),
                ("style", BusVariant("bold"), "Slope-Bold", true),
                ("user_info", BusVariant("x"), "Slope-Regular", false),
            ]
            for (key, value, face, isThere) in asked {
                let descriptor: Dictionary = ["family": BusVariant("Slope"), key: value]
                let wish = try await daemon.manager.match(descriptors: [descriptor], options: [:])
                #expect(wish.map { $0.text("postscript_name") } == [face], "\(key)")
                let must = try await daemon.manager.match(
                    descriptors: [descriptor], options: ["mandatory": BusVariant([key])])
                #expect(must.map { $0.text("postscript_name") } == [isThere ? face : ""], "\(key)")
            }
        }
    }

    @Test("Descriptors with axis values that mean nothing are refused, each for what is wrong with it")
    func badVariations() async throws {
        try await RunningDaemon.run { daemon in
            let bad: [BusVariant] = [
                BusVariant(["weight": 300.0]), BusVariant(["": 300.0]), BusVariant(["wght": Double.nan]),
                BusVariant(["wght": Double.infinity]), BusVariant("wght=300"),
                BusVariant(Swift.Dictionary(uniqueKeysWithValues: (100..<165).map { ("a\($0)", 1.0) })),
            ]
            for value in bad {
                let error = await #expect(throws: BusError.self) {
                    try await daemon.manager.match(
                        descriptors: [["family": BusVariant("Vary"), "instance": value]], options: [:])
                }
                #expect(error?.code == .invalidArguments)
                #expect(error?.message.contains("instance") == true)
            }
        }
    }
}
