internal import FontModel

extension FontBuilder {
    func fontVariations() -> [UInt8] {
        let hasPostscriptNames = namedInstances.contains { $0.postscriptName != nil }
        var fvar = BigEndianWriter()
        let instanceSize = 4 + 4 * axes.count + (hasPostscriptNames ? 2 : 0)
        for value in [1, 0, 16, 2, axes.count, 20, namedInstances.count, instanceSize] { fvar.put(UInt16(value)) }
        for (index, axis) in axes.enumerated() {
            fvar.put(tag: axis.tag)
            for value in [axis.minimum, axis.defaultValue, axis.maximum] { fvar.put(fixed: value) }
            fvar.put(0 as UInt16)
            fvar.put(nameIdentifier(ofAxis: index))
        }
        for (index, instance) in namedInstances.enumerated() {
            fvar.put(nameIdentifier(ofInstance: index))
            fvar.put(0 as UInt16)
            for value in instance.coordinates { fvar.put(fixed: value) }
            if hasPostscriptNames {
                fvar.put(instance.postscriptName == nil ? 0xFFFF : nameIdentifier(ofInstance: index) + 1)
            }
        }
        return fvar.bytes
    }

    /// A `gvar`, which FreeType wants before it takes the font for a variable one: it moves the boxes by ``axisShift``.
    func glyphVariations() -> [UInt8] {
        var gvar = BigEndianWriter()
        let dataStart = 20 + 2 * (glyphCount + 1)
        for value in [1, 0, axes.count, 0] { gvar.put(UInt16(value)) }
        gvar.put(UInt32(dataStart))
        for value in [glyphCount, 0] { gvar.put(UInt16(value)) }
        gvar.put(UInt32(dataStart))
        let shift = axisShift == 0 ? [] : shiftOfBox()
        // The glyph for missing characters and the space come first, and stay where they are.
        for glyph in 0...glyphCount { gvar.put(UInt16(max(0, glyph - 2) * shift.count / 2)) }
        var bytes = gvar.bytes
        for _ in 0..<max(0, glyphCount - 2) { bytes += shift }
        return bytes
    }

    /// What moves the four points of a box to the right where the first axis is at its maximum.
    private func shiftOfBox() -> [UInt8] {
        var data = BigEndianWriter()
        let headerSize = 8 + 2 * axes.count
        // One tuple with a peak of its own, whose points are all.
        for value in [1, headerSize, 8, 0xA000] { data.put(UInt16(value)) }
        for index in axes.indices { data.put(UInt16(index == 0 ? 0x4000 : 0)) }
        let shift = UInt8(bitPattern: axisShift)
        // All points; four deltas and four noughts across, eight noughts upwards.
        return data.bytes + [0, 3, shift, shift, shift, shift, 0x83, 0x87]
    }

    /// A `GSUB` of ``scripts`` whose only language system has no features.
    func substitutions() -> [UInt8] {
        let tags = scripts.sorted()
        let scriptsSize = 2 + 6 * tags.count + 10
        var table = BigEndianWriter()
        for value in [1, 0, 10, 10 + scriptsSize, 12 + scriptsSize, tags.count] { table.put(UInt16(value)) }
        for tag in tags {
            table.put(tag: tag)
            table.put(UInt16(2 + 6 * tags.count))
        }
        for value: UInt16 in [4, 0, 0, 0xFFFF, 0] { table.put(value) }  // one script for all tags
        for _ in 0..<2 { table.put(0 as UInt16) }  // no features, no lookups
        return table.bytes
    }
}
