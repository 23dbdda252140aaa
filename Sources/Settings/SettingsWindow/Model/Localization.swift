/// Returns a text for people, in their language.
///
/// Every text of the window comes through here or through ``localized(_:_:count:)``, so that translations have one place to go.
///
/// - Parameters:
///   - text: The text in English, with `%1`, `%2` and so on for the arguments.
///   - arguments: What takes their places.
/// - Returns: The text.
func localized(_ text: StaticString, _ arguments: String...) -> String { filled(text.description, arguments) }

/// Returns a text about a number of things.
///
/// - Parameters:
///   - one: The text about one thing.
///   - many: The text about any other number; `%1` is the number.
///   - count: The number.
/// - Returns: The text.
func localized(_ one: StaticString, _ many: StaticString, count: Int) -> String {
    filled(count == 1 ? one.description : many.description, [String(count)])
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

    /// A number of bytes for people.
    static func size(_ bytes: UInt64) -> String {
        switch bytes {
        case ..<1_000: localized("%1 bytes", String(bytes))
        case ..<1_000_000: localized("%1 kB", String((bytes + 500) / 1_000))
        default: localized("%1.%2 MB", String(bytes / 1_000_000), String(bytes % 1_000_000 / 100_000))
        }
    }
}
