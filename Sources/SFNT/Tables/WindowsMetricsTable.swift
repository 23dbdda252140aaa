internal import FontModel

/// What we need of `OS/2`.
struct WindowsMetricsTable {
    /// 1 to 1000.
    let weight: Double
    /// Percent of normal.
    let width: Double
    let embedding: EmbeddingRights
    let selection: UInt16
    let vendor: String

    /// usWidthClass 1 to 9 in percent of normal.
    ///
    /// Source: OpenType specification, OS/2 table, usWidthClass.
    private static let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]

    init(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        let version = try bytes.uint16(at: 0, of: table)
        let size =
            switch version {
            // Version 0 as Apple defined it ends after usLastCharIndex.
            case 0: 68
            case 1: 86
            // Version 5 has four bytes more, which not all fonts of that version have.
            default: 96
            }
        guard table.length >= size else {
            throw table.broken("has \(table.length) bytes where version \(version) has \(size)")
        }
        let weightClass = try bytes.uint16(at: 4, of: table)
        // 1 to 9 is how old fonts wrote hundreds, which fontconfig understands as well.
        weight =
            switch weightClass {
            case 0: 400
            case 1...9: Double(weightClass) * 100
            default: Double(min(weightClass, 1000))
            }
        let widthClass = Int(try bytes.uint16(at: 6, of: table))
        width = 1...9 ~= widthClass ? Self.widths[widthClass - 1] : 100
        embedding = Self.embedding(try bytes.uint16(at: 8, of: table))
        vendor = try bytes.tag(at: 58, of: table).text.map { String($0.prefix { $0 != " " }) } ?? ""
        selection = try bytes.uint16(at: 62, of: table)
    }

    var isItalic: Bool { selection & 1 != 0 }
    var isOblique: Bool { selection & 1 << 9 != 0 }

    /// Where a font sets several bits, the least restrictive one counts, as the specification says.
    private static func embedding(_ flags: UInt16) -> EmbeddingRights {
        if flags & 0x8 != 0 { return .editable }
        if flags & 0x4 != 0 { return .previewAndPrint }
        if flags & 0x2 != 0 { return .restricted }
        return .installable
    }
}
