internal import FontModel

/// The records of a `name` table and their texts.
struct NameTable {
    private struct Record {
        let platform: UInt16
        let encoding: UInt16
        let language: UInt16
        let identifier: UInt16
        let text: Table
    }

    /// The text of a record, or why it cannot be used.
    enum Content {
        case text(String)
        /// Bytes that are not valid text in the declared encoding.
        case malformed
        /// A text in an encoding that only other programs decode.
        ///
        /// The value is why the text must not be shown, as the end of "The name …".
        case unfit(String)
    }

    /// The most bytes of a prose text that are decoded; longer texts are cut.
    static let longestProse = 4 * 4096
    /// The most bytes of a name that are decoded; every allowed name has fewer.
    static let longestName = 4 * FontLimits.nameLength

    private let records: [UInt16: [Record]]
    private let languageTags: [String]

    init(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        let version = try bytes.uint16(at: 0, of: table)
        guard version <= 1 else { throw table.broken("has an unknown version") }
        let count = try bytes.offset16(at: 2, of: table)
        guard count <= FontLimits.nameRecords else {
            throw .limit(Rule.name, "There are \(count) records; \(FontLimits.nameRecords) are allowed.")
        }
        let pool = try table.part(from: try bytes.offset16(at: 4, of: table))
        var records: [Record] = []
        records.reserveCapacity(count)
        for index in 0..<count {
            let offset = 6 + 12 * index
            let length = try bytes.offset16(at: offset + 8, of: table)
            let rest = try pool.part(from: try bytes.offset16(at: offset + 10, of: table))
            guard
                let text = Table(
                    tag: "name", start: rest.start, length: length, fileSize: rest.start + rest.length)
            else { throw table.endsEarly }
            records.append(
                Record(
                    platform: try bytes.uint16(at: offset, of: table),
                    encoding: try bytes.uint16(at: offset + 2, of: table),
                    language: try bytes.uint16(at: offset + 4, of: table),
                    identifier: try bytes.uint16(at: offset + 6, of: table), text: text))
        }
        self.records = Dictionary(grouping: records, by: \.identifier)
        languageTags =
            version == 1 ? try Self.languageTags(bytes, table, pool, at: 6 + 12 * count) : []
    }

    /// Returns the language tags that version 1 of the table contains, for language ids from 0x8000 on.
    private static func languageTags(
        _ bytes: RawSpan, _ table: Table, _ pool: Table, at offset: Int
    ) throws(Violation) -> [String] {
        let count = try bytes.offset16(at: offset, of: table)
        guard count <= FontLimits.nameRecords else {
            throw .limit(Rule.name, "There are \(count) languages; \(FontLimits.nameRecords) are allowed.")
        }
        var tags: [String] = []
        for index in 0..<count {
            let length = try bytes.offset16(at: offset + 2 + 4 * index, of: table)
            let text = try pool.part(from: try bytes.offset16(at: offset + 4 + 4 * index, of: table))
            try text.require(length, at: 0)
            // RFC 5646 needs at most 35 characters.
            guard length <= 128, case .text(let tag) = try unicode(bytes, text, length: length),
                tag.utf8.allSatisfy({ LanguageCodes.isTagCharacter($0) }), !tag.isEmpty
            else {
                tags.append(LanguageCodes.unknown)
                continue
            }
            tags.append(tag)
        }
        return tags
    }

    /// Returns the texts with an id in fontconfig's order, without those in unknown encodings.
    ///
    /// - Parameters:
    ///   - identifier: OpenType's name id.
    ///   - bytes: The file.
    ///   - limit: The most bytes of a text to decode.
    /// - Returns: The texts with their languages as BCP 47 tags.
    /// - Throws: The rule that is broken.
    func texts(
        _ identifier: UInt16, _ bytes: RawSpan, limit: Int = longestName
    ) throws(Violation) -> [(language: String, content: Content)] {
        var texts: [(language: String, content: Content)] = []
        for record in ranked(identifier) {
            guard let content = try Self.content(of: record, bytes, limit: limit) else { continue }
            texts.append((language(of: record), content))
        }
        return texts
    }

    /// Returns the best valid text with an id; the texts after it are not decoded.
    ///
    /// - Parameters:
    ///   - identifier: OpenType's name id.
    ///   - bytes: The file.
    ///   - limit: The most bytes to decode.
    /// - Returns: The text, if there is one.
    /// - Throws: The rule that is broken.
    func firstText(_ identifier: UInt16, _ bytes: RawSpan, limit: Int) throws(Violation) -> String? {
        for record in ranked(identifier) {
            if case .text(let text)? = try Self.content(of: record, bytes, limit: limit) { return text }
        }
        return nil
    }

    /// Returns the records with an id that have a text, in fontconfig's order.
    private func ranked(_ identifier: UInt16) -> [Record] {
        let records = (records[identifier] ?? []).filter { $0.text.length > 0 }
        // The order is stable: the sort of the standard library keeps the order of equal elements.
        return records.count < 2
            ? records : records.sorted { Self.rank(of: $0).lexicographicallyPrecedes(Self.rank(of: $1)) }
    }

    /// Returns the size that the records with an id add to a pattern that contains them all, whatever their encodings.
    ///
    /// - Parameter identifier: OpenType's name id.
    /// - Returns: The size in bytes, as ``PatternSize`` counts them.
    func patternSize(_ identifier: UInt16) -> Int {
        (records[identifier] ?? []).reduce(0) { $0 + PatternSize.name + $1.text.length }
    }

