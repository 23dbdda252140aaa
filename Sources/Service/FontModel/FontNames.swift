// Canonical normalisation is in the standard library, for its own comparison of strings, and offered under this mark.
@_spi(_Unicode) internal import Swift

extension String {
    /// The form in which names of fonts are compared: without regard to case, composition and width of characters, and
    /// without spaces, hyphens, underscores and what cannot be seen.
    ///
    /// fontconfig ignores case and spaces in families. Two names with the same key look the same to people and to
    /// programs that guess, so one must not stand in for the other. The key of a key is the key itself.
    package var fontNameKey: String {
        asciiNameKey ?? unicodeNameKey
    }

    /// The key of a name of ASCII characters alone, as most are: Unicode's tables take ten times as long.
    private var asciiNameKey: String? {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(unsafeUninitializedCapacity: utf8.count) { buffer in
            var count = 0
            for byte in utf8 {
                switch byte {
                // The white space of ASCII.
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
            // Up and down again: one small letter may have two capitals, and one capital two small letters.
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
    /// The ASCII character that a full-width one is a form of, or the character itself.
    fileprivate var withoutWidth: Unicode.Scalar {
        // U+FF01 to U+FF5E are U+0021 to U+007E in the width of an ideograph.
        (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(UInt8(value - 0xFF01 + 0x21)) : self
    }

    /// Whether two names that differ in this character differ for whoever reads them.
    fileprivate var countsInKey: Bool {
        !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
            && properties.generalCategory != .dashPunctuation && self != "_"
    }
}
