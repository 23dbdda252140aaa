extension String {
    /// The form in which names of fonts are compared: lower case, spaces, hyphens and underscores dropped.
    ///
    /// fontconfig ignores case and spaces in families. Two names with the same key look the same to people and to
    /// programs that guess, so one must not stand in for the other.
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
        for scalar in lowercased().unicodeScalars
        where !scalar.properties.isWhitespace && scalar != "-" && scalar != "_" {
            key.append(scalar)
        }
        return String(key)
    }
}
