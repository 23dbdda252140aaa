/// Texts with numbers of things, such as `1 file` and `2 files`.
package enum CountedText {
    /// The number of files.
    package static func files(_ count: Int) -> String { localized("1 file", "%1 files", count: count) }

    /// The number of fonts.
    package static func fonts(_ count: Int) -> String { localized("1 font", "%1 fonts", count: count) }

    /// The number of days.
    package static func days(_ count: Int) -> String { localized("1 day", "%1 days", count: count) }

    /// A list of names, separated by commas.
    package static func list(_ names: some Sequence<String>) -> String {
        // Translators: Separates the items of a list, such as names of languages.
        names.joined(separator: localized(", "))
    }

    /// A text for one item, followed by the number of other items.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - count: The number of other items.
    /// - Returns: The text, with the number if there are other items.
    package static func text(_ text: String, others count: Int) -> String {
        // Translators: %2 is the name of a font, a list of names, or a change such as "Installed DejaVu Sans".
        count > 0 ? localized("%2 and 1 more", "%2 and %1 more", count: count, text) : text
    }

    /// The first names of a list, followed by the number of other names.
    package static func list(_ names: [String], atMost limit: Int) -> String {
        text(list(names.prefix(limit)), others: names.count - limit)
    }
}
