internal import Glibc

/// The order of names in lists for users: the collation of a language.
struct NameCollation: Sendable {
    /// The collation of the user, as the environment variables specify at the first use.
    static let ofUser = NameCollation()

    private let locale: Locale?

    /// `@unchecked Sendable`: a locale object never changes after its creation, and the C library may read it on
    /// any thread.
    private struct Locale: @unchecked Sendable {
        let object: locale_t
    }

    /// Creates the collation of a locale.
    ///
    /// - Parameter name: The name of the locale; an empty name stands for the locale of the environment. If there is no
    ///   locale with this name, or it only compares bytes, names are compared case-insensitively.
    init(localeNamed name: String = "") {
        // The category for characters (`LC_CTYPE`) specifies that strings are UTF-8.
        let mask = Int32(1) << LC_COLLATE | Int32(1) << LC_CTYPE
        guard let object = newlocale(mask, name, nil) else {
            locale = nil
            return
        }
        // The locales without a language, C and C.UTF-8, sort all capital letters before the small ones.
        guard strcoll_l("a", "B", object) < 0, String(cString: nl_langinfo_l(nl_item(CODESET), object)) == "UTF-8"
        else {
            freelocale(object)
            locale = nil
            return
        }
        locale = Locale(object: object)
    }

    /// Whether a name comes before another.
    ///
    /// Names that collate as equal are ordered too, by their code points.
    func isOrdered(_ first: String, before second: String) -> Bool {
        if let locale {
            let order = strcoll_l(first, second, locale.object)
            if order != 0 { return order < 0 }
        } else {
            let (firstKey, secondKey) = (first.lowercased(), second.lowercased())
            if firstKey != secondKey { return firstKey < secondKey }
        }
        return first < second
    }
}
