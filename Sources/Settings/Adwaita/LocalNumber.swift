internal import CAdwaita

/// Numbers as the user's locale writes them.
package enum LocalNumber {
    /// A whole number, with the digits and the separators of the locale.
    package static func text(_ number: Int) -> String {
        withVaList([number]) { arguments in taken(g_strdup_vprintf("%'Ild", arguments)) }
    }

    /// A number of bytes, with a unit that suits it, such as 2.3 MB.
    package static func size(_ bytes: UInt64) -> String { taken(g_format_size(guint64(bytes))) }

    private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
    }
}
