/// Checks tables that need only short checks: `kern`, `gasp`, `cvt `, `fpgm` and `prep`, `hdmx` and `LTSH`.
enum SmallTables {
    /// The most bytes of a program or of its values.
    ///
    /// No interpreter needs more, and the OpenType Sanitizer has the same limit.
    private static let maximumProgram = 128 << 10

    /// Checks `kern`, in the forms of Microsoft and of Apple.
    static func checkKerning(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        let version = try bytes.uint16(at: 0, of: table)
        guard version <= 1 else { throw table.broken("has an unknown version") }
        let isApple = version == 1
        let count = isApple ? try bytes.offset32(at: 4, of: table) : try bytes.offset16(at: 2, of: table)
        var offset = isApple ? 8 : 4
        for _ in 0..<count {
            let header = isApple ? 8 : 6
            try table.require(header, at: offset)
            let length =
                isApple ? try bytes.offset32(at: offset, of: table) : try bytes.offset16(at: offset + 2, of: table)
            let format =
                isApple ? try bytes.uint8(at: offset + 5, of: table) : try bytes.uint8(at: offset + 4, of: table)
            if format == 0 {
                let pairs = try bytes.offset16(at: offset + header, of: table)
                try table.require(pairs, of: 6, at: offset + header + 8)
                // If there are many pairs, the length of the only subtable does not fit in its field.
                guard length < header + 8 + 6 * pairs, count > 1 else {
                    offset += max(length, header + 8)
                    continue
                }
                throw table.broken("has pairs that reach past their subtable")
            }
            guard length >= header else { throw table.broken("has a subtable of \(length) bytes") }
            offset += length
        }
    }

    /// Checks `gasp`: how to smooth glyphs at which sizes.
    static func checkSmoothing(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        // Some real fonts store this number in the wrong byte order. FreeType and the OpenType Sanitizer then ignore
        // the table.
        guard try bytes.uint16(at: 0, of: table) <= 1 else {
            throw .warning(
                Rule.structure(of: table.tag), "The table '\(table.tag)' has an unknown version. Programs ignore it.")
        }
        try table.require(try bytes.offset16(at: 2, of: table), of: 4, at: 4)
    }

    /// Checks `cvt `, `fpgm` and `prep`: the values and the programs for hinting.
    static func checkProgram(_ table: Table) throws(Violation) {
        guard table.length <= maximumProgram else {
            throw .limit(
                Rule.structure(of: table.tag),
                "The table '\(table.tag)' has \(table.length) bytes; \(maximumProgram) are allowed.")
        }
        guard table.tag != "cvt " || table.length % 2 == 0 else { throw table.broken("has half a value") }
    }

    /// Checks `hdmx`: the advances at some sizes.
    static func checkDeviceMetrics(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        let count = try bytes.offset16(at: 2, of: table)
        let size = try bytes.offset32(at: 4, of: table)
        try table.require(count, of: size, at: 8)
        // FreeType uses the existing values and computes the others; the OpenType Sanitizer ignores the table.
        guard count == 0 || size >= glyphCount + 2 else {
            throw .warning(
                Rule.structure(of: table.tag),
                "The table '\(table.tag)' lacks advances of some of the \(glyphCount) glyphs.")
        }
    }

    /// Checks `LTSH`: the sizes from which advances are linear.
    static func checkThresholds(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        guard try bytes.offset16(at: 2, of: table) <= glyphCount else {
            throw table.broken("refers to glyphs that do not exist")
        }
        try table.require(try bytes.offset16(at: 2, of: table), at: 4)
    }
}