    private static func content(
        of record: Record, _ bytes: RawSpan, limit: Int
    ) throws(Violation) -> Content? {
        let length = min(record.text.length, limit)
        switch (record.platform, record.encoding) {
        case (0, _), (3, 0), (3, 1), (3, 10): return try unicode(bytes, record.text, length: length)
        case (1, 0): return try macRoman(bytes, record.text, length: length)
        // These are ISO 10646, and ASCII with Latin-1, which fontconfig reads in the same way.
        case (2, 1): return try unicode(bytes, record.text, length: length)
        case (2, 0), (2, 2): return try latin(bytes, record.text, length: length)
        default: return try defectOfUndecoded(bytes, record.text, length: length).map(Content.unfit)
        }
    }

    /// Returns why a text in an encoding that is not decoded cannot be a name; `nil` for a good one.
    ///
    /// The reason is the end of "The name …".
    ///
    /// Programs that decode the text show it. All these encodings, such as Shift JIS, Big5, GB and those of the
    /// Macintosh, contain the control characters of ASCII, and none uses their bytes within other characters. A zero is
    /// padding: some fonts have two bytes for each ASCII character.
    private static func defectOfUndecoded(
        _ bytes: RawSpan, _ text: Table, length: Int
    ) throws(Violation) -> String? {
        guard text.length <= FontLimits.nameLength else { return "has more than \(FontLimits.nameLength) bytes" }
        for offset in 0..<length {
            let byte = try bytes.uint8(at: offset, of: text)
            if (0x01...0x1F).contains(byte) || byte == 0x7F {
                return FontName.defect(of: String(Unicode.Scalar(byte)))
            }
        }
        return nil
    }

    /// Decodes UTF-16, most significant byte first.
    ///
    /// A text with a lone surrogate is malformed. Half a unit at the end is ignored, as in fontconfig.
    private static func unicode(_ bytes: RawSpan, _ text: Table, length: Int) throws(Violation) -> Content {
        let length = length & ~1
        if let text = try ascii(bytes, text, count: length / 2, width: 2) { return .text(text) }
        var units: [UInt16] = []
        units.reserveCapacity(length / 2)
        for offset in stride(from: 0, to: length, by: 2) { units.append(try bytes.uint16(at: offset, of: text)) }
        // A text that was cut may end with half a surrogate pair.
        if length < text.length, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        return String(validating: units, as: UTF16.self).map(Content.text) ?? .malformed
    }

    private static func macRoman(_ bytes: RawSpan, _ text: Table, length: Int) throws(Violation) -> Content {
        if let text = try ascii(bytes, text, count: length, width: 1) { return .text(text) }
        var result = String.UnicodeScalarView()
        for offset in 0..<length { result.append(MacRoman.scalar(try bytes.uint8(at: offset, of: text))) }
        return .text(String(result))
    }

    private static func latin(_ bytes: RawSpan, _ text: Table, length: Int) throws(Violation) -> Content {
        var result = String.UnicodeScalarView()
        for offset in 0..<length { result.append(Unicode.Scalar(try bytes.uint8(at: offset, of: text))) }
        return .text(String(result))
    }

    /// Returns a text of ASCII alone, as most are, without a step for each character; `nil` for any other text.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - text: The position of the text.
    ///   - count: The number of its units.
    ///   - width: The number of bytes of a unit; the last byte is the character.
    /// - Returns: The text.
    /// - Throws: The rule that is broken.
    private static func ascii(
        _ bytes: RawSpan, _ text: Table, count: Int, width: Int
    ) throws(Violation) -> String? {
        try text.require(count, of: width, at: 0)
        let content = bytes.extracting(text.start..<(text.start + count * width))
        var others: UInt8 = 0
        for place in 0..<count {
            if width == 2 { others |= content.byte(at: 2 &* place) }
            others |= content.byte(at: width &* place &+ width &- 1) & 0x80
        }
        guard others == 0 else { return nil }
        var characters: [UInt8] = []
        characters.reserveCapacity(count)
        for place in 0..<count {
            characters.append(content.byte(at: width &* place &+ width &- 1))
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Returns the rank of a record among those with its id: by platform, encoding and language, with English first.
    ///
    /// So names for Windows and Unicode come before those for the Macintosh, whose actual encoding often differs from
    /// the declared one.
    ///
    /// Source: platform_order and name_mapping_cmp of fcfreetype.c.
    private static func rank(of record: Record) -> [Int] {
        let platforms: [UInt16] = [3, 0, 1, 2]
        let isEnglish =
            record.platform == 3 && record.language == 0x0409 || record.platform == 1 && record.language == 0
        return [
            platforms.firstIndex(of: record.platform) ?? platforms.count, Int(record.encoding), isEnglish ? 0 : 1,
            Int(record.language),
        ]
    }

    private func language(of record: Record) -> String {
        if record.language >= 0x8000 {
            let index = Int(record.language) - 0x8000
            return index < languageTags.count ? languageTags[index] : LanguageCodes.unknown
        }
        return switch record.platform {
        case 1: LanguageCodes.macintosh(record.language)
        case 3: LanguageCodes.windows(record.language)
        default: LanguageCodes.unknown
        }
    }
}
