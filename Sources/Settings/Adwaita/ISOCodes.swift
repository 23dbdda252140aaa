internal import CAdwaita

/// The translations of the names that the package iso-codes has, which GTK depends on.
package enum ISOCodes {
    /// A standard whose codes have names.
    package enum Standard: String, Sendable {
        /// Languages with a code of two letters, and many others.
        case languages = "iso_639-2"
        /// All other languages.
        case rarerLanguages = "iso_639-3"
        case territories = "iso_3166-1"
        case scripts = "iso_15924"
    }

    /// The file with the codes of a standard and their names in English.
    package static func file(of standard: Standard) -> String { "/usr/share/iso-codes/json/\(standard.rawValue).json" }

    /// A name of the file in the user's language, or as it is there.
    ///
    /// - Parameters:
    ///   - name: The name, which is not empty.
    ///   - standard: What it is of.
    /// - Returns: The name, the first of several that mean the same.
    package static func translation(of name: String, in standard: Standard) -> String {
        bind_textdomain_codeset(standard.rawValue, "UTF-8")
        let text = name.withCString { String(cString: dgettext(standard.rawValue, $0)) }
        return text.split(separator: ";").first.map(String.init) ?? text
    }
}
