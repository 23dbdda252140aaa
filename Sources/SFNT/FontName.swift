internal import FontModel

/// What a name of a font may look like.
enum FontName {
    /// Why a name cannot be used, as the end of "The name …"; `nil` for a good one.
    static func defect(of name: String) -> String? {
        if name.utf8.count > FontLimits.nameLength {
            return "has \(name.utf8.count) bytes; \(FontLimits.nameLength) are allowed"
        }
        for scalar in name.unicodeScalars where !isAllowed(scalar) {
            return "contains U+\(String(scalar.value, radix: 16, uppercase: true)), which is not allowed in names"
        }
        return nil
    }

    /// Names are shown in menus, logs and terminals, so nothing that moves the cursor, turns the direction of the text
    /// around or cannot be seen.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all of them, and looking up a category takes a search.
        if scalar.isASCII { return 0x20...0x7E ~= scalar.value }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        // Persian and the scripts of India need the joiners to be spelt right.
        case .format: scalar.value == 0x200C || scalar.value == 0x200D
        case .unassigned: !scalar.properties.isNoncharacterCodePoint
        default: true
        }
    }

    /// Cuts a text that is for reading, such as a licence, and replaces what does not belong into it.
    static func prose(_ text: String, limit: Int) -> String {
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            let isLineEnd = scalar == "\n" || scalar == "\r" || scalar == "\t"
            let replacement = isLineEnd || isAllowed(scalar) ? scalar : "\u{FFFD}"
            size += UTF8.width(replacement)
            guard size <= limit else { break }
            result.append(replacement)
        }
        return String(result)
    }
}
