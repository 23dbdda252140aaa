internal import Localization

/// Texts that come from fonts and programs, made fit to show.
enum ShownText {
    /// The most characters of a name that are shown.
    static let limit = 200

    /// The text on one line, without controls and marks that turn what stands around it, and not longer than ``limit``.
    static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            case .format where scalar != "\u{200C}" && scalar != "\u{200D}": continue
            default: scalars.append(scalar)
            }
        }
        let line = String(scalars)
        return line.count > limit ? line.prefix(limit) + "…" : line
    }

    /// Texts beside each other.
    static func list(_ texts: [String]) -> String {
        // Translators: Separates the items of a list, such as names of languages.
        texts.joined(separator: localized(", "))
    }

    /// A text that stands for others too.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - count: How many others there are.
    /// - Returns: The text, with the number where there are any.
    static func first(_ text: String, others count: Int) -> String {
        // Translators: %2 is the name of a font, a list of names, or a change such as "Installed DejaVu Sans".
        count > 0 ? localized("%2 and 1 more", "%2 and %1 more", count: count, text) : text
    }
}
