/// BCP 47 tags as faces and queries have them, compared without regard to case.
///
/// A face covers a language where one of its tags is the language, the language less some of its last parts (`de` for
/// `de-AT`), or the language in a closer form (`zh-tw` for `zh`).
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
        guard isTag(tag) else { return [] }
        let tag = tag.lowercased()
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
        let tag = tag.lowercased()
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
