internal import CHarfBuzz
internal import LinuxSystem

/// A face as HarfBuzz sees it, to try whether text can be shaped with it.
///
/// It belongs into a sandboxed process: HarfBuzz reads the font's tables.
package struct ShapingFace: ~Copyable {
    /// What can be wrong with shaped text.
    package enum Failure: Error, Sendable, Hashable {
        /// HarfBuzz gave up: the text would grow, or its rules apply, without end.
        case excessive
        /// The rules lead to a glyph that the face does not have.
        case missingGlyph(Int)
    }

    private let font: OpaquePointer
    private let glyphCount: Int

    /// Opens a face.
    ///
    /// - Parameters:
    ///   - bytes: The font file; must stay where it is as long as this object lives.
    ///   - index: The number of the face in it.
    package init(borrowing bytes: UnsafeRawBufferPointer, index: Int) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let blob = hb_blob_create(start, UInt32(clamping: bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
        let face = hb_face_create(blob, UInt32(clamping: index))
        // Each keeps a reference of its own to what it is made of; none of the three is ever null.
        font = hb_font_create(face)
        glyphCount = Int(hb_face_get_glyph_count(face))
        hb_face_destroy(face)
        hb_blob_destroy(blob)
    }

    deinit { hb_font_destroy(font) }

    /// The version of the library that runs, with its build.
    package static let libraryVersion = LoadedLibrary.version(
        String(cString: hb_version_string()), of: hb_version_string())

    /// The tables of Apple's layout that the face has and HarfBuzz finds damaged, so that programs do without them.
    ///
    /// HarfBuzz holds every offset and the number of its own steps against the table before it reads one, and so do all
    /// programs that lay out text with it.
    package var damagedTables: [String] {
        let face = hb_font_get_face(font)
        let tables: [(tag: String, isRead: hb_bool_t)] = [
            ("morx", hb_aat_layout_has_substitution(face)), ("kerx", hb_aat_layout_has_positioning(face)),
        ]
        return tables.filter { tag, isRead in
            let blob = hb_face_reference_table(face, hb_tag_from_string(tag, -1))
            defer { hb_blob_destroy(blob) }
            return isRead == 0 && hb_blob_get_length(blob) > 0
        }.map(\.tag)
    }

    /// Shapes some text.
    ///
    /// - Parameter text: The text, of one script.
    /// - Returns: The number of glyphs that it is shown with.
    /// - Throws: ``Failure`` where programs would fare badly with the result.
    package func shape(_ text: [Unicode.Scalar]) throws(Failure) -> Int {
        guard let buffer = hb_buffer_create() else { throw .excessive }
        defer { hb_buffer_destroy(buffer) }
        let numbers = text.map(\.value)
        hb_buffer_add_codepoints(buffer, numbers, Int32(clamping: numbers.count), 0, Int32(clamping: numbers.count))
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font, buffer, nil, 0)
        guard hb_buffer_allocation_successful(buffer) != 0 else { throw .excessive }
        var count: UInt32 = 0
        let glyphs = hb_buffer_get_glyph_infos(buffer, &count)
        for index in 0..<Int(count) {
            if let glyph = glyphs?[index].codepoint, Int(glyph) >= glyphCount { throw .missingGlyph(Int(glyph)) }
        }
        return Int(count)
    }
}
