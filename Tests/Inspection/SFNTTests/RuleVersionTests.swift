import FontModel
import InspectionProtocol
import SFNT
import TestSupport
import Testing

/// Fonts that are registered are judged anew only where the version of the rules tells that the rules are others.
struct RuleVersionTests {
    /// The verdicts of the rules of ``ValidationRules/version``; where they change, both have to be changed.
    private static let verdicts: (version: Int, fingerprint: UInt64) = (11, 13_657_141_838_747_843_489)

    @Test func `rules that judge otherwise have another version`() {
        var fingerprint = Fingerprint()
        let limits = [
            FontLimits.axes, FontLimits.faces, FontLimits.fileSize, FontLimits.nameLength,
            FontLimits.nameRecords, FontLimits.namedInstances, FontLimits.patternBytes, FontLimits.patterns,
            FontLimits.tables,
        ]
        for limit in limits { fingerprint.add("\(limit)") }
        for font in Self.brokenFonts + Self.namedFonts { fingerprint.add(inspect(font.build())) }
        let layouts = [SampleTables.layout, SampleTables.color, SampleTables.compact, SampleTables.secondCompact]
        let fonts = HostileInputTests.fonts + layouts.map { $0.build() } + Self.namedFonts.map { $0.build() }
        for (number, font) in fonts.enumerated() {
            fingerprint.add(inspect(font))
            var random = SeededGenerator(seed: UInt64(number))
            for _ in 0..<400 {
                var mutant = font
                let place = Int.random(in: mutant.indices, using: &random)
                mutant[place] = UInt8.random(in: 0...255, using: &random)
                fingerprint.add(inspect(mutant))
            }
        }
        #expect(fingerprint.refused > 1_000, "the fonts break rules")
        #expect(fingerprint.accepted > 500, "the fonts have something to be known by")
        #expect(ValidationRules.version == Self.verdicts.version)
        #expect(
            fingerprint.value == Self.verdicts.fingerprint,
            """
            The rules judge otherwise than those of version \(Self.verdicts.version), or have fonts go by other names. \
            Raise ValidationRules.version, so that registered fonts are judged anew, and put the new version and \
            fingerprint here. Where only the fonts of this test have changed, the fingerprint alone.
            """)
    }

    /// A fingerprint that nothing could change would notice nothing.
    @Test func `the fingerprint tells verdicts and names apart`() throws {
        func value(_ change: (inout FontInspection) throws -> Void) rethrows -> UInt64 {
            var inspection = inspect(Self.namedFonts[0].build())
            try change(&inspection)
            var fingerprint = Fingerprint()
            fingerprint.add(inspection)
            return fingerprint.value
        }
        #expect(inspect(Self.namedFonts[0].build()).faces.first?.namedInstances.isEmpty == false)
        let values = [
            value { _ in }, value { $0.faces = [] }, value { $0.format = nil },
            value { $0.faces[0].postscriptName += "x" }, value { $0.faces[0].family += "x" },
            value { $0.faces[0].namedInstances[0].postscriptName = nil }, value { $0.faces[0].names.removeLast() },
            value { $0.faces[0].revision += 1 }, value { $0.faces[0].weight += 1 },
            value { $0.findings.append(.init(kind: .warning, rule: "Another", message: "")) },
            value { $0.findings.append(.init(kind: .invalid, rule: "Another", message: "")) },
        ]
        #expect(Set(values).count == values.count)
        let message = value { $0.findings.append(.init(kind: .warning, rule: "Another", message: "Other words")) }
        #expect(message == values[9], "what a message says is no rule")
    }

    /// A font for each rule that a test of it has.
    private static let brokenFonts: [FontBuilder] = {
        let refused =
            RefusalTests.tables + RefusalTests.characterMaps + RefusalTests.names + RefusalTests.variations
            + RefusalTests.limits
        let layout = LayoutRuleTests.cases.map { tag, _, offset, values in
            SampleTables.layout.patched(tag, at: offset, SampleTables.words(values))
        }
        return refused.map(\.font) + layout
    }()

    /// Fonts that differ in what they are known by: the names, their prefixes and the records that they are in.
    private static let namedFonts: [FontBuilder] = {
        var font = FontBuilder(family: "Varïable 2 Sans")
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        let instances: [(String, String?)] = [
            ("Extra Bold", nil), ("(1)", nil), ("é", nil), ("Own", "Variable-Own"),
        ]
        font.namedInstances = instances.map { NamedInstance(name: $0, postscriptName: $1, coordinates: [700]) }
        let prefix = FontBuilder.Name(id: 25, language: 0x409, value: "Other (Prefix)")
        let others: [[FontBuilder.Name]] = [
            [], [prefix], [prefix, .init(id: 25, language: 0x407, value: "Another")],
            [.init(id: 16, language: 0x409, value: "Typographic"), .init(id: 17, language: 0x409, value: "Thin")],
            [.init(id: 6, language: 0, value: "Macintosh-Name", platform: 1)],
            [.init(id: 1, language: 0x411, value: "豊か"), .init(id: 1, language: 0x408, value: "ΑΒΕ")],
        ]
        return others.map { names in
            var named = font
            named.extraNames = names
            return named
        }
    }()

    /// What is decided on fonts, in one number: whether they are taken, and what they are known by.
    private struct Fingerprint {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
        private(set) var refused = 0
        private(set) var accepted = 0

        /// FNV-1a.
        mutating func add(_ text: String) {
            for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
            value = (value ^ 0xFF) &* 0x100_0000_01B3
        }

        mutating func add(_ inspection: FontInspection) {
            if inspection.refusal == nil { accepted += 1 } else { refused += 1 }
            add(inspection.format?.rawValue ?? "")
            // What a message says is no rule.
            for finding in inspection.findings {
                add("\(finding.kind.rawValue) \(finding.rule) \(finding.code.rawValue)")
            }
            for face in inspection.faces {
                add(
                    "\(face.index) \(face.weight) \(face.width) \(face.slant.rawValue) \(face.revision) "
                        + "\(face.embedding.rawValue) \(face.glyphCount)")
                for name in [face.postscriptName, face.family, face.style, face.fullName] { add(name) }
                add(face.typographicFamily ?? "")
                for name in face.names { add("\(name.kind.rawValue) \(name.language) \(name.value)") }
                for axis in face.axes { add("\(axis.tag) \(axis.minimum) \(axis.defaultValue) \(axis.maximum)") }
                for instance in face.namedInstances {
                    add("\(instance.name) \(instance.postscriptName ?? "") \(instance.coordinates)")
                }
            }
        }
    }
}
