internal import FontModel
internal import TestSupport

/// Sound fonts with a table of each kind that the reader looks into, so that fuzzing starts deep inside.
enum FontSeeds {
    static let all: [[UInt8]] =
        [hinted, named, mapped, varied, substituting, positioning, compact, colored]
        .map { $0.build() } + [SampleTables.secondCompact.build()]

    private static func words(_ values: Int...) -> [UInt8] { SampleTables.words(values) }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func content(_ tag: String, of font: FontBuilder) -> [UInt8] {
        font.tables().first { $0.tag == tag }?.content ?? []
    }

    // MARK: - Outlines and names

    /// Programs, device metrics, kerning, vertical metrics, names of glyphs, and a glyph made of another.
    private static var hinted: FontBuilder {
        var font = FontBuilder(family: "Hinted")
        let composite = words(0xFFFF, 0, 0, 0, 0, 3, 2, 0, 0)
        let glyphNames =
            words(8, 0, 3, 36, 37, 38, 258, 259, 260) + ["aa", "bb", "cc"].flatMap { [2] + Array($0.utf8) }
        font.tableOverrides = [
            "glyf": composite + content("glyf", of: font).dropFirst(composite.count),
            "fpgm": [0xB0, 0, 0x2C, 0x2D], "prep": [0xB8, 0, 1, 0x21], "cvt ": words(1, 2),
            "kern": words(0, 1, 0, 20, 1, 1, 6, 0, 0, 2, 3, 0xFFF6), "gasp": words(1, 1, 0xFFFF, 15),
            "hdmx": words(0, 1, 0, 12) + zeros(12), "LTSH": words(0, 8) + zeros(8),
            "vhea": words(1, 0) + zeros(30) + words(8), "vmtx": zeros(32),
            "post": [0, 2, 0, 0] + zeros(28) + glyphNames,
        ]
        return font
    }

    /// Names in Macintosh records and in a language that the table spells out.
    private static var named: FontBuilder {
        var font = FontBuilder(family: "Named")
        let table = content("name", of: font)
        let count = Int(table[3])
        let pool = table[(6 + 12 * count)...]
        let records = words(1, 0, 0, 1, 2, pool.count + 4) + words(3, 1, 0x8000, 1, 4, pool.count)
        font.tableOverrides["name"] =
            words(1, count + 2, 36 + 12 * count) + table[6..<(6 + 12 * count)] + records + words(1, 4, pool.count)
            + pool + words(0x64, 0x65, 0x6465)
        return font
    }

    /// A subtable of each format of `cmap` but the largest.
    private static var mapped: FontBuilder {
        var font = FontBuilder(family: "Mapped")
        let selectors =
            words(14, 0, 38, 0, 1) + [0, 0xFE, 0, 0, 0, 0, 21, 0, 0, 0, 29] + [0, 0, 0, 1, 0, 0, 0x41, 0]
            + [0, 0, 0, 1, 0, 0, 0x42, 0, 2]
        let subtables: [(platform: Int, encoding: Int, content: [UInt8])] = [
            (0, 3, Array(content("cmap", of: font)[20...])), (0, 5, selectors + [0]),
            (1, 0, words(0, 262, 0) + zeros(256)), (1, 1, words(2, 526, 0) + zeros(520)),
            (1, 2, words(6, 12, 0, 0x41, 1, 2)), (3, 9, words(10, 0, 0, 22, 0, 0, 0, 0x41, 0, 1, 2)),
            (3, 10, words(12, 0, 0, 28, 0, 0, 0, 1, 0, 0x41, 0, 0x43, 0, 2)),
            (3, 11, words(13, 0, 0, 28, 0, 0, 0, 1, 0, 0x61, 0, 0x63, 0, 5)),
        ]
        var header = words(0, subtables.count)
        var contents: [UInt8] = []
        for subtable in subtables {
            header += words(subtable.platform, subtable.encoding, 0, 4 + 8 * subtables.count + contents.count)
            contents += subtable.content
        }
        font.tableOverrides["cmap"] = header + contents
        return font
    }

    /// PostScript outlines with hints, arithmetic and subroutines.
    private static var compact: FontBuilder {
        let glyph: [UInt8] = [
            139, 140, 18, 139, 140, 23, 19, 0xC0, 139, 139, 21, 140, 141, 12, 10, 139, 5, 32, 10, 32, 29, 14,
        ]
        var font = SampleTables.compact(
            charstrings: Array(repeating: glyph, count: 8), globals: [[11]], locals: [[140, 140, 5, 11]])
        font.tableOverrides["VORG"] = words(1, 0, 880, 1, 1, 800)
        return font
    }

    // MARK: - Variations

    /// Regions and the deltas of eight items.
    private static let store =
        words(1, 0, 12, 1, 0, 22) + words(1, 1, 0, 0x4000, 0x4000) + words(8, 0, 1, 0) + zeros(8)

