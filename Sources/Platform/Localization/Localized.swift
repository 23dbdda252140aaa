/// Returns a text for people, in their language.
///
/// Every text of the window and of the command line passes through this function or ``localized(_:_:count:_:)``, whose
/// calls `po/extract` finds. A comment before a call that begins with `Translators:` is shown to translators.
///
/// - Parameters:
///   - text: The text in English, with `%1`, `%2` and so on for the arguments, which translations may reorder.
///   - arguments: The arguments.
/// - Returns: The text.
package func localized(_ text: StaticString, _ arguments: any CustomStringConvertible...) -> String {
    Translations.text(text, filledWith: arguments)
}

/// Returns a text about a number of things.
///
/// - Parameters:
///   - one: The text about one thing.
///   - many: The text about any other number; `%1` is the number.
///   - count: The number.
///   - arguments: The arguments for `%2`, `%3` and so on.
/// - Returns: The text.
package func localized(
    _ one: StaticString, _ many: StaticString, count: Int, _ arguments: any CustomStringConvertible...
) -> String {
    Translations.filled(Translations.text(one, many, count: count), [LocalNumber.text(count)] + arguments)
}

extension Translations {
    /// Translates a text with arguments.
    ///
    /// - Parameters:
    ///   - text: The text in English, which `po/extract` finds by the caller's name.
    ///   - arguments: The arguments for `%1`, `%2` and so on.
    /// - Returns: The text.
    package static func text(_ text: StaticString, filledWith arguments: [any CustomStringConvertible]) -> String {
        filled(Self.text(text), arguments)
    }

    static func filled(_ text: String, _ arguments: [any CustomStringConvertible]) -> String {
        guard !arguments.isEmpty else { return text }
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "%") {
            result += rest[..<mark]
            let next = rest.index(after: mark)
            if next < rest.endIndex, let number = rest[next].wholeNumberValue, arguments.indices.contains(number - 1) {
                result += arguments[number - 1].description
                rest = rest[rest.index(after: next)...]
            } else {
                result += "%"
                rest = rest[next...]
            }
        }
        return result + rest
    }
}
