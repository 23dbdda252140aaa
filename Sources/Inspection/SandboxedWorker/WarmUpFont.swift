/// A font that passes through all steps of an examination and has the features that most fonts have.
///
/// It has names in two languages and in two encodings, a glyph with a program and a composite of it, substitutions,
/// positions, and enough characters to write some languages, all mapped to the same glyph.
///
/// If it lacked a feature, then the process of each font with that feature would have to make Swift's runtime and the
/// kernel load what the feature needs.
package enum WarmUpFont {
    /// The font.
    package static let bytes: [UInt8] = makeBytes()

    private static func makeBytes() -> [UInt8] {
        // The elements are typed one by one: the compiler takes too long for a literal of this size.
        let windowsMetrics: [UInt16] = [3, 500, 400, 5] + zeros(27) + [64, 65, 65] + zeros(14)
        // ASCII: 95 characters.
        let segments: [UInt16] = [4, 4, 1, 0, 126, 0xFFFF, 0, 32, 0xFFFF, 0, 1, 4, 0]
        let characters: [UInt16] = [0, 1, 3, 1, 0, 12, 4, 222, 0] + segments + Array(repeating: 1, count: 95)
        let points: [UInt16] = [0x0101, 0x0101, 0, 100, 0, 0xFF9C, 0, 0, 100, 0]
        let glyph: [UInt16] = [1, 0, 0, 100, 100, 3, 2, program] + points
        let composite: [UInt16] = [0xFFFF, 0, 0, 100, 100, 0x0102, 0, 0, 2, program]
        let limits: [UInt16] = [4, 1, 4, 1, 2, 0, 0, 0, 0, 16, 2, 1, 1]
        let head: [UInt16] = [1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000] + zeros(12) + [0, 8, 2, 0, 0]
        let horizontal: [UInt16] = [1, 0, 800, 0xFF38, 0, 500] + zeros(11) + [1]
        let tables: [(tag: String, words: [UInt16])] = [
            ("GDEF", [1, 0, 12, 0, 0, 0, 2, 1, 1, 2, 1]), ("GPOS", positions), ("GSUB", substitutions),
            ("OS/2", windowsMetrics), ("cmap", characters), ("cvt ", [0, 0]), ("glyf", glyph + composite),
            ("head", head), ("hhea", horizontal), ("hmtx", [500, 0] + zeros(7)),
            ("loca", [0, 18] + Array(repeating: 28, count: 7)), ("maxp", [1, 0, 8] + limits), ("name", name),
            ("post", [2, 0] + zeros(14) + [8] + zeros(8)), ("prep", [program]),
        ]
        var directory: [UInt16] = [1, 0, UInt16(tables.count), 128, 3, UInt16(16 * tables.count - 128)]
        var content: [UInt16] = []
        let start = 12 + 16 * tables.count
        for (tag, words) in tables {
            let letters = Array(tag.utf8)
            directory.append(UInt16(letters[0]) << 8 | UInt16(letters[1]))
            directory.append(UInt16(letters[2]) << 8 | UInt16(letters[3]))
            directory += zeros(3)
            directory += [UInt16(start + 2 * content.count), 0, UInt16(2 * words.count)]
            content += words + zeros(words.count % 2)
        }
        var bytes: [UInt8] = []
        for word in directory + content {
            bytes.append(UInt8(word >> 8))
            bytes.append(UInt8(word & 0xFF))
        }
        return bytes
    }

    /// An instruction that pushes a zero.
    private static let program: UInt16 = 0xB000

    /// Returns one script with one feature, for the place after the header of the table.
    private static func header(feature: [UInt16]) -> [UInt16] {
        let scripts: [UInt16] = [1, 0x6C61, 0x746E, 8, 4, 0, 0, 0xFFFF, 1, 0]
        return [1, 0, 10, 30, 44] + scripts + [1] + feature + [8, 0, 1, 0]
    }

    /// A ligature, and a context that applies it.
    private static let substitutions: [UInt16] = {
        let ligature: [UInt16] = [4, 0, 1, 8, 1, 18, 1, 8, 1, 4, 3, 2, 2, 1, 1, 1]
        let context: [UInt16] = [6, 0, 1, 8, 3, 0, 1, 16, 0, 1, 0, 0, 1, 1, 1]
        return header(feature: [0x6C69, 0x6761]) + [2, 6, 38] + ligature + context
    }()

    /// A pair, and a mark on a base.
    private static let positions: [UInt16] = {
        let pair: [UInt16] = [2, 0, 1, 8, 1, 18, 4, 0, 1, 12, 1, 2, 0xFFF6, 1, 1, 1]
        let mark: [UInt16] = [4, 0, 1, 8, 1, 12, 18, 1, 24, 36, 1, 1, 2, 1, 1, 1, 1, 0, 6, 1, 10, 10, 1, 4, 1, 20, 20]
        return header(feature: [0x6B65, 0x726E]) + [2, 6, 38] + pair + mark
    }()

    /// The family, style, full name, version, PostScript name and licence, all with the same text.
    private static let name: [UInt16] = {
        let text = Array("Größe 1".utf16)
        // The same text in the encoding of the Macintosh.
        let oldText: [UInt16] = [0x4772, 0x9AA7, 0x6520, 0x3100]
        let size = UInt16(2 * text.count)
        let languages: [UInt16] = [0x0407, 0x0409]
        let identifiers: [UInt16] = [1, 2, 4, 5, 6, 13]
        let oldIdentifiers: [UInt16] = [1, 2, 4]
        let count = UInt16(oldIdentifiers.count + languages.count * identifiers.count)
        var table: [UInt16] = [0, count, 6 + 12 * count]
        for identifier in oldIdentifiers { table += [1, 0, 0, identifier, size / 2, size] }
        for language in languages {
            for identifier in identifiers { table += [3, 1, language, identifier, size, 0] }
        }
        return table + text + oldText
    }()

    private static func zeros(_ count: Int) -> [UInt16] { Array(repeating: 0, count: count) }
}
