internal import BusInterface
internal import DBus
internal import FontModel
internal import TestSupport
internal import Testing

/// Which fonts are taken for one, and which are in each other's way.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct IdentityTests {
    @Test("The same bytes again are one registration, and the answer says so", arguments: Way.allCases, Scope.allCases)
    func sameBytes(way: Way, scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            let font = makeFont("Again")
            let first = try await daemon.register([daemon.home.openFont(font)], by: way, scope: scope)
            #expect(first.results.first?.boolean("already_registered") == false)
            #expect(first.results.first?.text("scope") == scope.rawValue)
            let again = try await daemon.register([daemon.home.openFont(font, name: "b.ttf")], by: way, scope: scope)
            #expect(again.results.first?.errorName == "")
            #expect(again.results.first?.boolean("already_registered") == true)
            #expect(again.results.first?.text("id") == first.results.first?.text("id"))
            #expect(again.generation == first.generation, "nothing changed")
            #expect(daemon.publishedFiles.count == 1)
        }
    }

    @Test(
        "A name that is taken is refused with its owner, however it is spelt", arguments: Way.allCases, Scope.allCases)
    func takenNames(way: Way, scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            let other: Way = way == .user ? .provider : .user
            let holder = try await daemon.register(makeFont("Taken Name"), by: other)
            let owner = try #require(try await daemon.list(by: .user).first).text("provider")
            for (number, name) in ["TakenName-Regular", "takenname_regular", "TAKEN-NAME-REGULAR"].enumerated() {
                var font = FontBuilder(family: "Other \(number)")
                font.postscriptName = name
                font.revision = 99
                let bytes = font.build()
                let refused = try await daemon.register([daemon.home.openFont(bytes)], by: way, scope: scope)
                #expect(refused.results.first?.errorName == "DuplicatedName")
                #expect(refused.results.first?.text("owner") == owner)
                // Disabled it may be there, and then it cannot be enabled before the other one is not.
                let id = try await daemon.register(bytes, by: way, scope: scope, enabled: false)
                let enabling = try await daemon.setEnabled([id], true, by: way)
                #expect(enabling.results.first?.errorName == "DuplicatedName")
                #expect(enabling.results.first?.text("owner") == owner)
                _ = try await daemon.unregister([id], by: way)
            }
            let waiting = try await daemon.register(
                makeFont("Taken Name", characters: "AB"), by: way, scope: scope, enabled: false)
            _ = try await daemon.setEnabled([holder], false, by: .user)
            #expect(try await daemon.setEnabled([waiting], true, by: way).results.first?.errorName == "")
            #expect(try await daemon.fontconfigFamilies() == ["Taken Name"])
        }
    }

    /// Fonts that programs would be given for the regular font of "Wanted Sans" by its full name or its PostScript name,
    /// as browsers ask for it.
    private static let impostors: [(String, [UInt8])] = {
        func impostor(_ number: Int, _ change: (inout FontBuilder) -> Void) -> [UInt8] {
            var font = FontBuilder(family: "Impostor \(number)")
            change(&font)
            return font.build()
        }
        return [
            ("the full name in another spelling", impostor(1) { $0.fullName = "WANTED-sans regular" }),
            ("the PostScript name as a full name", impostor(2) { $0.fullName = "WS Roman" }),
            (
                "the full name in another language",
                impostor(3) { $0.extraNames.append(.init(id: 4, language: 0x407, value: "Wanted Sans Regular")) }
            ),
            (
                "a full name that only programs for the Macintosh read",
                impostor(4) {
                    $0.extraNames.append(.init(id: 4, language: 0, value: "Wanted Sans Regular", platform: 1))
                }
            ),
            ("the full name as a PostScript name", impostor(5) { $0.postscriptName = "WantedSans-Regular" }),
        ]
    }()

    @Test(
        "A full name of another's enabled font is refused with its owner, whichever record has it; others are welcome",
        arguments: Way.allCases)
    func fullNames(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            let other: Way = way == .user ? .provider : .user
            var wanted = FontBuilder(family: "Sought")
            wanted.fullName = "Wanted Sans Regular"
            wanted.postscriptName = "WS-Roman"
            let holder = try await daemon.register(wanted.build(), by: other)
            let owner = try #require(try await daemon.list(by: .user).first).text("provider")
            for (description, impostor) in Self.impostors {
                let refused = try await daemon.register([daemon.home.openFont(impostor)], by: way)
                #expect(refused.results.first?.errorName == "DuplicatedName", "\(description): \(refused.results)")
                #expect(refused.results.first?.text("owner") == owner, "\(description)")
                #expect(refused.results.first?.text("message").contains(owner) == true, "\(description)")
            }
            var welcome = FontBuilder(family: "Welcome")
            welcome.fullName = "Wanted Sans"
            welcome.extraNames = [.init(id: 4, language: 0x407, value: "Wanted Sans Regulär")]
            _ = try await daemon.register(welcome.build(), by: way)
            // Whoever is disabled holds no name.
            _ = try await daemon.setEnabled([holder], false, by: .user)
            for (description, impostor) in Self.impostors {
                let answer = try await daemon.register([daemon.home.openFont(impostor)], by: way)
                #expect(answer.results.first?.errorName == "", "\(description): \(answer.results)")
                _ = try await daemon.unregister([try #require(answer.results.first).text("id")], by: way)
            }
        }
    }

    @Test("All faces of a collection count", arguments: Way.allCases, Scope.allCases)
    func collections(way: Way, scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            let names = ["First", "Second", "Third"]
            _ = try await daemon.register(
                FontBuilder.collection(names.map { FontBuilder(family: $0) }), by: way, scope: scope)
            var third = FontBuilder(family: "Another")
            third.postscriptName = "Third-Regular"
            for font in [third.build(), FontBuilder.collection([FontBuilder(family: "New"), third])] {
                let refused = try await daemon.register([daemon.home.openFont(font)], by: way, scope: scope)
                #expect(refused.results.first?.errorName == "DuplicatedName")
            }
        }
    }

    @Test(
        "Of two versions of a font in a batch the older one is refused; an atomic batch has neither",
        arguments: Way.allCases)
    func batches(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            var newer = FontBuilder(family: "Twin")
            newer.revision = 2
            for isAtomic in [true, false] {
                let batch = try await Batch(
                    on: daemon.connection, by: way, options: ["atomic": BusVariant(isAtomic)],
                    with: [makeFont("Twin"), newer.build(), makeFont("Single")])
                let results = try await batch.commit().results
                #expect(
                    results.map(\.errorName)
                        == (isAtomic
                            ? ["DuplicatedName", "RegistrationFailed", "RegistrationFailed"]
                            : ["DuplicatedName", "", ""]))
                #expect(results[0].text("owner") != "")
            }
            #expect(try await daemon.fontconfigFamilies() == ["Single", "Twin"])
            // Made again, it ends with the newer one as well, even if downgrades are allowed.
            let again = try await Batch(
                on: daemon.connection, by: way, options: ["allow_downgrade": BusVariant(true)],
                with: [makeFont("Twin"), newer.build()])
            #expect(try await again.commit().results.map(\.errorName) == ["Downgrade", ""])
        }
    }

    @Test("A variable font beside static ones of its family is told of, either way round", arguments: Way.allCases)
    func siblings(way: Way) async throws {
        var variable = FontBuilder(family: "Kin")
        variable.postscriptName = "KinVariable"
        variable.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Kin", style: "Bold"), name: "kin.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let answer = try await daemon.register([home.openFont(variable.build())], by: way)
            let warnings = try #require(answer.results.first).dictionaries("warnings")
            #expect(warnings.map { $0.text("kind") } == ["static-siblings"])
            #expect(warnings.map { $0.text("owner") } == ["system"])
            var thin = FontBuilder(family: "Kin", style: "Thin")
            thin.weight = 100
            let second = try await daemon.register([home.openFont(thin.build())], by: way)
            #expect(second.results.first?.dictionaries("warnings").map { $0.text("kind") } == ["variable-sibling"])
            let path = try home.scratch.write(makeFont("Kin", style: "Black"), to: "given/black.ttf")
            let outcome = try await ChildProcess.run(
                BuildProducts.executable("typecase"), ["install", path], environment: daemon.environment)
            #expect(outcome.succeeded)
            #expect(outcome.standardError.contains("warning: The static font is beside a variable font"))
        }
    }

    @Test(
        "A named instance cannot take the name of another family's font, nor such a font that of an instance",
        arguments: Way.allCases)
    func instanceNames(way: Way) async throws {
        let other: Way = way == .user ? .provider : .user
        func variable(_ family: String, _ instance: String?, prefix: String? = nil) -> FontBuilder {
            var font = FontBuilder(family: family)
            if let prefix { font.extraNames = [.init(id: 25, language: 0x409, value: prefix)] }
            font.postscriptName = family + "Variable"
            font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
            font.namedInstances = [NamedInstance(name: "Bold", postscriptName: instance, coordinates: [700])]
            return font
        }
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("System", style: "Bold"), name: "system.ttf")
        try home.addSystemFont(variable("Varied", nil).build(), name: "variable.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            _ = try await daemon.register(makeFont("Given", style: "Bold"), by: other)
            let owner = try #require(try await daemon.list(by: .user).first).text("provider")
            let given = try await daemon.register([home.openFont(variable("Impostor", "given-bold").build())], by: way)
            #expect(given.results.map(\.errorName) == ["DuplicatedName"], "\(given.results)")
            #expect(given.results.first?.text("owner") == owner)
            let system = try await daemon.register(
                [home.openFont(variable("Impostor", "System-Bold").build())], by: way)
            #expect(system.results.map(\.errorName) == ["Shadowed"], "\(system.results)")
            #expect(system.results.first?.text("owner") == "system")
            // Where the font declares no name, programs make one of a prefix that it may choose, and the style.
            let made = try await daemon.register(
                ["System", "Given"].map { (prefix: String) in
                    try home.openFont(variable("Impostor", nil, prefix: prefix).build(), name: "\(prefix).ttf")
                }, by: way)
            #expect(made.results.map(\.errorName) == ["Shadowed", "DuplicatedName"], "\(made.results)")
            var bold = FontBuilder(family: "Another")
            bold.postscriptName = "Varied-Bold"
            let taken = try await daemon.register([home.openFont(bold.build())], by: way)
            #expect(taken.results.map(\.errorName) == ["Shadowed"], "\(taken.results)")

            _ = try await daemon.register(variable("Kin", "Kin-Black").build(), by: way)
            var black = FontBuilder(family: "Another")
            black.postscriptName = "Kin-Black"
            let refused = try await daemon.register([home.openFont(black.build())], by: other)
            #expect(refused.results.map(\.errorName) == ["DuplicatedName"], "\(refused.results)")

            // In its own family the instance has the name that the static font has: the two go together.
            let sibling = try await daemon.register([home.openFont(makeFont("Kin", style: "Black"))], by: way)
            #expect(sibling.results.map(\.errorName) == [""], "\(sibling.results)")
            let warnings = try #require(sibling.results.first).dictionaries("warnings")
            #expect(warnings.map { $0.text("kind") } == ["variable-sibling"])
            let match = try await daemon.run(
                "/usr/bin/fc-match", "--format", "%{postscriptname}", ":postscriptname=System-Bold")
            #expect(match.standardOutput == "System-Bold")
        }
    }

    @Test(
        "A clone of a system font with a higher revision is refused in every scope, whoever brings it",
        .enabled("Debian's fonts-dejavu are here") { DebianFont.dejaVuSans != nil }, arguments: Scope.allCases)
    func shadowing(scope: Scope) async throws {
        let original = try #require(DebianFont.dejaVuSans)
        let clone = try DebianFont.withRevision(99, original)
        #expect(clone.count == original.count && clone != original)
        let home = try ScratchHome()
        let path = try home.addSystemFont(original, name: "DejaVuSans.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            for way in Way.allCases {
                let refused = try await daemon.register([home.openFont(clone)], by: way, scope: scope)
                #expect(refused.results.first?.errorName == "Shadowed")
                #expect(refused.results.first?.text("owner") == "system")
                // Asking for it does not make it any better.
                let insisting = try await daemon.register(
                    [home.openFont(clone)], by: way, scope: scope, options: ["allow_downgrade": BusVariant(true)])
                #expect(insisting.results.first?.errorName == "Shadowed")
                let batch = try await Batch(on: daemon.connection, by: way, scope: scope, with: [clone])
                #expect(try await batch.commit().results.map(\.errorName) == ["Shadowed"])
                let id = try await daemon.register(clone, by: way, scope: scope, enabled: false)
                let enabling = try await daemon.setEnabled([id], true, by: way)
                #expect(enabling.results.first?.errorName == "Shadowed")
                #expect(enabling.results.first?.text("owner") == "system")
            }
            #expect(daemon.publishedFiles == [])
            let match = try await daemon.run("/usr/bin/fc-match", "--format", "%{file}", "DejaVu Sans")
            #expect(match.standardOutput == path)
        }
    }

    @Test(
        "A sandboxed application is refused a clone of a system font as well",
        .enabled("Debian's fonts-dejavu are here") { DebianFont.dejaVuSans != nil },
        .enabled("an unprivileged user may make sandboxes") { await RunningDaemon.canMakeSandboxes() })
    func shadowingFromSandbox() async throws {
        let original = try #require(DebianFont.dejaVuSans)
        let home = try ScratchHome()
        try home.addSystemFont(original, name: "DejaVuSans.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let file = try home.scratch.write(DebianFont.withRevision(99, original), to: "given/clone.ttf")
            let outcome = try await daemon.provide(as: "org.example.Cloner", "register", file)
            #expect(outcome.termination == .exited(1))
            #expect(outcome.standardOutput.contains("is the name of a system font"))
            #expect(daemon.publishedFiles == [])
        }
    }
}

