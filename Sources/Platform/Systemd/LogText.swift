/// Text for logs, where one message is one line and shows what it says.
package enum LogText {
    /// The most bytes of a value that are logged: enough for any path, and a whole record fits in one datagram.
    package static let maximumLength = 4096

    /// Replaces what would break out of a line, or make it look like something else.
    ///
    /// Controls, line separators and the marks that turn the direction of text become `\u{…}`. What is longer than
    /// ``maximumLength`` is cut and ends with an ellipsis.
    ///
    /// - Parameter text: Any text, also one that a font or a caller chose.
    /// - Returns: One line.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if result.utf8.count >= maximumLength { return result + "…" }
            if isPlain(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return result
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        // Of the format characters only the joiners are part of words; others reorder text or hide in it.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
