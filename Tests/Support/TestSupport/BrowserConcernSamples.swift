package import FontModel

/// Made-up fonts, each of which is as it should be but for one thing that only web browsers mind.
package enum BrowserConcernSamples {
    /// One font.
    package struct Sample: Sendable, CustomStringConvertible {
        /// What is odd about it.
        package var concern: BrowserConcern
        /// Which of several fonts of the kind.
        package var description: String
        /// The font.
        package var bytes: [UInt8]
        /// The tables that the oddity is in or, where one is missing, those that programs read instead.
        package var tags: [String]
    }

    /// The fonts; every kind that our own reader finds has some.
    package static let all: [Sample] =
        [
            misaligned, emptyTables, windowsMetrics, glyphNames, bitmaps, [definitions], outlines, compactOutlines,
            characterMaps, characterMapHeaders, layouts, odd, lookups, variations,
        ].flatMap { $0 }

    /// A font that the sanitizer alone rejects: a glyph has an operator for hints, and no hints for it.
    package static let other: Sample = sample(.other, "a hint without edges", compact([1] + plain), ["CFF "])

    private static func sample(
        _ concern: BrowserConcern, _ name: String, _ font: FontBuilder, _ tags: [String]
    ) -> Sample {
        Sample(concern: concern, description: "\(concern.rawValue): \(name)", bytes: font.build(), tags: tags)
    }

    private static func table(_ tag: String, of font: FontBuilder = FontBuilder()) -> [UInt8] {
        font.tables().first { $0.tag == tag }?.content ?? []
    }

    private static func replacing(
        _ tag: String, _ content: [UInt8]?, in font: FontBuilder = FontBuilder()
    ) -> FontBuilder {
        var font = font
        font.tableOverrides.updateValue(content, forKey: tag)
        return font
    }

    // MARK: - The directory

    /// A font of which one table starts two bytes after a multiple of four: it is moved to the end of the file.
    private static var misaligned: [Sample] {
        var font = FontBuilder(family: "Misaligned")
        font.tableOverrides["FFTM"] = Array(repeating: 0, count: 28)
        font.tableOverrides["GSUB"] = SampleTables.substitutions
        return font.tables().map { table in
            var bytes = font.build()
            bytes += [0, 0]
            let start = bytes.count
            bytes += table.content + [0, 0]
            let record = record(of: table.tag, in: bytes)
            bytes.replaceSubrange(record + 8..<record + 12, with: SampleTables.words([start >> 16, start]))
            return Sample(
                concern: .misalignedTable, description: "misaligned-table: \(table.tag)", bytes: bytes,
                tags: [table.tag])
        }
    }

    /// Where the record of a table is in the directory.
    private static func record(of tag: String, in bytes: [UInt8]) -> Int {
        stride(from: 12, to: bytes.count, by: 16).first { bytes[$0..<$0 + 4].elementsEqual(tag.utf8) } ?? 12
    }

    private static var emptyTables: [Sample] {
        ["TSI3", "FFTM", "DSIG", "GDEF", "kern", "cvt "].map {
            sample(.emptyTable, $0, replacing($0, []), [$0])
        }
    }

    // MARK: - OS/2 and post

    private static var windowsMetrics: [Sample] {
        let whole = table("OS/2")
        let shorter = [10, 40, 62, 68, 77].flatMap { length in
            [0, 1, 4].map { version in
                sample(
                    .shortWindowsMetrics, "version \(version) of \(length) bytes",
                    replacing("OS/2", [0, UInt8(version)] + whole[2..<length]), ["OS/2"])
            }
        }
        return shorter + [
            sample(.missingWindowsMetrics, "none", replacing("OS/2", nil), ["hhea", "name"]),
            sample(
                .missingOpticalSizes, "version 5 of 96 bytes", replacing("OS/2", [0, 5] + whole[2..<96]), ["OS/2"]),
            sample(
                .windowsMetricsVersion, "version 6", replacing("OS/2", [0, 6] + whole[2..<96] + [0, 0, 0, 0]), ["OS/2"]),
        ]
    }

    private static var glyphNames: [Sample] {
        let header = Array(table("post").prefix(32).dropFirst(4))
        let glyphs = Int(table("maxp")[4]) << 8 | Int(table("maxp")[5])
        let indexes = (0..<glyphs).map { 258 + $0 }
        func named(_ count: Int, _ indexes: [Int], _ names: [UInt8]) -> [UInt8] {
            [0, 2, 0, 0] + header + SampleTables.words([count] + indexes) + names
        }
        let names = (0..<glyphs).flatMap { [2, UInt8(ascii: "g"), UInt8(ascii: "a") + UInt8($0)] }
        let damaged: [(String, [UInt8])] = [
            ("4 bytes", [0, 3, 0, 0]), ("16 bytes", [0, 3, 0, 0] + header.prefix(12)),
            ("31 bytes", [0, 3, 0, 0] + header.prefix(27)), ("no number of glyphs", [0, 2, 0, 0] + header),
            ("too few names", named(glyphs, indexes, Array(names.dropLast(4)))),
            ("half a name", named(glyphs, indexes, Array(names.dropLast(1)))),
            ("another number of glyphs", named(glyphs - 1, indexes, names)),
            ("more glyphs than there are", named(0xFFFF, indexes, names)),
            ("an index of no name", named(glyphs, [0xFFFF] + indexes.dropFirst(), names)),
            ("a name of 255 bytes", named(glyphs, indexes, [255] + names)),
            (
                "format 2.5",
                [0, 2, 0x80, 0] + header + SampleTables.words([glyphs]) + Array(repeating: 0, count: glyphs)
            ),
            ("format 4", [0, 4, 0, 0] + header + SampleTables.words(Array(repeating: 0xFFFF, count: glyphs))),
            ("format 4, cut", [0, 4, 0, 0] + header), ("format 9", [0, 9, 0, 0] + header),
        ]
        return damaged.map { sample(.damagedGlyphNames, $0, replacing("post", $1), ["post"]) }
            + [sample(.missingGlyphNames, "none", replacing("post", nil), ["maxp", "name"])]
    }

    // MARK: - Bitmaps, layout and outlines

    /// Fonts of one bitmap of eight by eight pixels, for glyph 1.
    private static var bitmaps: [Sample] {
        var font = FontBuilder(family: "Bitmaps")
        let size = [0, 56, 0, 24, 0, 1, 0, 0] + Array(repeating: 0x0808, count: 12) + [1, 1, 0x0808, 0x0101]
        font.tableOverrides = [
            "glyf": [], "loca": nil,
            "EBLC": SampleTables.words([2, 0, 0, 1] + size + [1, 1, 0, 8] + [1, 1, 0, 4, 0, 0, 0, 13]),
            "EBDT": SampleTables.words([2, 0]) + [8, 8, 0, 8, 8] + Array(repeating: 0xA5, count: 8),
        ]
        return [
            sample(.bitmapsAlone, "one size", font, ["EBDT", "EBLC"]),
            sample(.bitmapsAlone, "no table of outlines", replacing("glyf", nil, in: font), ["EBDT", "EBLC"]),
        ]
    }

    private static var definitions: Sample {
        // The offset of the classes leads into the header.
        sample(
            .damagedGlyphDefinitions, "classes of no format",
            replacing("GDEF", SampleTables.words([1, 0, 10, 0, 0, 0, 2, 1, 1, 2, 1])), ["GDEF"])
    }

    private static var outlines: [Sample] {
        let font = FontBuilder(family: "Bounds")
        var glyphs = table("glyf", of: font)
        // Before the flags are the ends of the contours and the instructions.
        let contours = 2 * Int(glyphs[1])
        let flags = 12 + contours + Int(glyphs[11 + contours])
        let reserved = [(flags, 0x80), (flags + 1, 0x40)].map { place, bit in
            var glyphs = glyphs
            glyphs[place] |= UInt8(bit)
            return sample(
                .reservedOutlineBits, "bit \(bit) of byte \(place)", replacing("glyf", glyphs, in: font), ["glyf"])
        }
        // The right edge of the first glyph goes far to the left.
        glyphs.replaceSubrange(6..<8, with: [0x80, 0])
        return reserved + [
            sample(.glyphBounds, "right before left", replacing("glyf", glyphs, in: font), ["glyf"]),
            sample(
                .touchingClasses, "two ranges",
                replacing("GDEF", SampleTables.words([1, 0, 12, 0, 0, 0] + [2, 2, 1, 2, 1, 2, 4, 2])), ["GDEF"]),
        ]
    }

    private static let plain: [UInt8] = [139, 139, 21, 139, 14]

    private static func compact(_ charstring: [UInt8] = plain, hints: [UInt8] = []) -> FontBuilder {
        var charstrings = Array(repeating: plain, count: 8)
        charstrings[1] = charstring
        return SampleTables.compact(charstrings: charstrings, locals: [[11]], hints: hints)
    }

    private static var compactOutlines: [Sample] {
        var spaced = table("CFF ", of: compact())
        if let start = spaced.indices.first(where: { spaced[$0...].starts(with: "Compact".utf8) }) {
            spaced[start + 3] = UInt8(ascii: " ")
        }
        return [
            sample(.masksWithoutHints, "one glyph", compact([239, 20, 139, 139, 21, 139, 14]), ["CFF "]),
            sample(.incompleteZones, "a zone of one edge", compact(hints: [119, 6]), ["CFF "]),
            sample(.incompleteZones, "no widths of stems", compact(hints: [12, 13]), ["CFF "]),
            sample(
                .incompleteZones, "a zone of one edge in CFF2", SampleTables.secondCompact(hints: [119, 6]), ["CFF2"]),
            sample(
                .incompleteZones, "no widths of stems in CFF2", SampleTables.secondCompact(hints: [12, 13]), ["CFF2"]),
            sample(.unfitNames, "a space", replacing("CFF ", spaced, in: compact()), ["CFF "]),
            sample(
                .compactVersion, "2.1",
                replacing(
                    "CFF2", [2, 1] + table("CFF2", of: SampleTables.secondCompact).dropFirst(2),
                    in: SampleTables.secondCompact), ["CFF2"]),
        ]
    }

    // MARK: - Layout and variations

    private static var layouts: [Sample] {
        // A script with a language of its own, and none for all others.
        let scripts = [1, 0x4446, 0x4C54, 8, 0, 1, 0x4445, 0x5520, 10, 0, 0xFFFF, 0]
        let end = 10 + 2 * scripts.count
        let table = SampleTables.words([1, 0, 10, end, end + 2] + scripts + [0, 0])
        let classes = [("a range", [2, 1, 1, 2, 9]), ("a list", [1, 1, 2, 1, 9])]
        return ["GSUB", "GPOS"].map { sample(.defaultScript, $0, replacing($0, table), [$0]) }
            + classes.map { name, classes in
                sample(
                    .undefinedClasses, name,
                    replacing("GDEF", SampleTables.words([1, 0, 12, 0, 0, 0] + classes)), ["GDEF"])
            }
    }

    /// Fonts with numbers of `GSUB` and `GPOS` that stand for nothing.
    private static var odd: [Sample] {
        let (substitutions, positions) = (SampleTables.substitutions, SampleTables.positions)
        func changed(_ concern: BrowserConcern, _ name: String, _ tag: String, _ offset: Int, _ value: Int) -> Sample {
            var table = tag == "GSUB" ? substitutions : positions
            table.replaceSubrange(offset..<offset + 2, with: SampleTables.words([value]))
            return sample(concern, name, replacing(tag, table, in: SampleTables.layout), [tag])
        }
        // The last anchor with a correction of its first coordinate.
        let anchor = SampleTables.words([3, 20, 20, 10, 0] + [1, 2, 0x4DF])
        let metrics = Self.table("hmtx")
        // All but the first advance are the last one, and the side bearings of the last glyphs are missing.
        var header = Self.table("hhea")
        header.replaceSubrange(34..<36, with: [0, 2])
        var short = replacing("hmtx", Array(metrics.prefix(12)))
        short.tableOverrides["hhea"] = header
        return [
            changed(.missingGlyphs, "a ligature", "GSUB", 70, 0xFFFF),
            changed(.missingGlyphs, "a component", "GSUB", 74, 0x100),
            changed(.missingGlyphs, "a covered glyph", "GSUB", 80, 0xFF),
            changed(.missingGlyphs, "a second glyph", "GPOS", 72, 0xFF),
            changed(.unknownLayoutFormats, "a coverage", "GSUB", 76, 3),
            sample(
                .unknownLayoutFormats, "a correction",
                replacing("GPOS", positions.dropLast(6) + anchor, in: SampleTables.layout), ["GPOS"]),
            sample(.shortMetrics, "12 bytes", short, ["hhea", "hmtx"]),
        ]
    }

    /// Fonts with one lookup, which names glyphs that do not exist.
    private static var lookups: [Sample] {
        let missing = 0xFF
        // The coverage, of glyph 1, stands before a sequence or a set of one rule, and at the end otherwise.
        let subtables: [(name: String, kind: Int, words: [Int])] = [
            ("a shift", 1, [1, 6, missing, 1, 1, 1]), ("a substitute", 1, [2, 8, 1, missing, 1, 1, 1]),
            ("a sequence", 2, [1, 8, 1, 14, 1, 1, 1, 1, missing]),
            ("an alternative", 3, [1, 8, 1, 14, 1, 1, 1, 1, missing]),
            ("a glyph of a context", 5, [1, 8, 1, 14, 1, 1, 1, 1, 4, 2, 0, missing]),
            ("a glyph before a context", 6, [1, 8, 1, 14, 1, 1, 1, 1, 4, 1, missing, 1, 0, 0]),
            ("a glyph within a context", 6, [1, 8, 1, 14, 1, 1, 1, 1, 4, 0, 2, missing, 0, 0]),
            ("a glyph after a context", 6, [1, 8, 1, 14, 1, 1, 1, 1, 4, 0, 1, 1, missing, 0]),
            ("classes from a glyph on", 5, [2, 10, 16, 1, 0, 1, 1, 1, 1, 9, 1, 1]),
            ("classes of more glyphs", 5, [2, 10, 16, 1, 0, 1, 1, 1, 1, 0, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
            ("a substitute in reverse", 8, [1, 12, 0, 0, 1, missing, 1, 1, 1]),
        ]
        return subtables.map { name, kind, words in
            sample(.missingGlyphs, name, SampleTables.substituting(kind, words), ["GSUB"])
        }
    }

    /// Variable fonts with one region of one axis.
    private static var variations: [Sample] {
        func font(_ region: [Int], wideDelta: [Int] = []) -> FontBuilder {
            let deltas = wideDelta.isEmpty ? [0, 0, 1, 0] : [1, 0x8001, 1, 0] + wideDelta
            let store = [1, 0, 12, 1, 0, 22] + [1, 1] + region + deltas
            return SampleTables.secondCompact(store: SampleTables.words(store))
        }
        return [
            ("a peak before its start", font([0x2000, 0x1000, 0x4000])),
            ("an end beyond the axis", font([0, 0x1000, 0x4001])), ("both signs", font([-0x4000, 0x1000, 0x4000])),
            ("deltas of 32 bits", font([0, 0x4000, 0x4000], wideDelta: [0, 1])),
        ].map { sample(.variationData, $0, $1, ["CFF2"]) } + variedElsewhere(font([0, 0x4000, 0x4000]))
    }

    /// A store with a region of one axis and a delta of 32 bits.
    private static let wideStore =
        [1, 0, 12, 1, 0, 22] + [1, 1] + [0, 0x4000, 0x4000] + [1, 0x8001, 1, 0] + [0, 1]

    /// A table `HVAR` with a delta of 32 bits.
    package static let wideMetrics = SampleTables.words(
        [1, 0] + [0, 20] + Array(repeating: 0, count: 6) + wideStore)

    /// Fonts with deltas of 32 bits elsewhere than in the outlines.
    ///
    /// - Parameter compact: A font whose outlines are lost with the other variations.
    /// - Returns: A font for each table.
    private static func variedElsewhere(_ compact: FontBuilder) -> [Sample] {
        var variable = FontBuilder()
        variable.axes = compact.axes
        let tables: [(tag: String, table: [UInt8], font: FontBuilder)] = [
            ("HVAR", wideMetrics, compact),
            // One record: the ascender has the only delta.
            ("MVAR", SampleTables.words([1, 0, 0, 8, 1, 20] + [0x6861, 0x7363, 0, 0] + wideStore), compact),
            ("GDEF", SampleTables.words([1, 3] + [0, 0, 0, 0, 0] + [0, 18] + wideStore), variable),
        ]
        return tables.map { tag, table, font in
            sample(.variationData, "deltas of 32 bits in \(tag)", replacing(tag, table, in: font), [tag])
        }
    }

    // MARK: - Characters

    private static var characterMaps: [Sample] {
        let map = table("cmap")
        let start = Int(map[11])
        let segments = Int(map[start + 7])
        func changed(_ concern: BrowserConcern, _ name: String, _ changes: [(place: Int, bits: UInt8)]) -> Sample {
            var map = map
            for (place, bits) in changes { map[start + place] ^= bits }
            return sample(concern, name, replacing("cmap", map), ["cmap"])
        }
        // From the letter A on, the first glyphs, and nothing else.
        let trimmed = [0, 1, 3, 1, 0, 12] + [6, 14, 0, 0x41, 2, 1, 2]
        // With groups beyond Unicode, beside the letters A and B; in format 13 a group has one glyph.
        let limits = [
            ("U+110000", groups(12, [[0x41, 0x42, 1], [0x11_0000, 0x11_0000, 2]])),
            ("to the end of fontconfig's", groups(12, [[0x41, 0x42, 1], [0xFF_FFFC, 0xFF_FFFF, 2]])),
            ("across the end", groups(13, [[0x41, 0x42, 1], [0x10_FFF0, 0x11_0010, 2]])),
            ("a glyph of 17 bits", groups(12, [[0x41, 0x42, 1], [0x43, 0x43, 0x1_0001]])),
            ("one glyph of 17 bits", groups(13, [[0x41, 0x42, 1], [0x43, 0x44, 0x1_0001]])),
            ("a glyph of 32 bits", groups(12, [[0x41, 0x42, 1], [0x43, 0x44, 0xFFFF_FFFE]])),
        ]
        // Two characters with an array of glyphs.
        let array = [0, 1, 3, 1, 0, 12, 4, 36, 0, 4, 4, 1, 0, 0x42, 0xFFFF, 0, 0x41, 0xFFFF, 0, 1, 4, 0, 2, 0xFF]
        let ranges = [
            ("an array", SampleTables.words(array)), ("groups", groups(12, [[0x41, 0x43, 7]])),
            ("one group for all characters", groups(12, [[0, 0x10_FFFF, 1]])),
            ("one glyph for a group", groups(13, [[0x41, 0x42, 1], [0x43, 0x44, 0xFF]])),
        ]
        let missing = ranges.map { sample(.characterMapRange, $0, replacing("cmap", $1), ["cmap"]) }
        let beyond = limits.map { sample(.characterMapLimit, $0, replacing("cmap", $1), ["cmap"]) }
        return missing + beyond + [
            changed(.characterMapSearch, "a range of twice the size", [(9, 2)]),
            changed(.characterMapRange, "a difference of the first segment", [(16 + 2 * segments, 0x40)]),
            changed(.characterMapFields, "a language", [(5, 1)]),
            changed(.characterMapFields, "padding", [(15 + segments, 1)]),
            // Both are mapped to glyphs that exist.
            changed(
                .characterMapFields, "a last segment of two characters",
                [(15 + 2 * segments, 1), (15 + 3 * segments, 3)]),
            sample(
                .characterMapFormats, "format 6", replacing("cmap", SampleTables.words(trimmed)), ["cmap"]),
        ]
    }

    /// A `cmap` with the subtable of format 4, and groups of characters after it.
    ///
    /// - Parameters:
    ///   - format: The format of the groups, 12 or 13.
    ///   - groups: The first and the last character of each, and its glyph.
    ///   - language: The language that the groups declare.
    ///   - excess: The bytes that the groups declare beyond those that they have.
    /// - Returns: The table.
    private static func groups(
        _ format: Int, _ groups: [[Int]], language: Int = 0, excess: Int = 0
    ) -> [UInt8] {
        let map = table("cmap")
        let segments = map[Int(map[11])...]
        let header = [0, 2, 3, 1, 0, 20, 3, 10, 0, 20 + segments.count]
        let fields = [format, 0, 0, 16 + 12 * groups.count + excess, 0, language, 0, groups.count]
        let values = groups.flatMap { $0 }.flatMap { [$0 >> 16, $0 & 0xFFFF] }
        return SampleTables.words(header) + segments + SampleTables.words(fields + values)
    }

    /// Fonts with subtables whose lengths or languages are wrong.
    private static var characterMapHeaders: [Sample] {
        let letters = [[0x41, 0x42, 1]]
        let map = table("cmap")
        func declaring(_ length: UInt8, in map: [UInt8], at start: Int) -> [UInt8] {
            var map = map
            map[start + 3] = length
            return map
        }
        // Two characters with an array of two glyphs, which needs 36 bytes.
        let array = [0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 4, 1, 0, 0x42, 0xFFFF, 0, 0x41, 0xFFFF, 0, 1, 4, 0, 2, 3]
        let tables: [(name: String, table: [UInt8])] = [
            ("a language of format 12", groups(12, letters, language: 1)),
            ("a language of format 13", groups(13, letters, language: 1)),
            ("format 12 that ends after the table", groups(12, letters, excess: 4)),
            ("format 12 without its last byte", groups(12, letters, excess: -1)),
            ("format 13 without its last byte", groups(13, letters, excess: -1)),
            ("format 4 that ends after the table", declaring(112, in: map, at: Int(map[11]))),
            ("format 4 that ends in its segments", declaring(32, in: map, at: Int(map[11]))),
            ("format 4 that ends in the next subtable", declaring(56, in: groups(12, letters), at: 20)),
            ("format 4 without its array", SampleTables.words(array)),
        ]
        return tables.map { sample(.characterMapFields, $0, replacing("cmap", $1), ["cmap"]) }
    }
}
