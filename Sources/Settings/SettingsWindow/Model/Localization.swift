internal import Adwaita

/// Returns a text for people, in their language.
///
/// Every text of the window comes through here or through ``localized(_:_:count:_:)``; `po/extract` finds the calls. A comment
/// before a call that begins with `Translators:` is shown to translators.
///
/// - Parameters:
///   - text: The text in English, with `%1`, `%2` and so on for the arguments, which translations may reorder.
///   - arguments: What takes their places.
/// - Returns: The text.
func localized(_ text: StaticString, _ arguments: String...) -> String { filled(Translations.text(text), arguments) }

/// Returns a text about a number of things.
///
/// - Parameters:
///   - one: The text about one thing.
///   - many: The text about any other number; `%1` is the number.
///   - count: The number.
///   - arguments: What takes the places of `%2`, `%3` and so on.
/// - Returns: The text.
func localized(_ one: StaticString, _ many: StaticString, count: Int, _ arguments: String...) -> String {
    filled(Translations.text(one, many, count: count), [LocalNumber.text(count)] + arguments)
}

private func filled(_ text: String, _ arguments: [String]) -> String {
    guard !arguments.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "%") {
        result += rest[..<mark]
        let next = rest.index(after: mark)
        if next < rest.endIndex, let number = rest[next].wholeNumberValue, arguments.indices.contains(number - 1) {
            result += arguments[number - 1]
            rest = rest[rest.index(after: next)...]
        } else {
            result += "%"
            rest = rest[next...]
        }
    }
    return result + rest
}

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
