internal import CFreeType
internal import FontModel
internal import LinuxSystem

/// Reads the named instances of a variable face from the font file, with FreeType.
enum NamedInstanceReader {
    /// A named instance as the font declares it.
    struct Instance {
        /// The number of the instance in the font, starting at 1, as in fontconfig and FreeType.
        var number: Int
        /// The PostScript name: the declared one (`postScriptNameID` of `fvar`), or else the one that programs derive.
        var postscriptName: String
        /// The name of the style.
        var style: String
        /// The place in the design space, by axis tag, in the axes' own units.
        var variation: [String: Double]
    }

    /// Reads the named instances of a face; blocks.
    ///
    /// - Parameters:
    ///   - index: The index of the face in its file.
    ///   - path: The absolute path of the file.
    /// - Returns: The instances that have names, in the order of the font; none if FreeType cannot read them.
    static func instances(ofFace index: Int, inFileAt path: String) -> [Instance] {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return [] }
        defer { FT_Done_FreeType(library) }
        var face: FT_Face?
        guard FT_New_Face(library, path.fileSystemRepresentation, FT_Long(index), &face) == 0, let face else {
            return []
        }
        defer { FT_Done_Face(face) }
        var description: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(face, &description) == 0, let description else { return [] }
        defer { FT_Done_MM_Var(library, description) }
        let axes = UnsafeBufferPointer(start: description.pointee.axis, count: Int(description.pointee.num_axis))
        let styles = UnsafeBufferPointer(
            start: description.pointee.namedstyle, count: Int(description.pointee.num_namedstyles))
        let names = names(of: face)
        // The variations PostScript name prefix (25), the typographic family (16), and the family (1).
        let prefix = names[25] ?? names[16] ?? names[1] ?? ""
        return styles.enumerated().compactMap { position, style in
            guard let styleName = names[style.strid],
                let name = names[style.psid] ?? NamedInstance.postscriptName(prefix: prefix, style: styleName)
            else { return nil }
            let values = zip(axes, UnsafeBufferPointer(start: style.coords, count: axes.count)).map {
                // The values are in units of 1/65536.
                (text(ofTag: $0.tag), Double($1) / 65536)
            }
            return Instance(
                number: position + 1, postscriptName: name, style: styleName,
                variation: Dictionary(values, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// Returns the names of a face, by name id; in English if there are several languages.
    static func names(of face: FT_Face) -> [FT_UInt: String] {
        var names: [FT_UInt: (rank: Int, text: String)] = [:]
        for index in 0..<FT_Get_Sfnt_Name_Count(face) {
            var name = FT_SfntName()
            guard FT_Get_Sfnt_Name(face, index, &name) == 0, let bytes = name.string else { continue }
            let content = UnsafeBufferPointer(start: bytes, count: Int(name.string_len))
            let (rank, text): (Int, String?) =
                switch (name.platform_id, name.language_id) {
                case (3, 0x0409): (3, utf16(content))
                case (3, _): (2, utf16(content))
                case (0, _): (1, utf16(content))
                // The Macintosh encodings share the ASCII characters.
                default: (0, content.allSatisfy { $0 < 0x80 } ? String(decoding: content, as: UTF8.self) : nil)
                }
            let identifier = FT_UInt(name.name_id)
            guard let text, !text.isEmpty, rank > names[identifier]?.rank ?? -1 else { continue }
            names[identifier] = (rank, text)
        }
        return names.mapValues(\.text)
    }

    private static func utf16(_ bytes: UnsafeBufferPointer<FT_Byte>) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    /// Returns the four characters of a tag.
    static func text(ofTag tag: FT_ULong) -> String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
    }
}
