/// Escapes text for logs, so that each message is one line and shows its real contents.
package enum LogText {
    /// The maximum number of bytes of a logged value: enough for any path, while a whole record fits in one datagram.
    package static let maximumLength = 4096

    /// Escapes characters that would break a line or disguise its contents.
    ///
    /// Control characters, line separators and characters that change the text direction become `\u{…}`. A text longer
    /// than ``maximumLength`` is cut and ends with an ellipsis.
    ///
    /// - Parameter text: Any text, including text that a font or a caller chose.
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
        // Of the format characters, only the joiners are part of words; the others reorder text or are invisible.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
