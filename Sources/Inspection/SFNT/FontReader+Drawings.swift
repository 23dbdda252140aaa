extension FontReader {
    /// Where the drawings of a font are: some are compressed, which a reader without libraries cannot look into.
    ///
    /// - Parameter bytes: The whole file, a font that passes.
    /// - Returns: The bytes of each once, in the order of the file; `nil` where the font does not pass.
    package static func drawings(_ bytes: RawSpan) -> [Range<Int>]? {
        do throws(Violation) {
            var drawings: Set<Range<Int>> = []
            var seen: Set<Int> = []
            for directory in try directories(bytes) {
                guard let table = directory["SVG "], seen.insert(table.start).inserted else { continue }
                for drawing in try ColorTables.drawings(bytes, table) {
                    drawings.insert(drawing.start..<(drawing.start + drawing.length))
                }
            }
            return drawings.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        } catch {
            return nil
        }
    }
}

extension ColorTables {
    /// How a drawing begins that is compressed.
    static let gzip: UInt16 = 0x1F8B

    /// The drawings of a table that was checked.
    fileprivate static func drawings(_ bytes: RawSpan, _ table: Table) throws(Violation) -> [Table] {
        let list = try bytes.part32(at: 2, of: table)
        var drawings: [Table] = []
        for index in 0..<(try bytes.offset16(at: 0, of: list)) {
            let record = 2 + 12 * index
            drawings.append(
                try list.part(
                    from: try bytes.offset32(at: record + 4, of: list),
                    length: try bytes.offset32(at: record + 8, of: list)))
        }
        return drawings
    }
}
