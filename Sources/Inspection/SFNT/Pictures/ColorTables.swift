/// Checks `CPAL` and `SVG `, and the layers of `COLR`.
enum ColorTables {
    /// Checks the palettes.
    ///
    /// - Returns: The number of colours in each palette.
    @discardableResult
    static func checkPalettes(_ bytes: RawSpan, _ table: Table) throws(Violation) -> Int {
        let version = try bytes.uint16(at: 0, of: table)
        guard version <= 1 else { throw table.broken("has an unknown version") }
        let entries = try bytes.offset16(at: 2, of: table)
        let palettes = try bytes.offset16(at: 4, of: table)
        let colors = try bytes.offset16(at: 6, of: table)
        let records = try table.part(from: try bytes.offset32(at: 8, of: table))
        try records.require(colors, of: 4, at: 0)
        try table.require(palettes, of: 2, at: 12)
        for index in 0..<palettes where try bytes.offset16(at: 12 + 2 * index, of: table) + entries > colors {
            throw table.broken("has a palette of colours that do not exist")
        }
        guard version == 1 else { return entries }
        let header = 12 + 2 * palettes
        for (index, (count, size)) in [(palettes, 4), (palettes, 2), (entries, 2)].enumerated() {
            if let array = try bytes.optionalPart32(at: header + 4 * index, of: table) {
                try array.require(count, of: size, at: 0)
            }
        }
        return entries
    }

    /// Checks the positions of the drawings of `SVG `, and that each drawing is XML or compressed.
    static func checkDrawings(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 0 else { throw table.broken("has an unknown version") }
        let list = try bytes.part32(at: 2, of: table)
        let count = try bytes.offset16(at: 0, of: list)
        try list.require(count, of: 12, at: 2)
        var previous = -1
        for index in 0..<count {
            let record = 2 + 12 * index
            let first = try bytes.offset16(at: record, of: list)
            let last = try bytes.offset16(at: record + 2, of: list)
            guard first > previous, first <= last, last < glyphCount else {
                throw table.broken("has drawings that are out of order, or that belong to glyphs that do not exist")
            }
            previous = last
            let length = try bytes.offset32(at: record + 8, of: list)
            let drawing = try list.part(from: try bytes.offset32(at: record + 4, of: list), length: length)
            let start = try bytes.uint16(at: 0, of: drawing)
            // A drawing starts with a tag, with the byte order mark before one, or as gzip data.
            guard start >> 8 == 0x3C || start == 0xEFBB || start == gzip || start >> 8 == 0x0A || start >> 8 == 0x20
            else { throw table.broken("has a drawing that is not an SVG document") }
        }
    }

    /// Checks the layers of version 0 of `COLR`.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: `COLR`.
    ///   - glyphCount: From `maxp`.
    ///   - colorCount: The number of colours of a palette.
    /// - Throws: The rule that is broken.
    static func checkLayers(
        _ bytes: RawSpan, _ table: Table, glyphCount: Int, colorCount: Int
    ) throws(Violation) {
        let baseCount = try bytes.offset16(at: 2, of: table)
        let layerCount = try bytes.offset16(at: 12, of: table)
        if baseCount > 0 {
            let bases = try bytes.part32(at: 4, of: table)
            try bases.require(baseCount, of: 6, at: 0)
            var previous = -1
            for index in 0..<baseCount {
                let glyph = try bytes.offset16(at: 6 * index, of: bases)
                let first = try bytes.offset16(at: 6 * index + 2, of: bases)
                let count = try bytes.offset16(at: 6 * index + 4, of: bases)
                guard glyph > previous, glyph < glyphCount, first + count <= layerCount else {
                    throw table.broken("has glyphs out of order, or layers that do not exist")
                }
                previous = glyph
            }
        }
        guard layerCount > 0 else { return }
        let layers = try bytes.part32(at: 8, of: table)
        try layers.require(layerCount, of: 4, at: 0)
        for index in 0..<layerCount {
            let color = try bytes.offset16(at: 4 * index + 2, of: layers)
            guard try bytes.offset16(at: 4 * index, of: layers) < glyphCount else {
                throw table.broken("has a layer of a glyph that does not exist")
            }
            guard color == 0xFFFF || color < colorCount else {
                throw table.broken("has a layer in a colour that does not exist")
            }
        }
    }
}
