internal import BusInterface
internal import DBus
internal import FontModel
internal import TestSupport
internal import Testing

/// What the service answers beside what fontconfig gives programs that ask for the same.
@Suite(.timeLimit(.minutes(10)), DaemonLog.trait)
struct FontconfigAgreementTests {
    /// A style, or what is asked for of one.
    private struct Style: Hashable {
        var slant: FontSlant?
        var weight: Double?
        var width: Double?

        /// No value is as far from one style as from another.
        static func wish(using random: inout SeededGenerator) -> Style {
            Style(
                slant: [nil, .upright, .italic, .oblique].randomElement(using: &random) ?? nil,
                weight: Bool.random(using: &random) ? nil : Double(Int.random(in: 100...900, using: &random)) + 0.3,
                width: Bool.random(using: &random) ? nil : Double(Int.random(in: 50...200, using: &random)) + 0.3)
        }

        func descriptor(_ family: String) -> [String: BusVariant] {
            var descriptor = ["family": BusVariant(family)]
            descriptor["slant"] = slant.map { BusVariant($0.rawValue) }
            descriptor["weight"] = weight.map { BusVariant($0) }
            descriptor["width"] = width.map { BusVariant($0) }
            return descriptor
        }

        func pattern(_ family: String) -> String {
            var pattern = family
            if let slant { pattern += slant == .upright ? ":roman" : ":\(slant.rawValue)" }
            if let weight { pattern += ":weight=\(StyleDistance.fontconfigWeight(weight))" }
            if let width { pattern += ":width=\(width)" }
            // As Pango asks: a font that can have the weight is as good as one that has it.
            return pattern + ":variable=dontcare"
        }
    }

    /// Widths in percent of normal.
    ///
    /// They go by `OS/2.usWidthClass`. Source: OpenType specification, OS/2.
    private static let widths: [UInt16: Double] = [1: 50, 3: 75, 4: 87.5, 5: 100, 7: 125, 9: 200]

    /// Writes a family of faces that differ in style, one of them variable in every other family.
    private static func family(
        _ number: Int, in scratch: borrowing ScratchDirectory, using random: inout SeededGenerator
    ) throws -> (name: String, paths: [String]) {
        let name = "Agreed \(number)"
        var styles: Set<Style> = []
        var paths: [String] = []
        while paths.count < 7 {
            var font = FontBuilder(family: name, style: "Number \(paths.count)")
            // Fontconfig tells oblique fonts from italic ones by their names alone.
            font.slant = Bool.random(using: &random) ? .upright : .italic
            font.weight = UInt16(Int.random(in: 1...9, using: &random) * 100)
            font.widthClass = widths.keys.sorted().randomElement(using: &random) ?? 5
            let style = Style(slant: font.slant, weight: Double(font.weight), width: widths[font.widthClass])
            guard styles.insert(style).inserted else { continue }
            if paths.isEmpty, number.isMultiple(of: 2) {
                font.axes = [
                    VariationAxis(tag: "wght", name: "Weight", minimum: 300, defaultValue: 400, maximum: 600)
                ]
                font.weight = 400
            }
            paths.append(try scratch.write(font.build(), to: "given/\(number)-\(paths.count).ttf"))
        }
        return (name, paths)
    }

    @Test("A face for a family in a style is the one that fontconfig gives programs")
    func agrees() async throws {
        var random = SeededGenerator(seed: 21)
        try await RunningDaemon.run { daemon in
            var questions: [(family: String, style: Style)] = []
            for number in 0..<4 {
                let family = try Self.family(number, in: daemon.home.scratch, using: &random)
                let installed = try await daemon.typecase(["install"] + family.paths)
                try #require(installed.succeeded, "\(installed)")
                questions += (0..<30).map { _ in (family.name, Style.wish(using: &random)) }
            }
            let faces = try await daemon.manager.match(
                descriptors: questions.map { $0.style.descriptor($0.family) }, options: ["details": BusVariant(true)])
            let listed = try await daemon.management.listFonts(filter: ["details": BusVariant(true)]).fonts
            let files = Dictionary(uniqueKeysWithValues: listed.map { ($0.text("id"), $0.text("path")) })
            for (question, face) in zip(questions, faces) {
                let pattern = question.style.pattern(question.family)
                let given = try await daemon.run("/usr/bin/fc-match", "--format", "%{file}", pattern).standardOutput
                #expect(given == files[face.text("id")], "\(pattern)")
            }
        }
    }

    @Test("Match tells where programs get another face for a style, and only there")
    func tells() async throws {
        let rule = """
            <selectfont><rejectfont><pattern><patelt name="fullname"><string>Barred Bold</string></patelt></pattern>
            </rejectfont></selectfont>
            """
        try await RunningDaemon.run(home: ScratchHome(fontconfigRules: rule)) { daemon in
            var paths: [String] = []
            for family in ["Told", "Barred"] {
                var bold = FontBuilder(family: family, style: "Bold")
                bold.weight = 700
                for (style, font) in [("regular", makeFont(family)), ("bold", bold.build())] {
                    paths.append(try daemon.home.scratch.write(font, to: "given/\(family)-\(style).ttf"))
                }
            }
            #expect(try await daemon.typecase(["install"] + paths).succeeded)
            let agreed = try await daemon.typecase("match", "--family", "Told", "--weight", "650")
            #expect(agreed.standardOutput.contains("Told Bold"), "\(agreed)")
            #expect(!agreed.standardOutput.contains("Programs"), "\(agreed)")
            let explained = try await daemon.typecase("match", "Told", "--weight", "650", "--explain").standardOutput
            #expect(explained.contains("Programs that ask for Told in this style get Told Bold"), "\(explained)")
            let other = try await daemon.typecase("match", "--family", "Barred", "--weight", "650").standardOutput
            #expect(other.contains("Barred Bold"), "\(other)")
            #expect(other.contains("Programs that ask for Barred in this style get Barred Regular"), "\(other)")
        }
    }
}