    private static var varied: FontBuilder {
        var font = FontBuilder(family: "Varied")
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 400, maximum: 900)]
        font.namedInstances = [NamedInstance(name: "Bold", postscriptName: "Varied-Bold", coordinates: [700])]
        let features = words(1, 0, 0, 1, 0, 16, 0, 30) + words(1, 0, 6) + words(1, 0, 0, 0x4000)
        let substitutes = words(1, 0, 1, 0, 0, 12) + words(0, 1, 0)
        let lookup = words(1, 4) + words(1, 0, 1, 8) + words(1, 6, 1) + words(1, 1, 1)
        let scripts = words(1, 0x4446, 0x4C54, 8, 4, 0, 0, 0xFFFF, 1, 0)
        let feature = words(1, 0x7276, 0x726E, 8, 0, 1, 0)
        font.tableOverrides = [
            "avar": words(1, 0, 0, 1, 3, 0xC000, 0xC000, 0, 0, 0x4000, 0x4000),
            "HVAR": words(1, 0, 0, 20, 0, 20 + store.count, 0, 0, 0, 0) + store + [0, 0, 0, 8] + zeros(8),
            "MVAR": words(1, 0, 0, 8, 1, 20) + Array("hasc".utf8) + words(0, 0) + store,
            "STAT": words(1, 1, 8, 1, 0, 20, 1, 0, 28, 2) + Array("wght".utf8) + words(2, 0)
                + words(2, 1, 0, 0, 2, 400, 0),
            "cvt ": words(1, 2), "cvar": words(1, 0, 0, 8),
            "GSUB": words(1, 1, 14, 34, 48, 0, 48 + lookup.count) + scripts + feature + lookup + features
                + substitutes,
        ]
        return font
    }

    // MARK: - Layout

    private static let coverage = words(1, 1, 1)
    private static let classes = words(2, 1, 1, 2, 1)

    /// A table with one feature that has these lookups.
    private static func layout(_ feature: [Int], _ lookups: [(kind: Int, subtable: [UInt8])]) -> [UInt8] {
        let scripts = words(1, 0x4446, 0x4C54, 8, 4, 0, 0, 0xFFFF, 1, 0)
        let features = words(1) + SampleTables.words(feature) + words(8, 0, 1, 0)
        var offsets = words(lookups.count)
        var contents: [UInt8] = []
        for lookup in lookups {
            offsets += words(2 + 2 * lookups.count + contents.count)
            contents += words(lookup.kind, 0, 1, 8) + lookup.subtable
        }
        return words(1, 0, 10, 30, 44) + scripts + features + offsets + contents
    }

    /// The contexts, which both tables have.
    private static let contexts: [[UInt8]] = [
        words(1, 8, 1, 14) + coverage + words(1, 4) + words(2, 1, 2, 0, 0),
        words(2, 12, 18, 2, 0, 28) + coverage + classes + words(1, 4) + words(2, 1, 1, 0, 0),
        words(3, 1, 1, 12, 0, 0) + coverage,
    ]

    private static let chains: [[UInt8]] = [
        words(1, 8, 1, 14) + coverage + words(1, 4) + words(1, 2, 2, 3, 1, 4, 1, 0, 0),
        words(2, 16, 22, 22, 22, 2, 0, 32) + coverage + classes + words(1, 4) + words(1, 1, 2, 1, 1, 1, 1, 0, 0),
        words(3, 0, 1, 16, 0, 1, 0, 0) + coverage,
    ]

    private static var substituting: FontBuilder {
        var font = FontBuilder(family: "Substituting")
        let sequence = words(1, 8, 1, 14) + coverage + words(2, 3, 4)
        var lookups: [(Int, [UInt8])] = [
            (1, words(1, 6, 1) + coverage), (1, words(2, 8, 1, 3) + coverage), (2, sequence), (3, sequence),
            (7, words(1, 1, 0, 8) + words(1, 6, 1) + coverage), (8, words(1, 12, 0, 0, 1, 3) + coverage),
        ]
        lookups += contexts.map { (5, $0) } + chains.map { (6, $0) }
        let definitions =
            words(1, 2, 14, 24, 40, 0, 60) + classes + words(6, 1, 12) + coverage + words(1, 0)
            + words(6, 1, 12) + coverage + words(1, 4, 1, 100) + words(1, 1, 0, 8) + coverage
        font.tableOverrides = ["GSUB": layout([0x6361, 0x6C74], lookups), "GDEF": definitions]
        return font
    }

    private static var positioning: FontBuilder {
        var font = FontBuilder(family: "Positioning")
        let single = words(1, 8, 4, 10) + coverage
        let marks = coverage + words(1, 1, 2) + words(1, 0, 6) + words(1, 10, 10)
        var lookups: [(Int, [UInt8])] = [
            (1, single), (1, words(2, 10, 4, 1, 10) + coverage),
            (2, words(2, 24, 4, 0, 30, 30, 2, 2, 0, 0, 0, 10) + coverage + classes),
            (3, words(1, 10, 1, 16, 22) + coverage + words(1, 0, 0) + words(1, 5, 5)),
            (5, words(1, 12, 18, 1, 24, 36) + marks + words(1, 4) + words(1, 4) + words(1, 20, 20)),
            (6, words(1, 12, 18, 1, 24, 36) + marks + words(1, 4) + words(1, 20, 20)),
            (9, words(1, 1, 0, 8) + single),
        ]
        lookups += contexts.map { (7, $0) } + chains.map { (8, $0) }
        font.tableOverrides["GPOS"] = layout([0x6B65, 0x726E], lookups)
        return font
    }

    // MARK: - Colours

    /// Paints, drawings and pictures as Apple stores them.
    private static var colored: FontBuilder {
        var font = SampleTables.color
        font.family = "Colored"
        let picture = zeros(4) + Array("png ".utf8) + SampleTables.pictures(width: 16, height: 16).dropFirst(13)
        let places = SampleTables.words([0, 40, 0, 40] + (2...8).flatMap { _ in [0, 40 + picture.count] })
        let paints: [UInt8] = [10, 0, 0, 6, 0, 2] + [2, 0, 0, 0x40, 0]
        font.tableOverrides["COLR"] =
            words(1, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 0, 0, 0, 0, 0) + words(0, 1, 1, 0, 10) + paints
        font.tableOverrides["SVG "] = words(0, 0, 10, 0, 0) + words(1, 1, 1, 0, 14, 0, 6) + Array("<svg/>".utf8)
        font.tableOverrides["sbix"] = words(1, 1, 0, 1, 0, 12) + words(16, 72) + places + picture
        return font
    }
}
