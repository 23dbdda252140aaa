extension FontReader {
    /// Returns the positions of a font's drawings.
    ///
    /// Some drawings are compressed, so that only a reader with libraries can check them.
    ///
    /// - Parameter bytes: The whole file of a font that passes.
    /// - Returns: The byte range of each drawing once, in the order of the file; `nil` if the font does not pass.
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
    /// The first bytes of a compressed drawing.
    static let gzip: UInt16 = 0x1F8B

    /// Returns the drawings of a checked table.
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