/// Fonts of Debian's packages, where they are installed.
enum DebianFont {
    /// The bytes of DejaVu Sans; `nil` where the package is not there.
    static let dejaVuSans: [UInt8]? = try? readAll("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")

    /// The same font with another revision, and all checksums right.
    static func withRevision(_ revision: UInt16, _ font: [UInt8]) throws -> [UInt8] {
        func number(_ offset: Int, in bytes: [UInt8]) -> UInt32 {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        func put(_ value: UInt32, at offset: Int, in bytes: inout [UInt8]) {
            for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
        }
        func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
            bytes.enumerated().reduce(UInt32(0)) { $0 &+ UInt32($1.element) << UInt32(24 - 8 * ($1.offset % 4)) }
        }
        var font = font
        let record = try #require(
            stride(from: 12, to: 12 + 16 * Int(font[5]), by: 16).first {
                Array(font[$0..<$0 + 4]) == Array("head".utf8)
            })
        let head = Int(number(record + 8, in: font))
        put(UInt32(revision) << 16, at: head + 4, in: &font)
        put(0, at: head + 8, in: &font)
        put(checksum(font[head..<head + 56]), at: record + 4, in: &font)
        put(0xB1B0_AFBA &- checksum(font), at: head + 8, in: &font)
        return font
    }
}
