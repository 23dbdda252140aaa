internal import FontModel

/// Makes text from fonts safe for a terminal.
package enum TerminalText {
    /// Replaces characters that could control a terminal, or make text look like other text, with `\u{…}`.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text on one line.
    package static func escaped(_ text: String) -> String {
        if isPlain(text) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.couldMislead {
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The number of columns that text occupies on a terminal.
    ///
    /// - Parameter text: Text without control characters.
    /// - Returns: The number of columns.
    package static func width(_ text: String) -> Int {
        isPlain(text) ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// Whether text has only printable ASCII characters, as most names do; Unicode's tables take ten times as long.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

    /// Shortens text that is too wide, with an ellipsis for the omitted part.
    ///
    /// - Parameters:
    ///   - text: Text without control characters.
    ///   - columns: The number of columns that it may occupy, at least 1.
    ///   - isAtStart: Whether to keep the end of the text rather than its start.
    /// - Returns: Text that occupies at most this number of columns.
    package static func shortened(_ text: String, to columns: Int, atStart isAtStart: Bool = false) -> String {
        guard width(text) > columns else { return text }
        var kept: [Character] = []
        var used = 1
        for character in isAtStart ? Array(text.reversed()) : Array(text) {
            used += width(String(character))
            if used > columns { break }
            kept.append(character)
        }
        return isAtStart ? "\u{2026}" + String(kept.reversed()) : String(kept) + "\u{2026}"
    }

    /// The maximum number of characters of an argument that a message repeats.
    package static let mostRepeated = 200

    /// The part of an argument that a message repeats: all of it, or the start and the end if it is long.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text, or at most ``mostRepeated`` characters of it.
    package static func excerpt(_ text: String) -> String {
        guard text.utf8.count > mostRepeated, text.count > mostRepeated else { return text }
        return "\(text.prefix(mostRepeated - 21))\u{2026}\(text.suffix(20))"
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // The blocks that are wide in Unicode's EastAsianWidth.txt, joined where only few characters lie between.
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
            0x1AFF0...0x1B2FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }
}
