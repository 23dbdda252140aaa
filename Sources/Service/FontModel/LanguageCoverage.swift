/// BCP 47 tags as faces and queries have them, compared without regard to case.
///
/// A face covers a language where one of its tags is the language, the language less some of its last parts (`de` for
/// `de-AT`), or the language in a closer form (`zh-tw` for `zh`). Queries may have Unicode locale identifiers (UTS #35)
/// too, with underscores and with the scripts that fontconfig tells apart by country.
package enum LanguageCoverage {
    /// The country that fontconfig's tag has for a script; from its table of orthographies.
    private static let countries = [
        "az-arab": "az-ir", "ku-arab": "ku-iq", "ku-cyrl": "ku-am", "ku-latn": "ku-tr", "mn-cyrl": "mn-mn",
        "mn-mong": "mn-cn", "pa-arab": "pa-pk", "zh-hans": "zh-cn", "zh-hant": "zh-tw",
    ]

    /// A tag that fontconfig has written, in lower case, in the letter case that BCP 47 recommends: `zh-tw` as `zh-TW`,
    /// `und-zsye` as `und-Zsye`.
    package static func canonical(_ tag: String) -> String {
        // Nine of ten are a language alone, and a face may have hundreds.
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

    /// A tag of a query as fontconfig writes it: in lower case, by country where it does not know scripts.
    package static func normalized(_ tag: String) -> String {
        let tag = String(decoding: tag.lowercased().utf8.map { $0 == UInt8(ascii: "_") ? 0x2D : $0 }, as: UTF8.self)
        let parts = tag.split(separator: "-")
        guard parts.count > 1, let country = countries["\(parts[0])-\(parts[1])"] else { return tag }
        // A country in the tag itself is closer than the script's usual one: `zh-hant-hk`.
        return parts.count > 2 && parts[2].utf8.count == 2 ? "\(parts[0])-\(parts[2])" : country
    }

    /// Whether a face covers a language.
    ///
    /// - Parameters:
    ///   - tags: The tags of the face, in lower case.
    ///   - language: The language, as a query has it.
    /// - Returns: Whether one of the tags stands for it.
    package static func covers(_ tags: some Sequence<some StringProtocol>, _ language: String) -> Bool {
        let language = normalized(language)
        return tags.contains { known in
            known == language || known.hasPrefix("\(language)-") || language.hasPrefix("\(known)-")
        }
    }
}
