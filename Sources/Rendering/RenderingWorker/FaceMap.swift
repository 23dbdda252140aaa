internal import CPango
internal import CTextFaces
internal import Fontconfig
internal import RenderingProtocol

/// The faces of a request, in the form that Pango uses.
final class FaceMap {
    let context: OpaquePointer
    let map: UnsafeMutablePointer<PangoFontMap>
    let count: Int
    /// The indices of the fallback faces.
    let fallbacks: [Int]
    // Kept alive, because the faces read them.
    private let files: [MappedFont]

    /// Opens all faces.
    ///
    /// - Throws: ``DrawingError`` with the index of the first face that cannot be opened.
    init(_ faces: [DrawingRequest.Face], in files: [MappedFont]) throws(DrawingError) {
        map = typecase_font_map_new()
        context = pango_font_map_create_context(map)
        count = faces.count
        fallbacks = faces.indices.filter { faces[$0].isFallback }
        self.files = files
        pango_context_set_round_glyph_positions(context, 0)
        for (number, face) in faces.enumerated() {
            guard files.indices.contains(face.file) else {
                throw DrawingError(.invalidRequest, "Face \(number) is of a file that did not come.")
            }
            let bytes = files[face.file].pointer
            let values = try face.coordinates.map { coordinate throws(DrawingError) in
                hb_variation_t(tag: try Self.tag(coordinate.tag), value: Float(coordinate.value))
            }
            let isOpen = typecase_font_map_add(
                map, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, UInt32(clamping: face.index),
                values, UInt32(clamping: values.count), face.isFallback)
            guard isOpen else { throw DrawingError(.invalidFont, "Face \(number) cannot be opened.") }
        }
        guard count > 0 else { throw DrawingError(.invalidRequest, "There is no font to draw with.") }
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(map)
    }

    /// Whether any of the faces has colours that can be drawn.
    var hasColor: Bool { (0..<count).contains { typecase_font_map_has_color(map, UInt32($0)) } }

    /// Sets the characters that will be laid out.
    func expect(_ text: [UInt8]) {
        text.withUnsafeBytes {
            typecase_font_map_expect(map, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
        }
    }

    /// The glyph of a character in a face; `nil` if there is none.
    func glyph(of character: UInt32, in face: Int) -> UInt32? {
        var glyph: UInt32 = 0
        return hb_font_get_nominal_glyph(font(face), character, &glyph) != 0 ? glyph : nil
    }

    /// The advance of a glyph, in ems.
    func advance(of glyph: UInt32, in face: Int) -> Double {
        let font = font(face)
        return Double(hb_font_get_glyph_h_advance(font, glyph)) / unitsPerEm(face)
    }

    /// The ascent and descent of a face, in ems.
    func extents(of face: Int) -> (ascent: Double, descent: Double) {
        var extents = hb_font_extents_t()
        guard hb_font_get_h_extents(font(face), &extents) != 0, extents.ascender > extents.descender else {
            return (0.8, 0.2)
        }
        let em = unitsPerEm(face)
        return (
            min(max(Double(extents.ascender) / em, -4), 8), min(max(-Double(extents.descender) / em, -4), 8)
        )
    }

    /// The first line of a text in a face's name table; `nil` if there is no short one.
    func name(_ id: UInt32, of face: Int, limit: Int = 400) -> String? {
        var size = UInt32(limit)
        let text = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let length = buffer.withMemoryRebound(to: CChar.self) {
                hb_ot_name_get_utf8(
                    hb_font_get_face(font(face)), hb_ot_name_id_t(id), nil, &size, $0.baseAddress)
            }
            count = length > 0 && length < limit ? Int(size) : 0
        }
        let line = text.prefix { $0 >= 0x20 }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }

    /// The face for HarfBuzz, at the size of its em; borrowed.
    func font(_ face: Int) -> OpaquePointer? { typecase_font_map_font(map, UInt32(clamping: face)) }

    private func unitsPerEm(_ face: Int) -> Double {
        max(1, Double(hb_face_get_upem(hb_font_get_face(font(face)))))
    }

    /// The characters that a face has, in order.
    func characters(of face: Int) -> [UInt32] {
        let set = hb_set_create()
        defer { hb_set_destroy(set) }
        hb_face_collect_unicodes(hb_font_get_face(font(face)), set)
        var characters: [UInt32] = []
        characters.reserveCapacity(Int(hb_set_get_population(set)))
        var character = UInt32.max
        // Some fonts map numbers that are not Unicode characters.
        while hb_set_next(set, &character) != 0, character <= 0x10FFFF { characters.append(character) }
        return characters
    }

    private static func tag(_ text: String) throws(DrawingError) -> hb_tag_t {
        let bytes = Array(text.utf8)
        guard bytes.count == 4, bytes.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw DrawingError(.invalidRequest, "The tag of an axis has not four characters of ASCII.")
        }
        return bytes.reduce(0) { $0 << 8 | hb_tag_t($1) }
    }
}
