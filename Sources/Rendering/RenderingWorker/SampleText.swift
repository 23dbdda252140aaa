internal import CPango

/// Chooses a text of which a face has all characters.
enum SampleText {
    /// The scripts that fonts for all languages tend to have.
    private static let general = ["en", "ru", "el"]
    /// A language for each script that fonts are made for; those of East Asia share most of their characters.
    ///
    /// Korean fonts have the letters of Japanese too, and many Japanese fonts the characters of traditional Chinese.
    private static let special = [
        ["ar"], ["he"], ["hi"], ["bn"], ["ta"], ["te"], ["th"], eastAsian, ["ka"], ["hy"], ["am"], ["km"], ["my"],
        ["lo"],
        ["si"], ["bo"], ["mn"],
    ]
    private static let eastAsian = ["zh-cn", "ko", "ja", "zh-tw"]

    /// Chooses a text: that of the font, or Pango's for a requested language or for the language of the font, or the
    /// first letters.
    ///
    /// - Parameters:
    ///   - faces: The faces.
    ///   - shown: The faces that must have all characters.
    ///   - preferred: The languages to try first, as BCP 47 tags.
    /// - Returns: The text; empty if no character can be shown.
    static func text(for faces: FaceMap, _ shown: [Int], preferring preferred: [String]) -> String {
        func isCovered(_ text: String) -> Bool {
            !text.isEmpty
                && text.unicodeScalars.allSatisfy { scalar in
                    shown.allSatisfy { faces.glyph(of: scalar.value, in: $0) != nil }
                }
        }
        func covered(_ tags: [String]) -> [String] { tags.compactMap(sample(of:)).filter(isCovered) }
        if let first = shown.first, let own = faces.name(UInt32(HB_OT_NAME_ID_SAMPLE_TEXT), of: first), isCovered(own) {
            return own
        }
        if let asked = covered(preferred).first { return asked }
        let (general, special) = (covered(general), Self.special.map { ($0, covered($0)) }.filter { !$0.1.isEmpty })
        // A font with one script beside the common ones is made for that script. With Cyrillic and Greek it is
        // for many languages, except in East Asia, whose character sets have both.
        if special.count == 1, general.count < Self.general.count || special[0].0 == eastAsian {
            return special[0].1[0]
        }
        return (general + special.flatMap(\.1)).first ?? letters(of: faces, shown)
    }

    /// Pango's text for a language; `nil` if there is none.
    private static func sample(of tag: String) -> String? {
        func text(_ tag: String) -> String? {
            pango_language_get_sample_string(pango_language_from_string(tag)).map { String(cString: $0) }
        }
        // For an unknown language, Pango returns an English text, of which most fonts have the characters.
        guard let sample = text(tag), sample != text("zxx") || tag.hasPrefix("en") else { return nil }
        return sample
    }

    /// The first letters that all faces have, or symbols if there are none.
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
