internal import Glibc

/// The order of names in lists for people: the collation of a language.
struct NameCollation: Sendable {
    /// That of the user, as the environment says at the first use.
    static let ofUser = NameCollation()

    private let locale: Locale?

    /// `@unchecked Sendable`: a locale object is not changed after it was made, and the C library reads it on any thread.
    private struct Locale: @unchecked Sendable {
        let object: locale_t
    }

    /// The collation of a locale.
    ///
    /// - Parameter name: Its name; an empty one stands for what the environment says. Without a locale of this name, or
    ///   with one that only compares bytes, names are compared without regard to case.
    init(localeNamed name: String = "") {
        // The category of characters says that strings are UTF-8.
        let mask = Int32(1) << LC_COLLATE | Int32(1) << LC_CTYPE
        guard let object = newlocale(mask, name, nil) else {
            locale = nil
            return
        }
        // The locales of no language, C and C.UTF-8, have all capital letters before the small ones.
        guard strcoll_l("a", "B", object) < 0, String(cString: nl_langinfo_l(nl_item(CODESET), object)) == "UTF-8"
        else {
            freelocale(object)
            locale = nil
            return
        }
        locale = Locale(object: object)
    }

    /// Whether a name comes before another; names that only look alike have an order too.
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
