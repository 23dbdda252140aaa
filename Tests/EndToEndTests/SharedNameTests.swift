internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import TestSupport
internal import Testing

/// Families whose styles carry one PostScript name, and what else looks like one font and is none.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct SharedNameTests {
    /// A style of a family whose styles are all called "Twin".
    private static func twin(
        _ style: String, family: String = "Twin", slant: FontSlant = .upright, weight: UInt16 = 400,
        revision: Double = 1, characters: String = " ABCabc", isVariable: Bool = false
    ) -> FontBuilder {
        var font = FontBuilder(family: family, style: style)
        font.postscriptName = "Twin"
        font.slant = slant
        font.weight = weight
        font.revision = revision
        font.characters = characters
        if isVariable {
            font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        }
        return font
    }

    /// What fontconfig shows to programs, a line for each family and style.
    private func shown(_ daemon: RunningDaemon) async throws -> Set<String> {
        let outcome = try await daemon.run("/usr/bin/fc-list", "--format", "%{family}:%{style}\n")
        return Set(outcome.standardOutput.split(separator: "\n").map(String.init))
    }

    @Test("Styles of one family are installed side by side, found by name and by look, and replaced one by one")
    func sideBySide() async throws {
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            try scratch.write(Self.twin("Regular").build(), to: "given/roman.ttf")
            try scratch.write(Self.twin("Italic", slant: .italic).build(), to: "given/italic.ttf")
            try scratch.write(Self.twin("Bold", weight: 700, revision: 3).build(), to: "given/bold.ttf")
            let installed = try await daemon.typecase("install", scratch["given"])
            #expect(installed.termination == .exited(0), "\(installed)")
            #expect(installed.standardError.contains("Other styles of the family 'Twin' have the PostScript name"))
            let all: Set = ["Twin:Regular", "Twin:Italic", "Twin:Bold"]
            #expect(try await shown(daemon) == all)

            let newer = try scratch.write(
                Self.twin("Italic", slant: .italic, revision: 2).build(), to: "newer-italic.ttf")
            let upgraded = try await daemon.typecase("install", newer)
            #expect(upgraded.standardOutput.hasPrefix("Upgraded Twin Italic"), "\(upgraded)")
            #expect(try await shown(daemon) == all)

            func match(_ descriptor: [String: BusVariant]) async throws -> [String: BusVariant] {
                try #require(try await daemon.manager.match(descriptors: [descriptor], options: [:]).first)
            }
            let byName = try await match(["postscript_name": BusVariant("Twin")])
            #expect(byName.text("style") == "Regular")
            #expect(try byName["namesakes"]?.converted(to: UInt32.self) == 2)
            let italic = ["postscript_name": BusVariant("Twin"), "slant": BusVariant("italic")]
            #expect(try await match(italic).text("style") == "Italic")
            let told = try await daemon.typecase("match", "Twin", "--weight", "700")
            #expect(told.standardOutput.contains("Twin Bold"), "\(told)")
            let ambiguous = try await daemon.typecase("disable", "Twin")
            #expect(ambiguous.termination == .exited(1))
            #expect(ambiguous.standardError.contains("Twin Italic"), "the choice is told: \(ambiguous)")
            #expect(try await shown(daemon) == all)

            let other = try scratch.write(Self.twin("Regular", family: "Stranger").build(), to: "stranger.ttf")
            #expect(try await daemon.typecase("install", other).termination == .exited(1))
        }
    }

    @Test("A program's descriptor of a shared name has to say which style it means, and a family means all of them")
    func descriptors() async throws {
        try await RunningDaemon.run { daemon in
            let roman = try await daemon.register(Self.twin("Regular").build(), enabled: false)
            let italic = try await daemon.register(Self.twin("Italic", slant: .italic).build(), enabled: false)
            func register(_ descriptor: [String: BusVariant]) async throws -> [String: BusVariant] {
                let reply = try await daemon.manager.registerDescriptors(
                    descriptors: [descriptor], scope: "persistent", enabled: true, options: [:])
                return try #require(reply.results.first)
            }
            let bare = try await register(["postscript_name": BusVariant("Twin")])
            #expect(bare.errorName == "InsufficientInfo")
            #expect(bare.text("message").contains(roman) && bare.text("message").contains(italic))
            let named = try await register(["postscript_name": BusVariant("Twin"), "slant": BusVariant("italic")])
            #expect(named.dictionaries("fonts").map { $0.text("id") } == [italic])
            let family = try await register(["family": BusVariant("Twin")])
            #expect(family.dictionaries("fonts").map { $0.text("id") } == [roman, italic], "\(family)")
            #expect(try await shown(daemon) == ["Twin:Regular", "Twin:Italic"])
        }
    }

    @Test("What is installed again says what changes, keeps its scope, and names the command that changes it")
    func states() async throws {
        try await RunningDaemon.run { daemon in
            let file = try daemon.home.scratch.write(makeFont("Stated"), to: "stated.ttf")
            func expect(_ status: Int32, _ text: String, _ arguments: String...) async throws {
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
                #expect(outcome.termination == .exited(status), "\(arguments): \(outcome)")
                #expect(outcome.standardOutput.contains(text), "\(arguments): \(outcome)")
            }
            try await expect(0, "Installed Stated", "install", file)
            let id = try #require(try await daemon.list(by: .user).first).text("id")
            func state() async throws -> String {
                let font = try #require(try await daemon.list(by: .user).first)
                return "\(font.text("scope")) \(font.boolean("enabled") ?? false)"
            }
            try await expect(2, "'typecase enable --session \(id)'", "install", "--session", file)
            #expect(try await state() == "persistent true")
            try await expect(0, "until you log out", "enable", "--session", id)
            #expect(try await state() == "session true")
            try await expect(2, "'typecase enable --persistent \(id)'", "install", file)
            #expect(try await state() == "session true")
            try await expect(0, "for good", "enable", "--persistent", id)
            try await expect(2, "Already installed", "install", file)
            try await expect(0, "Disabled Stated", "install", "--disabled", file)
            #expect(try await state() == "persistent false")
            try await expect(2, "disabled", "install", "--disabled", file)
            try await expect(0, "Enabled Stated", "install", file)
            #expect(try await state() == "persistent true")
        }
    }

    @Test("Styles of one PostScript name are removed, restored, purged and copied each by itself")
    func eachByItself() async throws {
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            let roman = try scratch.write(Self.twin("Regular").build(), to: "given/roman.ttf")
            let italic = try scratch.write(Self.twin("Italic", slant: .italic).build(), to: "given/italic.ttf")
            let both: Set = ["Twin:Regular", "Twin:Italic"]
            #expect(try await daemon.typecase("install", roman, italic).succeeded)
            #expect(try await shown(daemon) == both)

            // A collection has the style that was put into it, and no other.
            let id = try #require(try await daemon.list(by: .user).last).text("id")
            #expect(try await daemon.typecase("collection", "create", "Slanted", id).succeeded)
            #expect(try await daemon.typecase("collection", "disable", "Slanted").succeeded)
            #expect(try await shown(daemon) == ["Twin:Regular"])
            #expect(try await daemon.typecase("collection", "enable", "Slanted").succeeded)
            #expect(try await shown(daemon) == both)

            // Each has a file of its own.
            #expect(try await daemon.typecase("copy", "Twin", scratch["copies"]).succeeded)
            #expect(try readAll(scratch["copies/Twin-Regular.ttf"]) == readAll(roman))
            #expect(try readAll(scratch["copies/Twin-Italic.ttf"]) == readAll(italic))

            #expect(try await daemon.typecase("uninstall", "--family", "Twin").succeeded)
            #expect(try await shown(daemon) == [])
            let restored = try await daemon.typecase("restore", "Twin")
            #expect(try await shown(daemon) == both, "\(restored)")

            // One that is purged leaves what is kept of the other.
            #expect(try await daemon.typecase("uninstall", "--family", "Twin").succeeded)
            #expect(try await daemon.typecase("install", italic).succeeded)
            let purged = try await daemon.typecase("uninstall", "--purge", "Twin")
            #expect(purged.succeeded, "\(purged)")
            #expect(try await daemon.typecase("restore", "--all").succeeded)
            #expect(try await shown(daemon) == ["Twin:Regular"])
        }
    }

    @Test("A rebuilt font of the same revision is told as what it is, with the option that replaces it")
    func rebuilt() async throws {
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            let first = try scratch.write(makeFont("Rebuilt"), to: "first.ttf")
            let second = try scratch.write(makeFont("Rebuilt", characters: " ABCD"), to: "second.ttf")
            #expect(try await daemon.typecase("install", first).succeeded)
            let refused = try await daemon.typecase("install", second)
            #expect(refused.termination == .exited(1))
            #expect(refused.standardError.contains("another build of the same revision, 1.000"), "\(refused)")
            #expect(refused.standardError.contains("--allow-downgrade"), "\(refused)")
            let replaced = try await daemon.typecase("install", "--allow-downgrade", second)
            #expect(replaced.standardOutput.hasPrefix("Replaced Rebuilt Regular 1.000 (another build)"), "\(replaced)")
        }
    }

    @Test("Neither adopting nor installing made-up families shows programs any family or style less", arguments: 0..<4)
    func showsNoLess(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let home = try ScratchHome()
        let styles: [(String, FontSlant, UInt16)] = [
            ("Regular", .upright, 400), ("Italic", .italic, 400), ("Bold", .upright, 700), ("Book", .upright, 400),
            ("Bold Italic", .italic, 700),
        ]
        var files: [String] = []
        for number in 0..<24 {
            func face() -> FontBuilder {
                let style = styles.randomElement(using: &random) ?? styles[0]
                var font = Self.twin(
                    style.0, family: ["Twin", "Other", "Third"].randomElement(using: &random) ?? "Twin",
                    slant: style.1, weight: style.2, revision: Double.random(in: 1...3, using: &random).rounded(),
                    characters: " A" + String(repeating: "B", count: 1) + (number % 2 == 0 ? "C" : "D"),
                    isVariable: Int.random(in: 0..<4, using: &random) == 0)
                font.postscriptName = ["Twin", "Twin", "Solo-\(font.family)"].randomElement(using: &random)
                return font
            }
            let isCollection = Int.random(in: 0..<6, using: &random) == 0
            let font = isCollection ? FontBuilder.collection([face(), face()]) : face().build()
            files.append(try home.scratch.write(font, to: "given/\(number).ttf"))
        }
        let loose = files.prefix(16)
        for path in loose {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            try home.scratch.write(readAll(path), to: "home/.local/share/fonts/\(name)")
        }
        try await RunningDaemon.run(home: home) { daemon in
            var before = try await shown(daemon)
            #expect(before.count > 4)
            let adopted = try await daemon.typecase("adopt", "--yes")
            #expect(try await shown(daemon).isSuperset(of: before), "\(adopted)")
            #expect(adopted.standardOutput.contains("Adopted"), "\(adopted)")
            before = try await shown(daemon)
            for path in files.dropFirst(16) {
                let outcome = try await daemon.typecase("install", path)
                let after = try await shown(daemon)
                // What a newer revision of the same font calls itself is its own matter.
                #expect(outcome.succeeded || !outcome.standardError.isEmpty, "a refusal has its reason")
                if !outcome.standardOutput.contains("Upgraded") { #expect(after.isSuperset(of: before), "\(outcome)") }
                before = after
            }
        }
    }
}
