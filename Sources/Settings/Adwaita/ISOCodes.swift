internal import CAdwaita

/// The translations of names in the package iso-codes, on which GTK depends.
package enum ISOCodes {
    /// A standard whose codes have names.
    package enum Standard: String, Sendable {
        /// Languages with two-letter codes, and many others.
        case languages = "iso_639-2"
        /// All other languages.
        case rarerLanguages = "iso_639-3"
        case territories = "iso_3166-1"
        case scripts = "iso_15924"
    }

    /// The file with the codes of a standard and their names in English.
    package static func file(of standard: Standard) -> String { "/usr/share/iso-codes/json/\(standard.rawValue).json" }

    /// A name from the file in the user's language, or the name itself.
    ///
    /// - Parameters:
    ///   - name: The name, which is not empty.
    ///   - standard: The standard.
    /// - Returns: The name; the first one if there are several.
    package static func translation(of name: String, in standard: Standard) -> String {
        bind_textdomain_codeset(standard.rawValue, "UTF-8")
        let text = name.withCString { String(cString: dgettext(standard.rawValue, $0)) }
        return text.split(separator: ";").first.map(String.init) ?? text
    }
}
