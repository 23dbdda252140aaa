internal import CPango

/// Chooses text that a face has all characters of.
enum SampleText {
    /// The languages that are tried after those that were asked for: one of each script that is much written in.
    private static let languages = [
        "en", "ru", "el", "ar", "he", "hi", "bn", "ta", "te", "th", "ko", "ja", "zh-cn", "zh-tw", "ka", "hy", "am",
        "km",
        "my", "lo", "si", "bo", "mn",
    ]
    /// Bytes of the font's own sample that are used at most.
    private static let ownLimit = 400

    /// Chooses a text: the font's own, or Pango's for one of its languages, or its first letters.
    ///
    /// - Parameters:
    ///   - faces: The faces.
    ///   - shown: Which of them must have all characters.
    ///   - preferred: The languages to try first, as BCP 47 tags.
    /// - Returns: The text; empty where no character can be shown.
    static func text(for faces: FaceMap, _ shown: [Int], preferring preferred: [String]) -> String {
        func isCovered(_ text: String) -> Bool {
            !text.isEmpty
                && text.unicodeScalars.allSatisfy { scalar in
                    shown.allSatisfy { faces.glyph(of: scalar.value, in: $0) != nil }
                }
        }
        if let first = shown.first, let own = own(of: faces, first), isCovered(own) { return own }
        for tag in preferred + languages {
            guard let language = pango_language_from_string(tag),
                let sample = pango_language_get_sample_string(language)
            else { continue }
            let text = String(cString: sample)
            if isCovered(text) { return text }
        }
        return letters(of: faces, shown)
    }

    /// The sample text in the font's name table.
    private static func own(of faces: FaceMap, _ face: Int) -> String? {
        var size = UInt32(ownLimit)
        let text = [UInt8](unsafeUninitializedCapacity: ownLimit) { buffer, count in
            let length = buffer.withMemoryRebound(to: CChar.self) {
                hb_ot_name_get_utf8(
                    hb_font_get_face(faces.font(face)), hb_ot_name_id_t(HB_OT_NAME_ID_SAMPLE_TEXT), nil, &size,
                    $0.baseAddress)
            }
            count = length > 0 && length < ownLimit ? Int(size) : 0
        }
        let line = text.prefix { $0 >= 0x20 }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }

    /// The first letters that all faces have; symbols where they have none.
    private static func letters(of faces: FaceMap, _ shown: [Int]) -> String {
        guard let first = shown.first else { return "" }
        let common = faces.characters(of: first).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            scalar.value > 0x20 && shown.allSatisfy { faces.glyph(of: scalar.value, in: $0) != nil }
        }
        let letters = Array(common.filter { $0.properties.isAlphabetic }.prefix(26))
        let others = common.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark, .lineSeparator,
                .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned:
                false
            default: true
            }
        }
        return String(String.UnicodeScalarView(letters.isEmpty ? Array(others.prefix(26)) : letters))
    }
}
