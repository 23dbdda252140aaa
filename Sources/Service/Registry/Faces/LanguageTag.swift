internal import FontModel

/// BCP 47 tags as the registry keeps them, compared as ``FontModel/LanguageCoverage`` does.
enum LanguageTag {
    /// The tags between spaces, one space at either end, so that each is found between two spaces.
    ///
    /// What is no tag is left out.
    static func pack(_ tags: [String]) -> String {
        let packed = tags.lazy.filter(isTag).prefix(RegistryLimits.languages).joined(separator: " ")
        return packed.isEmpty ? "" : " \(packed) "
    }

    /// What to look for in packed tags in lower case: a face covers the language where it holds any of these.
    static func needles(for tag: String) -> [String] {
        let tag = LanguageCoverage.normalized(tag)
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
        LanguageCoverage.covers(packed.lowercased().split(separator: " "), tag)
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
