import FontModel
import InspectionProtocol
import SFNT
import TestSupport
import Testing

/// Fonts that are registered are judged anew only where the version of the rules tells that the rules are others.
struct RuleVersionTests {
    /// The verdicts of the rules of ``ValidationRules/version``; where they change, both have to be changed.
    private static let verdicts: (version: Int, fingerprint: UInt64) = (4, 3_418_731_291_347_344_282)

    @Test func `rules that judge otherwise have another version`() {
        var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
        var refused = 0
        func add(_ font: [UInt8]) {
            let findings = inspect(font).findings
            if findings.contains(where: { $0.kind != .warning }) { refused += 1 }
            // FNV-1a. What a message says is no rule.
            for byte in findings.map({ "\($0.kind.rawValue) \($0.rule) \($0.code.rawValue)\n" }).joined().utf8 {
                fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01B3
            }
            fingerprint = (fingerprint ^ 0xFF) &* 0x100_0000_01B3
        }
        let limits = [
            FontLimits.axes, FontLimits.faces, FontLimits.fileSize, FontLimits.nameLength,
            FontLimits.nameRecords, FontLimits.namedInstances, FontLimits.patternBytes, FontLimits.patterns,
            FontLimits.tables,
        ]
        for limit in limits { fingerprint = (fingerprint ^ UInt64(limit)) &* 0x100_0000_01B3 }
        for broken in RefusalTests.tables + RefusalTests.characterMaps + RefusalTests.names + RefusalTests.variations {
            add(broken.font.build())
        }
        for (number, font) in HostileInputTests.fonts.enumerated() {
            var random = SeededGenerator(seed: UInt64(number))
            for _ in 0..<400 {
                var mutant = font
                let place = Int.random(in: mutant.indices, using: &random)
                mutant[place] = UInt8.random(in: 0...255, using: &random)
                add(mutant)
            }
        }
        #expect(refused > 500, "the fonts break rules")
        #expect(ValidationRules.version == Self.verdicts.version)
        #expect(
            fingerprint == Self.verdicts.fingerprint,
            """
            The rules judge otherwise than those of version \(Self.verdicts.version). Raise ValidationRules.version, so \
            that registered fonts are judged anew, and put the new version and fingerprint here. Where only the fonts of \
            this test have changed, the fingerprint alone.
            """)
    }
}
