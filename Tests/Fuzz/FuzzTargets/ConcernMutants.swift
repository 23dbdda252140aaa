package import FontModel
internal import InspectionProtocol
internal import SFNT
internal import TestSupport

/// Changes the fonts that only web browsers mind, in the tables that they mind.
package struct ConcernMutants: Sendable {
    private let concern: BrowserConcern
    private let samples: [BrowserConcernSamples.Sample]
    private var random: SeededGenerator

    /// Prepares the mutants of one kind: the same ones in each run.
    package init(of concern: BrowserConcern) {
        self.concern = concern
        samples = (BrowserConcernSamples.all + [BrowserConcernSamples.other]).filter { $0.concern == concern }
        random = SeededGenerator(seed: UInt64(BrowserConcern.allCases.firstIndex(of: concern) ?? 0))
    }

    /// The fonts of the kind as they were made.
    package var originals: [[UInt8]] { samples.map(\.bytes) }

    /// Makes the next mutant.
    ///
    /// - Returns: A font, damaged in one to four places; `nil` where the kind has no font.
    package mutating func next() -> [UInt8]? {
        guard let sample = samples.randomElement(using: &random) else { return nil }
        var font = sample.bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard let tag = sample.tags.randomElement(using: &random), let record = Self.record(of: tag, in: font)
            else { continue }
            let start = Self.number(font, record + 8)
            let count = Self.number(font, record + 12)
            if count == 0 || Int.random(in: 0..<16, using: &random) == 0 {
                // Where the table starts or how long it is, mostly shorter.
                let place = record + (Bool.random(using: &random) ? 8 : 12)
                let value = Int.random(in: 0...(Self.number(font, place) + 8), using: &random)
                font.replaceSubrange(place..<place + 4, with: SampleTables.words([value >> 16, value & 0xFFFF]))
            } else if start + count <= font.count {
                damage(&font, in: start..<start + count)
            }
        }
        return font
    }

    /// Whether our own reader, the first and strictest part of an examination, accepts a font that still is of the kind.
    package func isAccepted(_ font: [UInt8]) -> Bool {
        let inspection = FontReader.inspect(font.span.bytes)
        guard inspection.refusal == nil else { return false }
        // Only the sanitizer finds the last kind.
        return concern == .other || inspection.findings.contains { $0.concern == concern }
    }

    /// Changes one or two bytes.
    private mutating func damage(_ font: inout [UInt8], in table: Range<Int>) {
        guard let place = table.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: font[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 1: font[place] = UInt8.random(in: 0...255, using: &random)
        case 2: font[place] &+= Bool.random(using: &random) ? 1 : 0xFF
        default:
            guard place + 1 < table.upperBound else { return }
            let value = [0, 1, 0x7FFF, 0x8000, 0xFFFF, font.count].randomElement(using: &random) ?? 0
            font.replaceSubrange(place..<place + 2, with: SampleTables.words([value & 0xFFFF]))
        }
    }

    /// Where the record of a table is in the directory of a font with one face.
    private static func record(of tag: String, in font: [UInt8]) -> Int? {
        let count = Int(font[4]) << 8 | Int(font[5])
        return stride(from: 12, to: 12 + 16 * count, by: 16).first { font[$0..<$0 + 4].elementsEqual(tag.utf8) }
    }

    /// The number of four bytes at a place.
    private static func number(_ font: [UInt8], _ place: Int) -> Int {
        font[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
