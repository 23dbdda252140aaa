/// The checks of tables that are soon told: `kern`, `gasp`, `cvt `, `fpgm` and `prep`, `hdmx` and
/// `LTSH`.
enum SmallTables {
    /// The most bytes of a program or of its values; none of the interpreters needs more, and OpenType Sanitizer stops
    /// here as well.
    private static let maximumProgram = 128 << 10

    /// `kern`, in the forms of Microsoft and of Apple.
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
                // The length of the only subtable does not fit its field where there are many pairs.
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

    /// `gasp`: how to smooth at which sizes.
    static func checkSmoothing(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        // Real fonts have the bytes of the number the wrong way round. FreeType and OpenType Sanitizer go on without it.
        guard try bytes.uint16(at: 0, of: table) <= 1 else {
            throw .warning(
                Rule.structure(of: table.tag), "The table '\(table.tag)' has an unknown version, so nobody heeds it.")
        }
        try table.require(try bytes.offset16(at: 2, of: table), of: 4, at: 4)
    }

    /// `cvt `, `fpgm` and `prep`: the values and the programs of the hinting.
    static func checkProgram(_ table: Table) throws(Violation) {
        guard table.length <= maximumProgram else {
            throw .limit(
                Rule.structure(of: table.tag),
                "The table '\(table.tag)' has \(table.length) bytes; \(maximumProgram) are allowed.")
        }
        guard table.tag != "cvt " || table.length % 2 == 0 else { throw table.broken("has half a value") }
    }

    /// `hdmx`: advances at some sizes.
    static func checkDeviceMetrics(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        let count = try bytes.offset16(at: 2, of: table)
        let size = try bytes.offset32(at: 4, of: table)
        try table.require(count, of: size, at: 8)
        // FreeType takes what there is and computes the others, and OpenType Sanitizer goes on without it.
        guard count == 0 || size >= glyphCount + 2 else {
            throw .warning(
                Rule.structure(of: table.tag),
                "The table '\(table.tag)' lacks advances of some of the \(glyphCount) glyphs.")
        }
    }

    /// `LTSH`: from which size on advances are linear.
    static func checkThresholds(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        guard try bytes.offset16(at: 2, of: table) <= glyphCount else {
            throw table.broken("is about glyphs that do not exist")
        }
        try table.require(try bytes.offset16(at: 2, of: table), at: 4)
    }
}
