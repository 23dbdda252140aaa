internal import TestSupport

/// A copy of a font with damage where it hurts: in the table directory and in the structure of the tables.
struct Mutant {
    private(set) var bytes: [UInt8]
    /// What was done to it.
    private(set) var description = ""

    init(_ original: [UInt8]) { bytes = original }

    private var tableCount: Int { bytes.count < 12 ? 0 : Int(bytes[4]) << 8 | Int(bytes[5]) }

    /// Damages the copy in one place: in several it would be easier to notice.
    mutating func damage(_ random: inout SeededGenerator) {
        // In a collection, what counts is the directory of the first face; we leave that to chance.
        guard tableCount > 0, bytes.count >= 12 + 16 * tableCount else {
            overwriteWord(at: Int.random(in: 0..<max(1, bytes.count - 2), using: &random), &random)
            return
        }
        let original = bytes
        while bytes == original { damageOnce(&random) }
    }

    private mutating func damageOnce(_ random: inout SeededGenerator) {
        let record = 12 + 16 * Int.random(in: 0..<tableCount, using: &random)
        guard record + 16 <= bytes.count else { return }
        let tag = String(decoding: bytes[record..<(record + 4)], as: UTF8.self)
        let start = number(at: record + 8)
        let length = number(at: record + 12)
        let kind = Int.random(in: 0..<10, using: &random)
        description = "damage \(kind) to \(tag)"
        switch kind {
        case 0: put(length &+ Int.random(in: -64...64, using: &random), at: record + 12)
        case 1: put(start &+ Int.random(in: -64...64, using: &random), at: record + 8)
        case 2:
            put(Int.random(in: 0...bytes.count, using: &random), at: record + (Bool.random(using: &random) ? 8 : 12))
        case 3: bytes[record + Int.random(in: 0..<4, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 4:
            // At the end of the file, and not so that hardly anything is left.
            bytes.removeLast(Int.random(in: 1...(bytes.count / 2), using: &random))
        case 5...7:
            // The header of a table: counts and offsets.
            guard length >= 4 else { return }
            overwriteWord(at: start + 2 * Int.random(in: 0..<(min(length, 64) / 2), using: &random), &random)
        case 8:
            guard length >= 4 else { return }
            overwriteWord(at: start + 2 * Int.random(in: 0..<(length / 2), using: &random), &random)
        default:
            guard length >= 16 else { return }
            let place = start + Int.random(in: 0...(length - 16), using: &random)
            for offset in place..<(place + 16) where bytes.indices.contains(offset) { bytes[offset] = 0 }
        }
    }

    private func number(at offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func put(_ value: Int, at offset: Int) {
        for place in 0..<4 { bytes[offset + place] = UInt8(truncatingIfNeeded: value >> (24 - 8 * place)) }
    }

    /// Makes a number extreme, or one more or less than it was.
    private mutating func overwriteWord(at offset: Int, _ random: inout SeededGenerator) {
        guard offset >= 0, offset + 2 <= bytes.count else { return }
        let old = UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
        let new: UInt16 =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: 0
            case 1: 0xFFFF
            case 2: 0x7FFF
            case 3: old &+ 1
            case 4: old &- 1
            default: UInt16.random(in: 0...UInt16.max, using: &random)
            }
        bytes[offset] = UInt8(new >> 8)
        bytes[offset + 1] = UInt8(new & 0xFF)
    }
}
