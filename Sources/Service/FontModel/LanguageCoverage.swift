/// Compares the BCP 47 language tags of faces and of queries, without regard to case.
///
/// A face covers a language if one of its tags is the language, the language without some of its last parts (`de` for
/// `de-AT`), or a more specific form of the language (`zh-tw` for `zh`). Queries may also use Unicode locale
/// identifiers (UTS #35), with underscores and with the scripts that fontconfig distinguishes by country.
package enum LanguageCoverage {
    /// The country that fontconfig's tags use for a script, from its table of orthographies.
    private static let countries = [
        "az-arab": "az-ir", "ku-arab": "ku-iq", "ku-cyrl": "ku-am", "ku-latn": "ku-tr", "mn-cyrl": "mn-mn",
        "mn-mong": "mn-cn", "pa-arab": "pa-pk", "zh-hans": "zh-cn", "zh-hant": "zh-tw",
    ]

    /// Converts a lower-case tag of fontconfig to the letter case that BCP 47 recommends.
    ///
    /// `zh-tw` becomes `zh-TW`, and `und-zsye` becomes `und-Zsye`.
    package static func canonical(_ tag: String) -> String {
        // Nine of ten tags consist of a language only, and a face may have hundreds of tags.
        if !tag.isEmpty, !tag.utf8.contains(UInt8(ascii: "-")) { return tag }
        let parts = tag.split(separator: "-")
        guard let language = parts.first else { return "und" }
        let rest = parts.dropFirst().map { part in
            switch part.utf8.count {
            case 2: part.uppercased()
            case 4: part.prefix(1).uppercased() + part.dropFirst()
            default: String(part)
            }
        }
        return ([String(language)] + rest).joined(separator: "-")
    }

    /// Converts a tag of a query to fontconfig's form: in lower case, with a country in place of a script that
    /// fontconfig does not know.
    package static func normalized(_ tag: String) -> String {
        let tag = String(decoding: tag.lowercased().utf8.map { $0 == UInt8(ascii: "_") ? 0x2D : $0 }, as: UTF8.self)
        let parts = tag.split(separator: "-")
        guard parts.count > 1, let country = countries["\(parts[0])-\(parts[1])"] else { return tag }
        // A country in the tag itself takes precedence over the script's usual one: `zh-hant-hk`.
        return parts.count > 2 && parts[2].utf8.count == 2 ? "\(parts[0])-\(parts[2])" : country
    }

    /// Returns whether a face covers a language.
    ///
    /// - Parameters:
    ///   - tags: The tags of the face, in lower case.
    ///   - language: The language, as given in a query.
    /// - Returns: Whether one of the tags covers the language.
    package static func covers(_ tags: some Sequence<some StringProtocol>, _ language: String) -> Bool {
        let language = normalized(language)
        return tags.contains { known in
            known == language || known.hasPrefix("\(language)-") || language.hasPrefix("\(known)-")
        }
    }
}
