/// BCP 47 tags as faces and queries have them, compared without regard to case.
///
/// A face covers a language where one of its tags is the language, the language less some of its last parts (`de` for
/// `de-AT`), or the language in a closer form (`zh-tw` for `zh`). Queries may have Unicode locale identifiers (UTS #35)
/// too, with underscores and with the scripts that fontconfig tells apart by country.
enum LanguageTag {
    /// The country that fontconfig's tag has for a script; from its table of orthographies.
    private static let countries = [
        "az-arab": "az-ir", "ku-arab": "ku-iq", "ku-cyrl": "ku-am", "ku-latn": "ku-tr", "mn-cyrl": "mn-mn",
        "mn-mong": "mn-cn", "pa-arab": "pa-pk", "zh-hans": "zh-cn", "zh-hant": "zh-tw",
    ]

    /// A tag of a query as fontconfig writes it: in lower case, by country where it does not know scripts.
    private static func normalized(_ tag: String) -> String {
        let tag = String(decoding: tag.lowercased().utf8.map { $0 == UInt8(ascii: "_") ? 0x2D : $0 }, as: UTF8.self)
        let parts = tag.split(separator: "-")
        guard parts.count > 1, let country = countries["\(parts[0])-\(parts[1])"] else { return tag }
        // A country in the tag itself is closer than the script's usual one: `zh-hant-hk`.
        return parts.count > 2 && parts[2].utf8.count == 2 ? "\(parts[0])-\(parts[2])" : country
    }

    /// The tags between spaces, one space at either end, so that each is found between two spaces.
    ///
    /// What is no tag is left out.
    static func pack(_ tags: [String]) -> String {
        let packed = tags.lazy.filter(isTag).prefix(RegistryLimits.languages).joined(separator: " ")
        return packed.isEmpty ? "" : " \(packed) "
    }

    /// What to look for in packed tags in lower case: a face covers the language where it holds any of these.
    static func needles(for tag: String) -> [String] {
        let tag = normalized(tag)
        guard isTag(tag) else { return [] }
        var needles = [" \(tag) ", " \(tag)-"]
        var parts = tag.split(separator: "-")
        while parts.count > 1 {
            parts.removeLast()
            needles.append(" \(parts.joined(separator: "-")) ")
        }
        return needles
    }

    /// Whether packed tags, in whatever case, cover a language.
    static func covers(_ packed: String, _ tag: String) -> Bool {
        let tag = normalized(tag)
        return packed.lowercased().split(separator: " ").contains { known in
            known == tag || known.hasPrefix("\(tag)-") || tag.hasPrefix("\(known)-")
        }
    }

    private static func isTag(_ tag: String) -> Bool {
        let bytes = tag.utf8
        guard let first = bytes.first, first != UInt8(ascii: "-"), bytes.count <= RegistryLimits.languageTag else {
            return false
        }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
