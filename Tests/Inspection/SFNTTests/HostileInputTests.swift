import FontModel
import InspectionProtocol
import SFNT
import TestSupport
import Testing

/// A trap would end the test run, so that these tests pass means that nothing trapped.
struct HostileInputTests {
    static let fonts: [[UInt8]] = {
        var rich = FontBuilder(family: "Rich", style: "Light")
        rich.characters = "ABC äöü 字🙂"
        rich.scripts = ["DFLT", "latn", "cyrl"]
        rich.extraNames = [
            .init(id: 1, language: 0x0411, value: "豊か"), .init(id: 16, language: 0x0407, value: "Reich"),
        ]
        return [
            FontBuilder().build(), rich.build(), FontBuilder.variable(instances: 3, axes: 2).build(),
            FontBuilder.collection([rich, .variable(instances: 2)]),
        ]
    }()

    @Test(arguments: fonts.indices)
    func `a font cut short is refused`(number: Int) {
        let font = Self.fonts[number]
        // The last table ends before the last multiple of four, so that only padding may be missing.
        for length in 0..<(font.count - 3) where length % 16 == 0 || length > font.count - 16 {
            #expect(inspect(Array(font[..<length])).refusal != nil)
        }
    }

    @Test(arguments: fonts.indices)
    func `damaged fonts end in a verdict`(number: Int) {
        let font = Self.fonts[number]
        var random = SeededGenerator(seed: UInt64(20_261 + number))
        for _ in 0..<1500 {
            var mutant = font
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: mutant.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: mutant[place] = 0xFF
                case 1: mutant[place] = 0
                case 2: mutant[place] &+= 1
                default: mutant[place] = UInt8.random(in: 0...255, using: &random)
                }
            }
            expectConsistent(inspect(mutant))
        }
    }

    /// Damage where it hurts: the fields of the directory and of the tables' headers.
    @Test(arguments: fonts.indices)
    func `fonts with extreme numbers end in a verdict`(number: Int) {
        let font = Self.fonts[number]
        let extremes: [[UInt8]] = [
            [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0, 0],
        ]
        for place in stride(from: 0, to: font.count - 4, by: 2) {
            for extreme in extremes {
                var mutant = font
                mutant.replaceSubrange(place..<(place + 4), with: extreme)
                expectConsistent(inspect(mutant))
            }
        }
    }

    @Test func `random bytes after a font's signature end in a verdict`() {
        var random = SeededGenerator(seed: 11)
        let signatures = ["\0\u{1}\0\0", "OTTO", "true", "ttcf"].map { Array($0.utf8) }
        for round in 0..<2000 {
            let count = Int.random(in: 0...512, using: &random)
            let noise = (0..<count).map { _ in
                UInt8.random(in: 0...255, using: &random) & UInt8(round % 2 == 0 ? 255 : 7)
            }
            #expect(inspect(signatures[round % signatures.count] + noise).refusal != nil)
        }
    }

    /// A verdict either refuses and describes nothing, or describes what other parts rely on.
    private func expectConsistent(_ inspection: FontInspection) {
        guard inspection.refusal == nil else {
            #expect(inspection.faces.isEmpty)
            return
        }
        #expect(!inspection.faces.isEmpty && inspection.faces.count <= FontLimits.faces)
        for face in inspection.faces {
            // fontconfig makes the other names where they are missing.
            #expect(!face.family.isEmpty)
            #expect(1...1000 ~= face.weight)
            for name in face.names {
                #expect(name.value.utf8.count <= FontLimits.nameLength)
                #expect(name.value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
        }
    }
}
