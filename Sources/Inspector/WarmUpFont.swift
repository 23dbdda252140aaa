/// A font that goes all the way through an examination, with all that most fonts have: names in two languages, a script,
/// and characters enough to write some languages, all of which have one and the same empty glyph.
enum WarmUpFont {
    static let bytes: [UInt8] = makeBytes()

    private static func makeBytes() -> [UInt8] {
        // Typed one by one: a literal of this size takes the compiler too long.
        let windowsMetrics: [UInt16] = [3, 500, 400, 5] + zeros(27) + [64, 65, 65] + zeros(14)
        // ASCII: 95 characters.
        let segments: [UInt16] = [4, 4, 1, 0, 126, 0xFFFF, 0, 32, 0xFFFF, 0, 1, 4, 0]
        let characters: [UInt16] = [0, 1, 3, 1, 0, 12, 4, 222, 0] + segments + Array(repeating: 1, count: 95)
        let head: [UInt16] = [1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000] + zeros(12) + [0, 8, 2, 0, 0]
        let horizontal: [UInt16] = [1, 0, 800, 0xFF38, 0, 500] + zeros(11) + [1]
        let scripts: [UInt16] = [1, 0, 10, 28, 30, 1, 0x6C61, 0x746E, 8, 4, 0, 0, 0xFFFF, 0, 0, 0]
        let tables: [(tag: String, words: [UInt16])] = [
            ("GSUB", scripts), ("OS/2", windowsMetrics), ("cmap", characters), ("glyf", [0, 0]), ("head", head),
            ("hhea", horizontal),
            ("hmtx", [500, 0, 0]), ("loca", [0, 0, 0]), ("maxp", [1, 0, 2] + zeros(13)), ("name", name),
            ("post", [3, 0] + zeros(14)),
        ]
        var directory: [UInt16] = [1, 0, UInt16(tables.count), 128, 3, 32]
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

    /// Family, style, full name, version, PostScript name and licence, all of them one and the same text.
    private static let name: [UInt16] = {
        let text = Array("Größe 1".utf16)
        let languages: [UInt16] = [0x0407, 0x0409]
        let identifiers: [UInt16] = [1, 2, 4, 5, 6, 13]
        let count = UInt16(languages.count * identifiers.count)
        var table: [UInt16] = [0, count, 6 + 12 * count]
        for language in languages {
            for identifier in identifiers { table += [3, 1, language, identifier, UInt16(2 * text.count), 0] }
        }
        return table + text
    }()

    private static func zeros(_ count: Int) -> [UInt16] { Array(repeating: 0, count: count) }
}
