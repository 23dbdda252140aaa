/// A tag of four characters, with which OpenType names tables, axes, scripts and more.
struct Tag: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates a tag from a literal, cut or padded with spaces to four characters.
    init(stringLiteral text: StaticString) {
        // This reads the bytes directly, because it runs for every literal and a conversion to a string would take a
        // hundred times longer. The buffer of a literal exists permanently, and it is not read beyond its end.
        rawValue = text.withUTF8Buffer { content in
            var value: UInt32 = 0
            for index in 0..<4 { value = unsafe value << 8 | (index < content.count ? UInt32(content[index]) : 0x20) }
            return value
        }
    }

    /// The characters, if all are printable ASCII and spaces occur only at the end; otherwise `nil`.
    var text: String? {
        let characters = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
        guard characters.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
        let trimmed = characters.drop { $0 != 0x20 }
        guard characters.first != 0x20, trimmed.allSatisfy({ $0 == 0x20 }) else { return nil }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The characters, or the number if they cannot be shown.
    var description: String { text ?? "0x" + String(rawValue, radix: 16) }
}
