package import FontModel

/// Makes small TrueType fonts to order, so that no test needs a font from elsewhere.
///
/// Each character is a box; U+0020 is empty. The result is a complete font that FreeType, fontconfig and the OpenType
/// sanitizer accept, until ``tableOverrides`` breaks it.
package struct FontBuilder: Sendable {
    /// One more record of the `name` table.
    package struct Name: Sendable {
        /// OpenType's name id.
        package var id: UInt16
        /// The Windows language id, such as 0x0407 for German.
        package var language: UInt16
        /// The text.
        package var value: String
        /// The platform: 3 is Windows, 1 the Macintosh (for text in ASCII and language 0), 0 Unicode.
        package var platform: UInt16

        /// Creates a record.
        package init(id: UInt16, language: UInt16, value: String, platform: UInt16 = 3) {
            self.id = id
            self.language = language
            self.value = value
            self.platform = platform
        }
    }

    /// The family as designed.
    package var family = "Typecase Test"
    /// The full name; `nil` for the family and the style.
    package var fullName: String?
    /// The style.
    ///
    /// Anything but Regular, Bold, Italic and Bold Italic makes a style-linked family of its own.
    package var style = "Regular"
    /// The PostScript name; `nil` makes one of ``family`` and ``style``.
    package var postscriptName: String?
    /// `head.fontRevision`.
    package var revision = 1.0
    /// The characters that the font has glyphs for.
    package var characters = " ABCabc"
    /// `OS/2.usWeightClass`.
    package var weight: UInt16 = 400
    /// `OS/2.usWidthClass`, 1 to 9.
    package var widthClass: UInt16 = 5
    /// The slope that the tables claim; the boxes stand upright.
    package var slant = FontSlant.upright
    /// Whether all glyphs have the same width.
    package var isMonospace = false
    /// `OS/2.fsType`.
    package var embeddingFlags: UInt16 = 0
    /// `OS/2.achVendID`.
    package var vendor = "TEST"
    /// The licence (name id 13), none if empty.
    package var licence = ""
    /// Names in other languages than English, or of other kinds.
    package var extraNames: [Name] = []
    /// The script tags of a `GSUB` table without features; none means no table.
    package var scripts: [String] = []
    /// The variation axes; none means a static font.
    package var axes: [VariationAxis] = []
    /// How far the boxes move to the right from the default of the first axis to its maximum, in units of the em.
    package var axisShift: Int8 = 0
    /// The named instances, with a coordinate for each of ``axes``.
    package var namedInstances: [NamedInstance] = []
    /// Tables that replace or join the built ones, by tag; `nil` takes a table away.
    package var tableOverrides: [String: [UInt8]?] = [:]
    /// The version of the container, for fonts that claim to be something else.
    package var containerVersion: UInt32 = 0x0001_0000

    /// Starts with an upright regular font of seven characters.
    package init(family: String = "Typecase Test", style: String = "Regular") {
        self.family = family
        self.style = style
    }

    /// The PostScript name that the font gets.
    package var effectivePostscriptName: String {
        postscriptName ?? (family + "-" + style).filter { $0 != " " }
    }

    /// The tables after ``tableOverrides``, ascending by tag.
    package func tables() -> [(tag: String, content: [UInt8])] {
        var tables: [String: [UInt8]] = [
            "OS/2": windowsMetrics(), "cmap": characterMap(), "glyf": outlines().glyf, "head": header(),
            "hhea": horizontalHeader(), "hmtx": horizontalMetrics(), "loca": outlines().loca,
            "maxp": maximumProfile(), "name": naming(), "post": postscript(),
        ]
        if !scripts.isEmpty { tables["GSUB"] = substitutions() }
        if !axes.isEmpty {
            tables["fvar"] = fontVariations()
            tables["gvar"] = glyphVariations()
        }
        for (tag, content) in tableOverrides { tables[tag] = content }
        return tables.sorted { $0.key < $1.key }.map { (tag: $0.key, content: $0.value) }
    }

    /// The font as a file.
    package func build() -> [UInt8] {
        var font = Self.container(tables: tables(), version: containerVersion, at: 0)
        guard let head = Self.position(of: "head", in: font), font.count >= head + 12 else { return font }
        var adjustment = BigEndianWriter()
        adjustment.put(0xB1B0_AFBA &- Self.checksum(font))
        font.replaceSubrange((head + 8)..<(head + 12), with: adjustment.bytes)
        return font
    }

    /// Several fonts as one collection file.
    ///
    /// - Parameter fonts: The faces; they share no tables.
    /// - Returns: The bytes of the file.
    package static func collection(_ fonts: [FontBuilder]) -> [UInt8] {
        var header = BigEndianWriter()
        header.put(tag: "ttcf")
        header.put(0x0001_0000 as UInt32)
        header.put(UInt32(fonts.count))
        let headerSize = 12 + 4 * fonts.count
        var content: [UInt8] = []
        for font in fonts {
            let start = headerSize + content.count
            header.put(UInt32(start))
            content += container(tables: font.tables(), version: font.containerVersion, at: start)
        }
        return header.bytes + content
    }

    /// A table directory and the tables after it.
    ///
    /// - Parameters:
    ///   - tables: The tables in the order of the directory.
    ///   - version: The container's version.
    ///   - start: Where in the file the directory will be: offsets count from the file's start.
    /// - Returns: The directory and the tables.
    private static func container(
        tables: [(tag: String, content: [UInt8])], version: UInt32, at start: Int
    ) -> [UInt8] {
        var directory = BigEndianWriter()
        directory.put(version)
        directory.put(UInt16(tables.count))
        let power = tables.isEmpty ? 0 : Int.bitWidth - 1 - tables.count.leadingZeroBitCount
        directory.put(UInt16(16 << power))
        directory.put(UInt16(power))
        directory.put(UInt16(max(0, 16 * tables.count - 16 << power)))
        var content = BigEndianWriter()
        let directorySize = 12 + 16 * tables.count
        for table in tables {
            directory.put(tag: table.tag)
            directory.put(checksum(table.content))
            directory.put(UInt32(start + directorySize + content.bytes.count))
            directory.put(UInt32(table.content.count))
            content.put(table.content)
            content.align()
        }
        return directory.bytes + content.bytes
    }

    /// Where a table starts in a font that is no collection.
    ///
    /// - Parameters:
    ///   - tag: The tag of the table.
    ///   - font: The font.
    /// - Returns: The offset of its first byte; `nil` where the font has no such table.
    package static func position(of tag: String, in font: [UInt8]) -> Int? {
        let wanted = Array(tag.utf8)
        for record in stride(from: 12, to: font.count - 15, by: 16) where Array(font[record..<(record + 4)]) == wanted {
            return font[(record + 8)..<(record + 12)].reduce(0) { $0 << 8 | Int($1) }
        }
        return nil
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for (index, byte) in bytes.enumerated() { sum &+= UInt32(byte) << UInt32(24 - 8 * (index % 4)) }
        return sum
    }
}
