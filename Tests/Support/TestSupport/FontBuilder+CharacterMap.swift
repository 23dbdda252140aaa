extension FontBuilder {
    /// Characters in a row whose glyphs are in a row as well.
    private struct Run {
        var first: UInt32
        var last: UInt32
        var glyph: Int
    }

    private func runs() -> [Run] {
        var runs: [Run] = []
        for (index, scalar) in scalars.enumerated() {
            if let last = runs.last, last.last + 1 == scalar.value {
                runs[runs.count - 1].last = scalar.value
            } else {
                runs.append(Run(first: scalar.value, last: scalar.value, glyph: index + 1))
            }
        }
        return runs
    }

    /// Format 4 for the Basic Multilingual Plane, and format 12 as well where a character lies beyond it.
    func characterMap() -> [UInt8] {
        let hasSupplementary = scalars.contains { $0.value > 0xFFFF }
        let basic = basicSubtable()
        var cmap = BigEndianWriter()
        let headerSize = UInt32(4 + 8 * (hasSupplementary ? 3 : 2))
        cmap.put(0 as UInt16)
        cmap.put((hasSupplementary ? 3 : 2) as UInt16)
        for platform: UInt16 in [0, 3] {
            cmap.put(platform)
            cmap.put((platform == 0 ? 3 : 1) as UInt16)
            cmap.put(headerSize)
        }
        guard hasSupplementary else { return cmap.bytes + basic }
        cmap.put(3 as UInt16)
        cmap.put(10 as UInt16)
        cmap.put(headerSize + UInt32(basic.count))
        return cmap.bytes + basic + fullSubtable()
    }

    private func basicSubtable() -> [UInt8] {
        // A run must not reach past the plane, and the last segment must end with 0xFFFF.
        var segments = runs().filter { $0.first < 0xFFFF }
        for index in segments.indices { segments[index].last = min(segments[index].last, 0xFFFE) }
        segments.append(Run(first: 0xFFFF, last: 0xFFFF, glyph: 0))
        let count = segments.count
        let power = Int.bitWidth - 1 - count.leadingZeroBitCount
        var table = BigEndianWriter()
        for value in [4, 16 + 8 * count, 0, 2 * count, 2 << power, power, 2 * count - 2 << power] {
            table.put(UInt16(value))
        }
        for segment in segments { table.put(UInt16(segment.last)) }
        table.put(0 as UInt16)
        for segment in segments { table.put(UInt16(segment.first)) }
        for segment in segments { table.put(UInt16(truncatingIfNeeded: segment.glyph - Int(segment.first))) }
        for _ in segments { table.put(0 as UInt16) }
        // One more pair keeps the following subtable at a multiple of four.
        var bytes = table.bytes
        while bytes.count % 4 != 0 { bytes.append(0) }
        return bytes
    }

    private func fullSubtable() -> [UInt8] {
        let groups = runs()
        var table = BigEndianWriter()
        table.put(12 as UInt16)
        table.put(0 as UInt16)
        for value in [16 + 12 * groups.count, 0, groups.count] { table.put(UInt32(value)) }
        for group in groups {
            for value in [group.first, group.last, UInt32(group.glyph)] { table.put(value) }
        }
        return table.bytes
    }
}
