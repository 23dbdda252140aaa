internal import FontModel

/// BCP 47 tags in the registry's format, compared as in ``FontModel/LanguageCoverage``.
enum LanguageTag {
    /// Joins tags with spaces between them and at both ends, so that each tag can be found between two spaces.
    ///
    /// Texts that are not tags are omitted.
    static func pack(_ tags: [String]) -> String {
        let packed = tags.lazy.filter(isTag).prefix(RegistryLimits.languages).joined(separator: " ")
        return packed.isEmpty ? "" : " \(packed) "
    }

    /// The texts to search for in packed lowercase tags: a face covers the language if its tags contain any of them.
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

    /// Whether packed tags, in any case, cover a language.
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
