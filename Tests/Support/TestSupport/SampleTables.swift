internal import FontModel

/// Small tables with what ``FontBuilder`` does not make by itself: PostScript outlines, layout, colours.
package enum SampleTables {
    /// Numbers of 16 bits as they stand in a table.
    package static func words(_ values: [Int]) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    /// A font with a ligature in a context, a kerned pair and a mark on a base.
    package static var layout: FontBuilder {
        var font = FontBuilder(family: "Layout")
        font.tableOverrides = ["GDEF": definitions, "GPOS": positions, "GSUB": substitutions]
        return font
    }

    /// One script with one feature, after the header of the table.
    private static func header(feature: [Int]) -> [Int] {
        let scripts = [1, 0x4446, 0x4C54, 8, 4, 0, 0, 0xFFFF, 1, 0]
        return [1, 0, 10, 30, 44] + scripts + [1] + feature + [8, 0, 1, 0]
    }

    /// A `GSUB` whose lookups start at byte 44: a ligature, and a context that applies it.
    package static let substitutions = words(
        header(feature: [0x6C69, 0x6761]) + [2, 6, 38]
            + [4, 0, 1, 8] + [1, 18, 1, 8] + [1, 4] + [3, 2, 2] + [1, 1, 1]
            + [6, 0, 1, 8] + [3, 0, 1, 16, 0, 1, 0, 0] + [1, 1, 1])

    /// A font whose `GSUB` has one lookup.
    ///
    /// - Parameters:
    ///   - kind: The kind of the lookup.
    ///   - subtable: Its only subtable.
    /// - Returns: The font.
    package static func substituting(_ kind: Int, _ subtable: [Int]) -> FontBuilder {
        var font = layout
        font.tableOverrides["GSUB"] = words(header(feature: [0x6C69, 0x6761]) + [1, 4] + [kind, 0, 1, 8] + subtable)
        return font
    }

    /// A font whose `GPOS` has one lookup.
    ///
    /// - Parameters:
    ///   - kind: The kind of the lookup.
    ///   - subtable: Its only subtable.
    /// - Returns: The font.
    package static func positioning(_ kind: Int, _ subtable: [Int]) -> FontBuilder {
        var font = layout
        font.tableOverrides["GPOS"] = words(header(feature: [0x6B65, 0x726E]) + [1, 4] + [kind, 0, 1, 8] + subtable)
        return font
    }

    /// A `GPOS` whose lookups start at byte 44: a pair, and a mark on a base.
    package static let positions = words(
        header(feature: [0x6B65, 0x726E]) + [2, 6, 38]
            + [2, 0, 1, 8] + [1, 18, 4, 0, 1, 12] + [1, 2, 0xFFF6] + [1, 1, 1]
            + [4, 0, 1, 8] + [1, 12, 18, 1, 24, 36] + [1, 1, 2] + [1, 1, 1] + [1, 0, 6] + [1, 10, 10]
            + [1, 4] + [1, 20, 20])

    /// A `GDEF` with one class.
    package static let definitions = words([1, 0, 12, 0, 0, 0] + [2, 1, 1, 2, 1])

    /// A font with a glyph in layers of colour and one that is a picture.
    package static var color: FontBuilder {
        var font = FontBuilder(family: "Color")
        font.tableOverrides = [
            "COLR": words([0, 1, 0, 14, 0, 20, 1] + [1, 0, 1] + [2, 0]),
            "CPAL": words([0, 1, 1, 1, 0, 14, 0] + [0xFFFF, 0x00FF]),
            "CBLC": pictureLocations, "CBDT": pictures(width: 16, height: 16),
        ]
        return font
    }

    /// A `CBLC` with one picture, of glyph 1.
    package static let pictureLocations: [UInt8] = {
        let size = [0, 56, 0, 24, 0, 1] + Array(repeating: 0, count: 14) + [1, 1, 0x1010, 0x2001]
        return words([3, 0, 0, 1] + size + [1, 1, 0, 8] + [1, 17, 0, 4, 0, 0, 0, 42])
    }()

    /// A `CBDT` with the header of a picture, which is all that is looked at.
    package static func pictures(width: Int, height: Int) -> [UInt8] {
        let header = words([0x8950, 0x4E47, 0x0D0A, 0x1A0A, 0, 13, 0x4948, 0x4452])
        let content = header + words([width >> 16, width, height >> 16, height]) + Array(repeating: 0, count: 9)
        return words([3, 0]) + [16, 16, 0, 16, 16] + words([0, content.count]) + content
    }

    /// A font with PostScript outlines: the glyphs are empty.
    package static var compact: FontBuilder {
        compact(charstrings: Array(repeating: [139, 139, 21, 239, 6, 14], count: 8), globals: [[11]], locals: [[11]])
    }

    /// A font with PostScript outlines.
    ///
    /// - Parameters:
    ///   - charstrings: The program of each glyph, 8 for a font that is sound.
    ///   - globals: The subroutines of the table.
    ///   - locals: The subroutines of the font in it.
    ///   - hints: What stands in its private dictionary before the place of these.
    /// - Returns: The font.
    package static func compact(
        charstrings: [[UInt8]], globals: [[UInt8]] = [], locals: [[UInt8]] = [], hints: [UInt8] = []
    ) -> FontBuilder {
        var font = FontBuilder(family: "Compact")
        font.containerVersion = 0x4F54_544F
        let before: [UInt8] = [1, 0, 4, 4] + index([Array("Compact".utf8)])
        let after = index([]) + index(globals)
        let dictionarySize = 17
        let charstringOffset = before.count + index([Array(repeating: 0, count: dictionarySize)]).count + after.count
        let privateOffset = charstringOffset + index(charstrings).count
        // Number 17 is where the charstrings are, 18 the size and the place of the private dictionary.
        let top = number(charstringOffset) + [17] + number(hints.count + 6) + number(privateOffset) + [18]
        font.tableOverrides = [
            "glyf": nil, "loca": nil,
            "CFF ": before + index([top]) + after + index(charstrings) + hints + number(hints.count + 6) + [19]
                + index(locals),
        ]
        return font
    }

    /// A font with PostScript outlines in the second version of their table.
    package static var secondCompact: FontBuilder { secondCompact() }

    /// A font with PostScript outlines in the second version of their table, with an axis where there are variations.
    ///
    /// - Parameters:
    ///   - store: The variations, none if empty.
    ///   - operators: What stands at the end of the dictionary of the table.
    ///   - hints: What stands in the private dictionary of the font.
    /// - Returns: The font.
    package static func secondCompact(
        store: [UInt8] = [], operators: [UInt8] = [], hints: [UInt8] = []
    ) -> FontBuilder {
        var font = compact
        font.family = "Second Compact"
        let charstrings = wideIndex(Array(repeating: [139, 139, 21, 239, 6], count: 8))
        let topSize = (store.isEmpty ? 13 : 19) + operators.count
        // After the header and the dictionary, an empty list of subroutines.
        let charstringOffset = 5 + topSize + 4
        let fontOffset = charstringOffset + charstrings.count
        let privateOffset = fontOffset + wideIndex([number(0) + number(0) + [18]]).count
        let fonts = wideIndex([number(hints.count) + number(hints.isEmpty ? 0 : privateOffset) + [18]])
        var top = number(charstringOffset) + [17] + number(fontOffset) + [12, 36]
        if !store.isEmpty {
            top += number(privateOffset + hints.count) + [24]
            font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
            font.tableOverrides["gvar"] = .some(nil)
        }
        font.tableOverrides["CFF "] = .some(nil)
        let start: [UInt8] = [2, 0, 5] + words([topSize]) + top + operators + words([0, 0])
        let variations: [UInt8] = store.isEmpty ? [] : words([store.count]) + store
        font.tableOverrides["CFF2"] = start + charstrings + fonts + hints + variations
        return font
    }

    /// A list of objects as the second version of the table has them, with a count of four bytes.
    private static func wideIndex(_ objects: [[UInt8]]) -> [UInt8] { [0, 0] + index(objects) }

    /// A number of a dictionary, in the longest of its forms.
    private static func number(_ value: Int) -> [UInt8] { [29] + words([value >> 16, value]) }

    /// A list of objects, each with an offset of two bytes.
    private static func index(_ objects: [[UInt8]]) -> [UInt8] {
        guard !objects.isEmpty else { return [0, 0] }
        var offsets = [1]
        for object in objects { offsets.append((offsets.last ?? 1) + object.count) }
        return words([objects.count]) + [2] + words(offsets) + objects.flatMap { $0 }
    }
}
