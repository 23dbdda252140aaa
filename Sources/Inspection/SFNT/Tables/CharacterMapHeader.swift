/// The record of a subtable of `cmap`, and the fields with which the subtable starts.
struct CharacterMapHeader {
    /// The platform and its encoding: (3, 1) is Unicode on Windows.
    let kind: (platform: UInt16, encoding: UInt16)
    let format: UInt16
    /// The offset of the subtable from the start of the table.
    let offset: Int
    /// The subtable and the bytes that follow it, to the end of the table.
    let subtable: Table
    /// The length that the subtable declares; 0 if the format is unknown.
    private let length: Int
    /// The language that the subtable declares; 0 for none.
    private let language: Int

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The table.
    ///   - index: The number of the record.
    /// - Throws: The rule that is broken.
    init(_ bytes: RawSpan, _ table: Table, _ index: Int) throws(Violation) {
        kind = (try bytes.uint16(at: 4 + 8 * index, of: table), try bytes.uint16(at: 6 + 8 * index, of: table))
        offset = try bytes.offset32(at: 8 + 8 * index, of: table)
        subtable = try table.part(from: offset)
        format = try bytes.uint16(at: 0, of: subtable)
        switch format {
        case 0, 2, 4, 6:
            length = try bytes.offset16(at: 2, of: subtable)
            language = try bytes.offset16(at: 4, of: subtable)
        case 8, 10, 12, 13:
            length = try bytes.offset32(at: 4, of: subtable)
            language = try bytes.offset32(at: 8, of: subtable)
        case 14:
            length = try bytes.offset32(at: 2, of: subtable)
            language = 0
        default:
            length = 0
            language = 0
        }
    }

    /// Whether FreeType ignores the subtable because of the length that it declares.
    ///
    /// Source: the functions `tt_cmap0_validate` to `tt_cmap13_validate` of ttcmap.c. Format 4 may declare any length.
    func isIgnored(_ bytes: RawSpan) throws(Violation) -> Bool {
        let least: Int
        switch format {
        case 0: least = 262
        case 2: least = 518
        case 6: least = try 10 + 2 * bytes.offset16(at: 8, of: subtable)
        case 8: least = 8208
        case 10: least = try 20 + 2 * bytes.offset32(at: 16, of: subtable)
        case 12, 13: least = try 16 + 12 * bytes.offset32(at: 12, of: subtable)
        default: return false
        }
        return length < least || length > subtable.length
    }

    /// Whether the OpenType Sanitizer reads the subtable as a map of Unicode.
    ///
    /// Source: `OpenTypeCMAP::Parse` of cmap.cc in its version 8.2.1.
    var isOfBrowsers: Bool {
        switch (kind.platform, kind.encoding, format) {
        case (0, 0, 4), (0, 1, 4), (0, 3, 4), (3, 0, 4), (3, 1, 4): return true
        case (0, 3, 12), (0, 4, 12), (3, 10, 12), (3, 10, 13): return true
        default: return false
        }
    }

    /// Returns whether the OpenType Sanitizer accepts the length and the language.
    ///
    /// The Macintosh has language numbers; other platforms have none.
    ///
    /// - Parameter need: The bytes that the subtable needs.
    /// - Returns: Whether both are right.
    func isSound(need: Int) -> Bool {
        guard hasCheckedLength else { return true }
        guard length <= subtable.length else { return false }
        if kind == (1, 0), format == 0 { return length >= need }
        return !isOfBrowsers || (length >= need && language == 0)
    }

    /// Whether the OpenType Sanitizer checks the length.
    private var hasCheckedLength: Bool { [0, 4, 12, 13, 14].contains(format) }

    /// Returns whether subtables overlap in the view of the OpenType Sanitizer; records may share one.
    static func overlap(_ headers: [CharacterMapHeader]) -> Bool {
        let headers = headers.filter { $0.hasCheckedLength && $0.length > 0 }.sorted { $0.offset < $1.offset }
        return zip(headers, headers.dropFirst()).contains { first, second in
            second.offset != first.offset && second.offset < first.offset + first.length
        }
    }
}
