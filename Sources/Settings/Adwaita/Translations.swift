internal import CAdwaita

/// Looks up the translations of the program's texts, which are catalogs of gettext.
package enum Translations {
    /// The name of the catalogs, which are called `LANGUAGE/LC_MESSAGES/typecase.mo`.
    private static let domain = "typecase"

    /// Says where the catalogs are.
    ///
    /// The language is that of `setlocale`: without a locale, or in the locale C, all texts are in English.
    ///
    /// - Parameter directory: The directory with a subdirectory for each language.
    package static func bind(to directory: String) {
        bindtextdomain(domain, directory)
        // Strings of Swift and of the toolkit are UTF-8 in every locale.
        bind_textdomain_codeset(domain, "UTF-8")
    }

    /// Whether there is a catalog of the user's language.
    package static var areThere: Bool {
        // The empty text stands for the header of the catalog.
        dgettext(domain, "").pointee != 0
    }

    /// Translates a text.
    ///
    /// - Parameter english: The text, which is not empty: the translation of the empty text is the header of the catalog.
    /// - Returns: The translation, or the text where it has none.
    package static func text(_ english: StaticString) -> String {
        String(cString: dgettext(domain, english.cString))
    }

    /// Translates a text about a number of things, by the plural rule of the language.
    ///
    /// - Parameters:
    ///   - one: The text about one thing.
    ///   - many: The text about any other number.
    ///   - count: The number, not negative.
    /// - Returns: The translation, or one of the texts where they have none.
    package static func text(_ one: StaticString, _ many: StaticString, count: Int) -> String {
        String(cString: dngettext(domain, one.cString, many.cString, UInt(clamping: count)))
    }
}

extension StaticString {
    /// The text, which the compiler ends with a zero.
    ///
    /// gettext returns this pointer where there is no translation, so that it has to outlive the call.
    fileprivate var cString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
