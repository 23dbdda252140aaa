/// Makes texts of fonts and programs safe to show.
enum ShownText {
    /// The maximum number of characters of a name that are shown.
    static let limit = 200

    /// The text on one line, without control characters and direction marks, cut to ``limit``.
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
}
