internal import Testing

@testable import FontDaemon

/// A database of dconf, read without dconf.
@Suite struct DconfDatabaseTests {
    /// As `dconf` lays out a database with `/org/gnome/desktop/interface/text-scaling-factor`, in two parts of a key.
    private static func database(_ value: [UInt8], type: UInt8 = UInt8(ascii: "v")) -> [UInt8] {
        func words(_ words: UInt32...) -> [UInt8] {
            words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
        }
        let keys = ["/org/gnome/desktop/interface/", "text-scaling-factor", "cursor-size"]
        // The header, the head of the table, a bucket and three items.
        let start = UInt32(24 + 8 + 4 + 3 * 24)
        var texts: [UInt8] = [], places: [UInt32] = []
        for key in keys {
            places.append(start + UInt32(texts.count))
            texts += Array(key.utf8)
        }
        let valueStart = (start + UInt32(texts.count) + 7) & ~7
        texts += [UInt8](repeating: 0, count: Int(valueStart) - Int(start) - texts.count)
        func item(_ index: Int, parent: UInt32, type: UInt8, _ value: [UInt8]) -> [UInt8] {
            words(0, parent, places[index]) + [UInt8(keys[index].utf8.count), 0, type, 0] + value
        }
        let end = valueStart + UInt32(value.count)
        return words(0x7261_5647, 0x746e_6169, 0, 0, 24, start) + words(0, 1) + words(0)
            + item(0, parent: .max, type: UInt8(ascii: "L"), words(0, 0))
            + item(2, parent: 0, type: UInt8(ascii: "v"), words(0, 0))
            + item(1, parent: 0, type: type, words(valueStart, end)) + texts + value
    }

    private static let key = "/org/gnome/desktop/interface/text-scaling-factor"

    private static func variant(_ number: Double) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) } + [0, UInt8(ascii: "d")]
    }

    @Test("A number is found by its whole key")
    func found() {
        let database = DconfDatabase(Self.database(Self.variant(1.5)))
        #expect(database.double(Self.key) == 1.5)
        #expect(database.double("text-scaling-factor") == nil)
        #expect(database.double("/org/gnome/desktop/interface/") == nil)
        #expect(database.double("/org/gnome/desktop/interface/other") == nil)
        #expect(database.double("") == nil)
    }

    @Test("A value of another type is no number")
    func otherTypes() {
        #expect(DconfDatabase(Self.database(Self.variant(2).dropLast() + [UInt8(ascii: "t")])).double(Self.key) == nil)
        #expect(DconfDatabase(Self.database([1, 0, UInt8(ascii: "y")])).double(Self.key) == nil)
        #expect(DconfDatabase(Self.database(Self.variant(2), type: UInt8(ascii: "H"))).double(Self.key) == nil)
    }

    @Test("A damaged file is read without harm, cut or changed at any byte")
    func damaged() {
        let sound = Self.database(Self.variant(1.5))
        for end in 0..<sound.count { #expect(DconfDatabase(Array(sound[..<end])).double(Self.key) == nil) }
        for place in sound.indices {
            for byte in [0, 1, 0x7f, 0xff] as [UInt8] {
                var bytes = sound
                bytes[place] = byte
                // It answers; what, is for whoever damaged it.
                _ = DconfDatabase(bytes).double(Self.key)
            }
        }
    }

    @Test("Parts of a key that are each other's rest end nowhere")
    func loops() {
        var bytes = Self.database(Self.variant(1.5))
        // The first item becomes the rest of its own key.
        for place in 40..<44 { bytes[place] = 0 }
        #expect(DconfDatabase(bytes).double(Self.key) == nil)
    }
}
