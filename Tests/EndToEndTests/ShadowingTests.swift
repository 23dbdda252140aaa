internal import BusInterface
internal import DBus
internal import FontModel
internal import TestSupport
internal import Testing

/// Fonts that programs would be given in the place of those of the system.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct ShadowingTests {
    /// A font that is in the way of no name and no style but those that a test gives it.
    private static func makeClone(
        _ number: Int, family: String = "System Sans", style: String = "Innocent", _ change: (inout FontBuilder) -> Void
    ) -> [UInt8] {
        var font = FontBuilder(family: family)
        font.postscriptName = "Clone\(number)"
        font.fullName = "Clone \(number)"
        font.revision = 99
        font.extraNames = [.init(id: 17, language: 0x409, value: style)]
        change(&font)
        return font.build()
    }

    /// Clones of the regular font of a family, each made to be taken for it in another way.
    private static let clones: [(String, [UInt8])] = [
        ("a higher revision", makeClone(1) { _ in }),
        ("the same style", makeClone(2, style: "Regular") { $0.revision = 1 }),
        ("another spelling", makeClone(3, family: "SYSTEM  sans") { _ in }),
        (
            "the family in another language",
            makeClone(4, family: "Own") { $0.extraNames.append(.init(id: 1, language: 0x407, value: "System Sans")) }
        ),
        (
            "the typographic family",
            makeClone(5, family: "Own") { $0.extraNames.append(.init(id: 16, language: 0x409, value: "System Sans")) }
        ),
        (
            "a family that only fontconfig reads",
            makeClone(6, family: "Own") { $0.extraNames.append(.init(id: 21, language: 0x409, value: "System Sans")) }
        ),
        (
            "a weight among others",
            makeClone(7) {
                $0.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 100, maximum: 900)]
            }
        ),
        ("a slope that is in one table alone", makeClone(8) { $0.tableOverrides["post"] = Self.slopedPost }),
        ("the full name", makeClone(9, family: "Own") { $0.fullName = "SYSTEM-sans regular" }),
        ("the PostScript name as the full name", makeClone(10, family: "Own") { $0.fullName = "SystemSans-Regular" }),
        (
            "the full name in another language",
            makeClone(11, family: "Own") {
                $0.extraNames.append(.init(id: 4, language: 0x407, value: "System Sans Regular"))
            }
        ),
        (
            "the full name as that of a named instance",
            makeClone(13, family: "System") {
                $0.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 100, maximum: 900)]
                $0.namedInstances = [NamedInstance(name: "Sans Regular", postscriptName: nil, coordinates: [400])]
            }
        ),
    ]

    /// A `post` table of version 3 with an angle of ten degrees, in an otherwise upright font.
    private static let slopedPost: [UInt8] =
        [0, 3, 0, 0, 0xFF, 0xF6, 0, 0] + [UInt8](repeating: 0, count: 24)

    @Test("No program is given another font for one of the system, whatever the other one says of itself")
    func clones() async throws {
        let home = try ScratchHome()
        let system = try home.addSystemFont(makeFont("System Sans"), name: "regular.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            func match() async throws -> String {
                try await daemon.run("/usr/bin/fc-match", "--format", "%{file}", "System Sans").standardOutput
            }
            for (description, clone) in Self.clones {
                let refused = try await daemon.register([home.openFont(clone)])
                #expect(refused.results.first?.errorName == "Shadowed", "\(description): \(refused.results)")
                #expect(refused.results.first?.text("owner") == "system")
                // Disabled it may be there; only, nothing enables it.
                let id = try await daemon.register(clone, by: .user, enabled: false)
                let enabling = try await daemon.setEnabled([id], true, by: .user)
                #expect(enabling.results.first?.errorName == "Shadowed", "\(description): \(enabling.results)")
                _ = try await daemon.unregister([id], by: .user)
            }
            #expect(daemon.publishedFiles == [])
            #expect(try await match() == system)
        }
    }

    @Test("Other styles of a family of the system are welcome, and so is an older font that programs will not choose")
    func otherStyles() async throws {
        let home = try ScratchHome()
        let system = try home.addSystemFont(makeFont("System Sans"), name: "regular.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let others = [
                Self.makeClone(1) { $0.weight = 900 }, Self.makeClone(2) { $0.widthClass = 3 },
                Self.makeClone(3) { $0.slant = .italic }, Self.makeClone(4) { $0.revision = 1 },
                Self.makeClone(5, family: "System Sans Two") { _ in },
            ]
            let answer = try await daemon.register(
                others.enumerated().map { try home.openFont($0.element, name: "\($0.offset).ttf") })
            #expect(answer.results.map(\.errorName) == ["", "", "", "", ""], "\(answer.results)")
            let match = try await daemon.run("/usr/bin/fc-match", "--format", "%{file}", "System Sans")
            #expect(match.standardOutput == system)
            let black = try await daemon.run("/usr/bin/fc-match", "--format", "%{postscriptname}", "System Sans:black")
            #expect(black.standardOutput == "Clone1")
            #expect(daemon.publishedFiles.count == others.count)
        }
    }

    @Test(
        "No font has the family and style of another provider's, whatever its PostScript name is",
        arguments: Way.allCases)
    func otherProviders(way: Way) async throws {
        let other: Way = way == .user ? .provider : .user
        try await RunningDaemon.run { daemon in
            let first = try await daemon.register(makeFont("Provided Sans"), by: way)
            let clone = Self.makeClone(1, family: "PROVIDED-SANS", style: "regular") { $0.weight = 300 }
            let refused = try await daemon.register([daemon.home.openFont(clone)], by: other)
            #expect(refused.results.first?.errorName == "DuplicatedName", "\(refused.results)")
            let owner = try #require(try await daemon.list(by: .user).first).text("provider")
            #expect(refused.results.first?.text("owner") == owner)
            #expect(refused.results.first?.text("message").contains(owner) == true)

            // Disabled it may wait, until the other one is out of the way.
            let waiting = try await daemon.register(clone, by: other, enabled: false)
            #expect(
                try await daemon.setEnabled([waiting], true, by: other).results.map(\.errorName) == ["DuplicatedName"])
            _ = try await daemon.setEnabled([first], false, by: way)
            #expect(try await daemon.setEnabled([waiting], true, by: other).results.map(\.errorName) == [""])
            #expect(
                try await daemon.setEnabled([first], true, by: way).results.map(\.errorName) == ["DuplicatedName"])

            // Another style is another font, a variable one goes with static ones, and each has its own as it likes.
            let welcome = [
                Self.makeClone(2, family: "Provided Sans") { _ in },
                Self.makeClone(3, family: "Provided Sans", style: "Regular") {
                    $0.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 400, maximum: 900)]
                },
            ]
            for font in welcome { _ = try await daemon.register(font, by: way) }
            let own = Self.makeClone(4, family: "Provided Sans", style: "Regular") { $0.weight = 200 }
            _ = try await daemon.register(own, by: other)

            // Programs that go by looks would be given it for the other provider's, whatever its style is called.
            let book = Self.makeClone(5, family: "Provided Sans", style: "Book") { _ in }
            let hiding = try await daemon.register([daemon.home.openFont(book)], by: other)
            #expect(hiding.results.map(\.errorName) == ["DuplicatedName"], "\(hiding.results)")
            #expect(hiding.results.first?.text("owner") == owner)
            let older = Self.makeClone(6, family: "Provided Sans", style: "Book") { $0.revision = 98 }
            _ = try await daemon.register(older, by: other)
        }
    }

    @Test("A font that the system has later is told of where it collides with a registered one, until one of them goes")
    func laterSystemFonts() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("System Sans"), name: "regular.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            func wait(for count: UInt32) async throws {
                while true {
                    let told: UInt32? = try await daemon.management.status()["colliding_fonts"]?.converted()
                    if told == count { return }
                }
            }
            func collisions() async throws -> [String: String] {
                Dictionary(
                    uniqueKeysWithValues: try await daemon.list(by: .user).map { ($0.text("id"), $0.text("collision")) }
                )
            }
            let named = try await daemon.register(makeFont("Later Sans"))
            let hiding = try await daemon.register(Self.makeClone(1, family: "Later Serif") { _ in }, by: .user)
            let other = try await daemon.register(makeFont("Other Sans"))
            try await wait(for: 0)
            #expect(try await collisions() == [named: "", hiding: "", other: ""])

            let sans = try home.addSystemFont(makeFont("Later Sans", characters: "AB"), name: "later-sans.ttf")
            let serif = try home.addSystemFont(makeFont("Later Serif"), name: "later-serif.ttf")
            try await wait(for: 2)
            #expect(try await collisions() == [named: sans, hiding: serif, other: ""])
            #expect(daemon.publishedFiles.count == 3, "both stay, as somebody counts on them")
            let listed = try await daemon.typecase("list")
            #expect(listed.standardOutput.split(separator: "\n").filter { $0.contains("collides") }.count == 2)
            let examined = try await daemon.typecase("doctor", "--json")
            #expect(examined.standardOutput.contains("colliding-fonts"), "\(examined.standardOutput)")

            // It is so after a start as well, a font that is disabled is in nobody's way, and it stays disabled.
            try await daemon.restart()
            try await wait(for: 2)
            _ = try await daemon.setEnabled([hiding], false, by: .user)
            #expect(try await collisions() == [named: sans, hiding: "", other: ""])
            #expect(
                try await daemon.setEnabled([hiding], true, by: .user).results.map(\.errorName) == ["Shadowed"])
            try home.removeSystemFont("later-sans.ttf")
            try home.removeSystemFont("later-serif.ttf")
            try await wait(for: 0)
            #expect(try await collisions() == [named: "", hiding: "", other: ""])
            #expect(try await daemon.setEnabled([hiding], true, by: .user).results.map(\.errorName) == [""])
        }
    }

    @Test("No font is the first choice for a kind of fonts")
    func genericFamilies() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("System Sans"), name: "regular.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let names = ["serif", "Sans Serif", "MONOSPACE", "emoji", "math", "system-ui", "Cursive"]
            for (number, name) in names.enumerated() {
                let refused = try await daemon.register([home.openFont(Self.makeClone(number, family: name) { _ in })])
                #expect(refused.results.first?.errorName == "Shadowed", "\(name): \(refused.results)")
                #expect(try await daemon.fontconfigMatch(name) == "System Sans")
            }
            let answer = try await daemon.register([home.openFont(makeFont("Serif Sans Mono"))])
            #expect(answer.results.first?.errorName == "")
        }
    }
}
