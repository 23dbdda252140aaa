internal import CLinux
internal import Glibc

/// Looks up the translations of texts in catalogs of gettext.
///
/// All programs and the client library share one set of catalogs. Only a program chooses a language. The library uses
/// the language of the program that it is a part of, and does not change the program's locale.
package enum Translations {
    /// The name of the catalogs, which are called `LANGUAGE/LC_MESSAGES/typecase.mo`.
    private static let domain = "typecase"

    /// Adopts the user's language, and tells gettext where the catalogs are.
    ///
    /// Call it at the start of a program, because no other thread may look up texts meanwhile. In the locales C and
    /// C.UTF-8, all texts stay in English.
    package static func begin() {
        // LC_ALL would open a file for each category of C.UTF-8. LC_CTYPE makes texts UTF-8.
        for category in [LC_CTYPE, LC_MESSAGES, LC_NUMERIC, LC_TIME] { setlocale(category, "") }
        guard !isEnglish else {
            // Otherwise, glibc before 2.39 follows LANGUAGE in C.UTF-8.
            setlocale(LC_MESSAGES, "C")
            return
        }
        if let directory { bind(to: directory) }
    }

    /// Tells gettext where the catalogs are; their language is the one that `setlocale` has set.
    ///
    /// - Parameter directory: The directory with a subdirectory for each language.
    package static func bind(to directory: String) {
        bindtextdomain(domain, directory)
        bindEncoding()
    }

    /// Makes gettext return texts in UTF-8, like the strings of Swift and of toolkits, whatever the locale's encoding.
    private static func bindEncoding() { bind_textdomain_codeset(domain, "UTF-8") }

    /// Done once if nothing has been bound, as in a program that only uses the library.
    private static let encoding: Void = bindEncoding()

    /// The directory of the catalogs, below the prefix that this program is installed in; `nil` if `/proc` is missing.
    package static var directory: String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return nil }
        let program = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return program.lastIndex(of: "/").map { program[..<$0] + "/../share/locale" }
    }

    /// Whether messages are in English because the locale specifies no language for them.
    private static var isEnglish: Bool { isUnset(LC_MESSAGES) }

    /// Whether a category of the locale is C or POSIX, in any encoding.
    ///
    /// - Parameter category: The category.
    /// - Returns: Whether it is.
    static func isUnset(_ category: Int32) -> Bool {
        guard let name = setlocale(category, nil).map({ String(cString: $0) }) else { return true }
        return name == "C" || name == "POSIX" || name.hasPrefix("C.")
    }

    /// Whether there is a catalog of the user's language.
    package static var areThere: Bool {
        // The empty text stands for the header of the catalog.
        _ = encoding
        return dgettext(domain, "").pointee != 0
    }

    /// Translates a text.
    ///
    /// - Parameter english: The text, which is not empty: the translation of the empty text is the catalog's header.
    /// - Returns: The translation, or the text if it has none.
    package static func text(_ english: StaticString) -> String {
        _ = encoding
        return String(cString: dgettext(domain, english.cString))
    }

    /// Translates a text that is known only at run time.
    ///
    /// - Parameter english: The text, which may be the singular of a text with a number.
    /// - Returns: The translation; `nil` if it has none.
    package static func text(ofWords english: String) -> String? {
        _ = encoding
        guard !english.isEmpty else { return nil }
        let translation = english.withCString { words in
            // If there is no translation, it is the same pointer.
            dngettext(domain, words, words, 1).flatMap { $0 == words ? nil : String(cString: $0) }
        }
        // The singular contains the number, and its translation a placeholder.
        return translation.map { english.contains("%1") ? $0 : filled($0, [LocalNumber.text(1)]) }
    }

    /// Translates a text about a number of things, by the plural rule of the language.
    ///
    /// - Parameters:
    ///   - one: The text about one thing.
    ///   - many: The text about any other number.
    ///   - count: The number, not negative.
    /// - Returns: The translation, or one of the texts if they have none.
    package static func text(_ one: StaticString, _ many: StaticString, count: Int) -> String {
        _ = encoding
        return String(cString: dngettext(domain, one.cString, many.cString, UInt(clamping: count)))
    }
}

extension StaticString {
    /// The text, which the compiler ends with a zero.
    ///
    /// gettext returns this pointer if there is no translation, so it has to outlive the call.
    fileprivate var cString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
