/// The version of a font as stated in the font, such as `Version 2.137; ttfautohint (v1.8)`.
package enum FontVersionText {
    /// The number of a version, with three digits after the point, as in the history.
    ///
    /// - Parameter text: The version as the font states it.
    /// - Returns: The number; if there is none, the text up to the first space or semicolon.
    package static func short(_ text: String) -> String {
        let text = text.lowercased().hasPrefix("version ") ? text.dropFirst("version ".count) : text[...]
        let first = String(text.drop { $0 == " " }.prefix { $0 != " " && $0 != ";" })
        let parts = first.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            parts[1].count < 3
        else { return first }
        return first + String(repeating: "0", count: 3 - parts[1].count)
    }
}
