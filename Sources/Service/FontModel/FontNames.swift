// The standard library contains canonical normalization for its own comparison of strings, and offers it as SPI.
@_spi(_Unicode) internal import Swift

extension String {
    /// The key by which font names are compared.
    ///
    /// It ignores case, composition and width of characters, as well as spaces, hyphens, underscores and invisible
    /// characters.
    ///
    /// fontconfig ignores case and spaces in families. Two names with the same key look the same to people and to
    /// programs that guess, so one must not replace the other. The key of a key is the key itself.
    package var fontNameKey: String {
        asciiNameKey ?? unicodeNameKey
    }

    /// The key of a pure ASCII name; `nil` for other names.
    ///
    /// Most names are ASCII, and using Unicode's tables takes ten times as long.
    private var asciiNameKey: String? {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(unsafeUninitializedCapacity: utf8.count) { buffer in
            var count = 0
            for byte in utf8 {
                switch byte {
                // ASCII white space.
                case 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"): continue
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): buffer[count] = byte | 0x20
                default: buffer[count] = byte
                }
                count += 1
            }
            return count
        }
    }

    private var unicodeNameKey: String {
        var key = String.UnicodeScalarView()
        for scalar in _nfc {
            let properties = scalar.withoutWidth.properties
            // The mapping goes to upper case and back: one small letter may have two capitals, and one capital two
            // small letters.
            for scalar in properties.lowercaseMapping.uppercased().lowercased().unicodeScalars where scalar.countsInKey
            {
                key.append(scalar)
            }
        }
        var composed = String.UnicodeScalarView()
        composed.append(contentsOf: String(key)._nfc)
        return String(composed)
    }
}

extension Unicode.Scalar {
    /// The ASCII equivalent of a full-width character, or the character itself.
    fileprivate var withoutWidth: Unicode.Scalar {
        // U+FF01 to U+FF5E are full-width forms of U+0021 to U+007E.
        (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(UInt8(value - 0xFF01 + 0x21)) : self
    }

    /// Whether readers see a difference between two names that differ only in this character.
    fileprivate var countsInKey: Bool {
        !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
            && properties.generalCategory != .dashPunctuation && self != "_"
    }
}
