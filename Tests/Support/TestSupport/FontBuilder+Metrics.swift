internal import FontModel

extension FontBuilder {
    private var isBold: Bool { weight >= 700 }

    func header() -> [UInt8] {
        var head = BigEndianWriter()
        head.put(0x0001_0000 as UInt32)
        head.put(fixed: revision)
        head.put(0 as UInt32)  // the checksum adjustment, once the file is complete
        head.put(0x5F0F_3CF5 as UInt32)
        head.put(3 as UInt16)  // baseline and left side bearing at 0
        head.put(Self.unitsPerEm)
        head.put(3_786_912_000 as Int64)  // seconds from 1904 to 2024
        head.put(3_786_912_000 as Int64)
        for edge: Int16 in [50, 0, 570, 700] { head.put(edge) }
        head.put((isBold ? 1 : 0) | (slant == .upright ? 0 : 2) as UInt16)
        for value: Int16 in [8, 2, 1, 0] { head.put(value) }  // least size, direction, long loca, glyf
        return head.bytes
    }

    func horizontalHeader() -> [UInt8] {
        var hhea = BigEndianWriter()
        hhea.put(0x0001_0000 as UInt32)
        for value: Int16 in [800, -200, 100] { hhea.put(value) }
        hhea.put((0..<glyphCount).map(advance).max() ?? 0)
        for value: Int16 in [0, 50, 570, 1, 0, 0, 0, 0, 0, 0, 0] { hhea.put(value) }
        hhea.put(UInt16(glyphCount))
        return hhea.bytes
    }

    func windowsMetrics() -> [UInt8] {
        var metrics = BigEndianWriter()
        metrics.put(4 as UInt16)
        metrics.put(550 as Int16)
        for value in [weight, widthClass, embeddingFlags] { metrics.put(value) }
        for value: Int16 in [650, 600, 0, 75, 650, 600, 0, 350, 50, 300] { metrics.put(value) }
        metrics.put(0 as UInt16)  // class and subclass of the family
        metrics.put([UInt8](repeating: 0, count: 10))  // Panose: any
        for range: UInt32 in [1, 0, 0, 0] { metrics.put(range) }
        metrics.put(tag: vendor)
        var selection: UInt16 = 0
        if slant == .italic { selection |= 1 }
        if slant == .oblique { selection |= 1 << 9 }
        if isBold { selection |= 1 << 5 }
        metrics.put(selection == 0 ? 1 << 6 : selection)
        metrics.put(UInt16(min(scalars.first?.value ?? 0, 0xFFFF)))
        metrics.put(UInt16(min(scalars.last?.value ?? 0, 0xFFFF)))
        for value: Int16 in [800, -200, 100, 800, 200] { metrics.put(value) }
        for range: UInt32 in [1, 0] { metrics.put(range) }  // Latin 1
        for value: Int16 in [500, 700, 0, 32, 1] { metrics.put(value) }
        return metrics.bytes
    }

    func postscript() -> [UInt8] {
        var post = BigEndianWriter()
        post.put(0x0003_0000 as UInt32)
        post.put(fixed: slant == .upright ? 0 : -12)
        for value: Int16 in [-100, 50] { post.put(value) }
        post.put((isMonospace ? 1 : 0) as UInt32)
        for _ in 0..<4 { post.put(0 as UInt32) }
        return post.bytes
    }
}
