/// Languages as fontconfig writes them, all in lower case.
enum LanguageTag {
    /// The tag in the letter case that BCP 47 recommends: `zh-tw` as `zh-TW`, `und-zsye` as `und-Zsye`.
    static func canonical(_ tag: String) -> String {
        // Nine of ten are a language alone, and a face may have hundreds.
        if !tag.isEmpty, !tag.utf8.contains(UInt8(ascii: "-")) { return tag }
        let parts = tag.split(separator: "-")
        guard let language = parts.first, !language.isEmpty else { return "und" }
        let rest = parts.dropFirst().map { part in
            switch part.utf8.count {
            case 2: part.uppercased()
            case 4: part.prefix(1).uppercased() + part.dropFirst()
            default: String(part)
            }
        }
        return ([String(language)] + rest).joined(separator: "-")
    }
}
