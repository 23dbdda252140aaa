internal import FontModel

/// Checks the bitmaps of glyphs in `CBLC` with `CBDT`, `EBLC` with `EBDT`, or `bloc` with `bdat`.
struct BitmapTables {
    private let locations: Table
    private let data: Table
    private let glyphCount: Int

    /// The most sizes; real fonts have one, or a few dozen small ones.
    private static let maximumSizes = 256

    /// Checks all bitmaps.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - locations: `CBLC`, `EBLC` or `bloc`.
    ///   - data: `CBDT`, `EBDT` or `bdat`.
    ///   - glyphCount: From `maxp`.
    ///   - budget: The remaining work for the file.
    /// - Throws: The rule that is broken.
    static func check(
        _ bytes: RawSpan, locations: Table, data: Table, glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        let tables = BitmapTables(locations: locations, data: data, glyphCount: glyphCount)
        for table in [locations, data] where !(2...3 ~= (try bytes.uint16(at: 0, of: table))) {
            throw table.broken("has an unknown version")
        }
        let count = try bytes.offset32(at: 4, of: locations)
        guard count <= maximumSizes else {
            throw .limit(
                Rule.structure(of: locations.tag), "There are \(count) sizes of bitmaps; \(maximumSizes) are allowed.")
        }
        try locations.require(count, of: 48, at: 8)
        for index in 0..<count { try tables.checkSize(bytes, at: 8 + 48 * index, &budget) }
    }

    private func checkSize(_ bytes: RawSpan, at record: Int, _ budget: inout WorkBudget) throws(Violation) {
        let array = try locations.part(from: try bytes.offset32(at: record, of: locations))
        let count = try bytes.offset32(at: record + 8, of: locations)
        try array.require(count, of: 8, at: 0)
        try budget.spend(count, on: locations)
        for index in 0..<count {
            let first = try bytes.offset16(at: 8 * index, of: array)
            let last = try bytes.offset16(at: 8 * index + 2, of: array)
            // Bitmaps of glyphs that do not exist are never looked up.
            guard first <= last else { throw locations.broken("has a range of bitmaps that ends before it starts") }
            let subtable = try array.part(from: try bytes.offset32(at: 8 * index + 4, of: array))
            try checkSubtable(bytes, subtable, count: last - first + 1, &budget)
        }
    }

    private func checkSubtable(
        _ bytes: RawSpan, _ subtable: Table, count: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        let format = try bytes.uint16(at: 0, of: subtable)
        let image = try bytes.uint16(at: 2, of: subtable)
        let base = try bytes.offset32(at: 4, of: subtable)
        try budget.spend(count, on: locations)
        switch format {
        case 1, 3:
            let size = format == 1 ? 4 : 2
            try subtable.require(count + 1, of: size, at: 8)
            for index in 0..<count {
                let place = 8 + size * index
                let start =
                    format == 1
                    ? try bytes.offset32(at: place, of: subtable) : try bytes.offset16(at: place, of: subtable)
                let end =
                    format == 1
                    ? try bytes.offset32(at: place + size, of: subtable)
                    : try bytes.offset16(at: place + size, of: subtable)
                guard start <= end else { throw locations.broken("has bitmaps that are out of order") }
                if end > start { try checkImage(bytes, at: base + start, length: end - start, format: image) }
            }
        case 2, 5:
            let size = try bytes.offset32(at: 8, of: subtable)
            var images = count
            if format == 5 {
                images = try bytes.offset32(at: 20, of: subtable)
                try subtable.require(images, of: 2, at: 24)
                guard images <= glyphCount else { throw locations.broken("has more bitmaps than glyphs") }
                try budget.spend(images, on: locations)
            }
            for index in 0..<images { try checkImage(bytes, at: base + size * index, length: size, format: image) }
        case 4:
            let images = try bytes.offset32(at: 8, of: subtable)
            guard images <= glyphCount else { throw locations.broken("has more bitmaps than glyphs") }
            try budget.spend(images, on: locations)
            try subtable.require(images + 1, of: 4, at: 12)
            for index in 0..<images {
                let start = try bytes.offset16(at: 14 + 4 * index, of: subtable)
                let end = try bytes.offset16(at: 18 + 4 * index, of: subtable)
                guard start <= end else { throw locations.broken("has bitmaps that are out of order") }
                if end > start { try checkImage(bytes, at: base + start, length: end - start, format: image) }
            }
        default: throw locations.broken("has bitmaps of an unknown format")
        }
    }

    private func checkImage(_ bytes: RawSpan, at offset: Int, length: Int, format: UInt16) throws(Violation) {
        let image = try data.part(from: offset, length: length)
        let metrics: Int
        switch format {
        case 17: metrics = 5
        case 18: metrics = 8
        case 19: metrics = 0
        default: return
        }
        let size = try bytes.offset32(at: metrics, of: image)
        try PictureHeader.checkPNG(bytes, try image.part(from: metrics + 4, length: size))
    }
}
