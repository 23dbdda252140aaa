internal import FontModel

/// The rules for the names of fonts.
enum FontName {
    /// Returns why a name cannot be used, as the end of "The name …"; `nil` for a good one.
    static func defect(of name: String) -> String? {
        if name.utf8.count > FontLimits.nameLength {
            return "has more than \(FontLimits.nameLength) bytes"
        }
        var previous: Unicode.Scalar = " "
        for scalar in name.unicodeScalars {
            guard isAllowed(scalar), !isHidden(scalar, after: previous) else {
                return "contains \(notation(of: scalar)), which is not allowed in names"
            }
            previous = scalar
        }
        return nil
    }

    /// Returns a character in Unicode notation: U+ and at least four digits.
    private static func notation(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    }

    /// Whether a character is invisible at its position, so that two names would look the same.
    ///
    /// Joiners and variation selectors have a meaning after letters and signs of the scripts that use them, but none
    /// after Latin, Greek or Cyrillic ones.
    private static func isHidden(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII, scalar.properties.isDefaultIgnorableCodePoint else { return false }
        let isJoiner = scalar.value == 0x200C || scalar.value == 0x200D
        guard isJoiner || scalar.properties.isVariationSelector else { return true }
        // Armenian ends and Hebrew begins at this code point.
        return previous.value < 0x0590
    }

    /// Whether a character is allowed in names.
    ///
    /// Names are shown in menus, logs and terminals. So characters that move the cursor, reverse the direction of the
    /// text or cannot be seen are not allowed.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all characters are ASCII, and the lookup of a category requires a search.
        if scalar.isASCII { return 0x20...0x7E ~= scalar.value }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        // Persian and the scripts of India need the joiners for correct spelling.
        case .format: scalar.value == 0x200C || scalar.value == 0x200D
        case .unassigned: !scalar.properties.isNoncharacterCodePoint
        default: true
        }
    }

    /// Returns the alphabets with similar letters that are mixed within a word, such as "Аrial" with a Cyrillic А.
    ///
    /// - Parameter name: A name.
    /// - Returns: The names of the alphabets; `nil` if no word mixes alphabets.
    static func mixedAlphabets(in name: String) -> String? {
        var found: Set<String> = []
        for scalar in name.unicodeScalars {
            if let alphabet = alphabet(of: scalar) {
                found.insert(alphabet)
                guard found.count < 2 else { return found.sorted().joined(separator: " and ") }
            } else if isWordEnd(scalar) {
                found.removeAll(keepingCapacity: true)
            }
        }
        return nil
    }

    private static func isWordEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "-" || scalar == "_" }

    /// Whether a name can be mistaken for one in Latin letters, such as "СОСА" or "РТ Sans".
    ///
    /// It has words whose letters all look like Latin letters without being Latin, and all its other letters are Latin.
    /// Only such a name can be mistaken as a whole; most words of these alphabets also have other letters.
    static func passesForLatin(_ name: String) -> Bool {
        // Nearly all names are ASCII.
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        var hasTwins = false
        for word in name.unicodeScalars.split(whereSeparator: isWordEnd) {
            let letters = word.filter(\.properties.isAlphabetic)
            if !letters.isEmpty, letters.allSatisfy({ LookalikeLetters.latin[$0] != nil }) {
                hasTwins = true
            } else if !letters.allSatisfy({ alphabet(of: $0) == "Latin" }) {
                return false
            }
        }
        return hasTwins
    }

    /// Returns the name of the alphabet of a character.
    ///
    /// Source: Unicode's Blocks.txt, for the alphabets whose capitals are mostly those of Latin.
    private static func alphabet(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: "Latin"
        case 0x370...0x3FF, 0x1F00...0x1FFF: "Greek"
        case 0x400...0x52F: "Cyrillic"
        case 0x530...0x58F: "Armenian"
        case 0x13A0...0x13FF: "Cherokee"
        case 0x1D400...0x1D7FF: "mathematical"
        case 0xFF21...0xFF3A, 0xFF41...0xFF5A: "fullwidth"
        default: nil
        }
    }

    /// Whether a name has no visible characters.
    ///
    /// Such names consist of spaces, the blank letter of Braille, and the blank note head of music.
    static func isBlank(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800
                || scalar.value == 0x1D159
        }
    }

    /// Whether PostScript allows a name: up to 63 printable ASCII characters without its delimiters.
    ///
    /// Source: OpenType specification, name table, name id 6.
    static func isPostScript(_ name: String) -> Bool {
        1...63 ~= name.utf8.count && name.utf8.allSatisfy { 0x21...0x7E ~= $0 && !delimiters.contains($0) }
    }

    /// The characters besides letters, digits and other signs that end a PostScript name or begin something else.
    ///
    /// Source: PostScript Language Reference, third edition, section 3.1.
    static let delimiters = Set("[](){}<>/% ".utf8)

    /// Cuts a prose text, such as a licence, and replaces invalid characters.
    static func prose(_ text: String, limit: Int) -> String {
        // Most licences are valid, and need no check of each character.
        let isPlain = text.utf8.count <= limit && text.utf8.allSatisfy { 0x20...0x7E ~= $0 || isLineEnd($0) }
        if isPlain { return text }
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            let isLineEnd = scalar.isASCII && Self.isLineEnd(UInt8(truncatingIfNeeded: scalar.value))
            let replacement = isLineEnd || isAllowed(scalar) ? scalar : "\u{FFFD}"
            size += UTF8.width(replacement)
            guard size <= limit else { break }
            result.append(replacement)
        }
        return String(result)
    }

    /// Whether a byte is a line end or a tab in a prose text.
    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
