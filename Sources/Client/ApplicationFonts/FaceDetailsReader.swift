internal import CFreeType
internal import LinuxSystem

/// Reads the details of a face that fontconfig does not provide, with FreeType.
enum FaceDetailsReader {
    /// Adds the information in the font file to the details of a face; blocks.
    ///
    /// - Parameters:
    ///   - index: The index of the face in its file.
    ///   - path: The absolute path of the file.
    ///   - details: The details of the face; unchanged if FreeType cannot read it.
    static func read(face index: Int, inFileAt path: String, into details: inout ApplicationFaceDetails) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return }
        defer { FT_Done_FreeType(library) }
        var face: FT_Face?
        guard FT_New_Face(library, path.fileSystemRepresentation, FT_Long(index), &face) == 0, let face else { return }
        defer { FT_Done_Face(face) }
        details.glyphCount = Int(face.pointee.num_glyphs)
        details.format =
            if face.pointee.num_faces > 1 {
                "collection"
            } else if has("CFF2", face) {
                "cff2"
            } else {
                has("CFF ", face) ? "cff" : "truetype"
            }
        details.colorTables = ["COLR", "CBDT", "sbix", "SVG "].filter { has($0, face) }.map {
            String($0.prefix { $0 != " " })
        }
        let names = NamedInstanceReader.names(of: face)
        details.version = names[5] ?? ""
        details.license = [13, 14].lazy.compactMap { names[$0] }.first ?? ""
        if let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self).pointee {
            details.embeddingFlags = table.fsType
            let vendor = table.achVendID
            let letters = [vendor.0, vendor.1, vendor.2, vendor.3].map { UInt8(bitPattern: $0) }
            details.vendor = String(decoding: letters.prefix { 0x21...0x7e ~= $0 }, as: UTF8.self)
        }
        details.axes = axes(of: face, library)
    }

    private static func axes(of face: FT_Face, _ library: FT_Library) -> [ApplicationFaceDetails.Axis] {
        var description: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(face, &description) == 0, let description else { return [] }
        defer { FT_Done_MM_Var(library, description) }
        let axes = UnsafeBufferPointer(start: description.pointee.axis, count: Int(description.pointee.num_axis))
        return axes.map { axis in
            // The values are in units of 1/65536.
            ApplicationFaceDetails.Axis(
                tag: NamedInstanceReader.text(ofTag: axis.tag), minimum: Double(axis.minimum) / 65536,
                defaultValue: Double(axis.def) / 65536, maximum: Double(axis.maximum) / 65536)
        }
    }

    /// Whether a face has a table.
    private static func has(_ tag: String, _ face: FT_Face) -> Bool {
        let number = tag.utf8.reduce(FT_ULong(0)) { $0 << 8 | FT_ULong($1) }
        // This only reads the length of the table.
        var length: FT_ULong = 0
        return FT_Load_Sfnt_Table(face, number, 0, nil, &length) == 0
    }
}
