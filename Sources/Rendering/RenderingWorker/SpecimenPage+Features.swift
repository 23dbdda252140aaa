internal import CPango
internal import RenderingProtocol

extension SpecimenPage {
    /// The maximum number of features that are shown.
    private static let featureLimit = 64
    /// The maximum number of characters in the sample of a feature.
    private static let sampleLength = 16
    /// Features that scripts require, and that users do not choose.
    ///
    /// Source: OpenType's registry of features, those that should not be turned off.
    private static let required: Set<String> = [
        "abvf", "abvm", "abvs", "akhn", "blwf", "blwm", "blws", "calt", "ccmp", "cfar", "cjct", "curs", "dist", "dtls",
        "fin2", "fin3", "fina", "flac", "half", "haln", "init", "isol", "ljmo", "locl", "ltra", "ltrm", "mark", "med2",
        "medi", "mkmk", "nukt", "pref", "pres", "pstf", "psts", "rclt", "rkrf", "rlig", "rphf", "rtla", "rtlm", "rvrn",
        "ssty", "stch", "tjmo", "vatu", "vert", "vjmo", "vrt2",
    ]

    /// Adds a text without and with each feature of the font that changes the text.
    mutating func addFeatures() throws(DrawingError) {
        addLabel(title)
        let text = try sample(for: [0])
        // Checks the text before it is shaped for each feature.
        _ = try layout(text, face: 0, size: size(otherwise: 28), width: nil)
        var shown = 0
        for tag in featureTags().prefix(Self.featureLimit) {
            guard let sample = try sample(changedBy: tag, among: [text, "AV To fi ffl 0123456789 1/2 1st (H)"]) else {
                continue
            }
            shown += 1
            addLabel(tag)
            try addText(sample, face: 0, size: size(otherwise: 28), features: "\"\(tag)\" 0")
            try addText(sample, face: 0, size: size(otherwise: 28), features: "\"\(tag)\" 1")
            advance(by: 8 * scale)
        }
        result.itemCount = shown
        if shown == 0 {
            addLabel("-")
            try addText(text, face: 0, size: size(otherwise: 28))
        }
    }

    /// The features of the font, without those that users do not choose.
    private func featureTags() -> [String] {
        let face = hb_font_get_face(faces.font(0))
        var tags: Set<String> = []
        for table in [Self.tag("GSUB"), Self.tag("GPOS")] {
            var count = UInt32(512)
            var numbers = [hb_tag_t](repeating: 0, count: Int(count))
            hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &numbers)
            for number in numbers.prefix(Int(count)) {
                let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
                guard bytes.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
                else { continue }
                tags.insert(String(decoding: bytes, as: UTF8.self))
            }
        }
        return tags.subtracting(Self.required).sorted()
    }

    /// A text that looks different with a feature; `nil` if none is found.
    private func sample(changedBy tag: String, among texts: [String]) throws(DrawingError) -> String? {
        for text in texts + [affectedCharacters(of: tag)] where !text.isEmpty {
            guard text.unicodeScalars.allSatisfy({ faces.glyph(of: $0.value, in: 0) != nil }) else { continue }
            if glyphs(of: text, "-\(tag)") != glyphs(of: text, "+\(tag)") { return text }
        }
        return nil
    }

    /// The glyphs of a text, with their advances and offsets.
    private func glyphs(of text: String, _ setting: String) -> [[Int64]] {
        guard let buffer = hb_buffer_create() else { return [] }
        defer { hb_buffer_destroy(buffer) }
        var feature = hb_feature_t()
        guard hb_feature_from_string(setting, -1, &feature) != 0 else { return [] }
        hb_buffer_add_utf8(buffer, text, -1, 0, -1)
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(faces.font(0), buffer, &feature, 1)
        var count: UInt32 = 0
        let infos = hb_buffer_get_glyph_infos(buffer, &count)
        let positions = hb_buffer_get_glyph_positions(buffer, &count)
        return (0..<Int(count)).map { index in
            guard let info = infos?[index], let position = positions?[index] else { return [] }
            let places = [position.x_advance, position.x_offset, position.y_offset]
            return [Int64(info.codepoint)] + places.map(Int64.init)
        }
    }

    /// Characters with whose glyphs the rules of a feature begin.
    private func affectedCharacters(of tag: String) -> String {
        let face = hb_font_get_face(faces.font(0))
        let (lookups, inputs) = (hb_set_create(), hb_set_create())
        defer {
            hb_set_destroy(lookups)
            hb_set_destroy(inputs)
        }
        var features: [hb_tag_t] = [Self.tag(tag), 0]
        hb_ot_layout_collect_lookups(face, Self.tag("GSUB"), nil, nil, &features, lookups)
        var lookup = UInt32.max
        while hb_set_next(lookups, &lookup) != 0 {
            hb_ot_layout_lookup_collect_glyphs(face, Self.tag("GSUB"), lookup, nil, inputs, nil, nil)
        }
        guard hb_set_is_empty(inputs) == 0 else { return "" }
        let characters = faces.characters(of: 0).lazy.filter { character in
            faces.glyph(of: character, in: 0).map { hb_set_has(inputs, $0) != 0 } ?? false
        }
        return String(
            String.UnicodeScalarView(characters.prefix(Self.sampleLength).compactMap(Unicode.Scalar.init)))
    }

    private static func tag(_ text: String) -> hb_tag_t { text.utf8.prefix(4).reduce(0) { $0 << 8 | hb_tag_t($1) } }
}
