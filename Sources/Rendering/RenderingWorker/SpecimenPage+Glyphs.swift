internal import FontModel
internal import RenderingProtocol

extension SpecimenPage {
    /// Adds the characters of one page in a grid, with their code points below them.
    mutating func addGlyphs() throws(DrawingError) {
        guard (1...DrawingLimits.pageSize).contains(drawing.pageSize) else {
            throw DrawingError(.limit, "A page has 1 to \(DrawingLimits.pageSize) glyphs.")
        }
        let all = faces.characters(of: 0)
        result.blocks = Self.blocks(of: all)
        let shown = drawing.block.map { block in all.filter(block.contains) } ?? all
        result.itemCount = shown.count
        result.pageCount = max(1, (shown.count + drawing.pageSize - 1) / drawing.pageSize)
        guard drawing.page < result.pageCount else {
            throw DrawingError(.invalidRequest, "There are \(result.pageCount) pages, numbered from 0.")
        }
        let page = shown.dropFirst(drawing.page * drawing.pageSize).prefix(drawing.pageSize)
        addLabel(title)
        let size = size(otherwise: 32) * scale
        let labelSize = min(Self.labelSize * 0.75 * scale, size / 3)
        let cell = (width: max(size * 1.5, labelSize * 4), height: size * 1.5 + labelSize * 1.5)
        let left = Self.margin * scale
        let columns = max(1, Int((width - 2 * left) / cell.width))
        let extents = faces.extents(of: 0)
        // The line is centred in its part of the cell.
        let baseline = (size * 1.5 + (extents.ascent - extents.descent) * size) / 2
        for (number, character) in page.enumerated() {
            let x = left + Double(number % columns) * cell.width
            let y = height + Double(number / columns) * cell.height
            for edge in [y, y + cell.height] { add(.rule(x: x, y: edge, width: cell.width, height: scale)) }
            for edge in [x, x + cell.width] { add(.rule(x: edge, y: y, width: scale, height: cell.height)) }
            addHexadecimal(character, size: labelSize, center: x + cell.width / 2, y: y + cell.height - labelSize / 2)
            guard let glyph = faces.glyph(of: character, in: 0) else { continue }
            let advance = faces.advance(of: glyph, in: 0) * size
            add(
                .glyph(
                    glyph, face: 0, size: size, x: x + (cell.width - advance) / 2, y: y + baseline, isLabel: false))
        }
        result.lineCount = (page.count + columns - 1) / columns
        advance(by: Double(result.lineCount) * cell.height)
    }

    /// Adds the code point of a character digit by digit, because a layout for each would take longer than the glyphs.
    private mutating func addHexadecimal(_ character: UInt32, size: Double, center: Double, y: Double) {
        guard let face = drawing.labelFace else { return }
        let digits = String(character, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let glyphs = padded.unicodeScalars.compactMap { faces.glyph(of: $0.value, in: face) }
        guard glyphs.count == padded.count else { return }
        let advances = glyphs.map { faces.advance(of: $0, in: face) * size }
        var x = center - advances.reduce(0, +) / 2
        for (glyph, advance) in zip(glyphs, advances) {
            add(.glyph(glyph, face: face, size: size, x: x, y: y, isLabel: true))
            x += advance
        }
    }

    /// The number of the characters in each Unicode block.
    private static func blocks(of characters: [UInt32]) -> [DrawingResult.Block] {
        var blocks: [DrawingResult.Block] = []
        var current: UnicodeBlock?
        for character in characters {
            if let current, current.range.contains(character) {
                blocks[blocks.count - 1].count += 1
            } else {
                current = UnicodeBlock.containing(character)
                guard let current else { continue }
                blocks.append(DrawingResult.Block(first: current.range.lowerBound, count: 1))
            }
        }
        return Array(blocks.prefix(DrawingLimits.blocks))
    }
}
