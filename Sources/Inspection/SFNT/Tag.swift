/// The four characters by which OpenType names tables, axes, scripts and more.
struct Tag: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The tag of a literal, cut or padded with spaces to four characters.
    init(stringLiteral text: StaticString) {
        // Of the bytes themselves, as this runs wherever a literal stands: a text made of them costs a hundred times more.
        // The buffer is of the literal, which is there for ever, and not read beyond its end.
        rawValue = text.withUTF8Buffer { content in
            var value: UInt32 = 0
            for index in 0..<4 { value = unsafe value << 8 | (index < content.count ? UInt32(content[index]) : 0x20) }
            return value
        }
    }

    /// The characters, where all are printable ASCII and spaces stand only at the end.
    var text: String? {
        let characters = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
        guard characters.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
        let trimmed = characters.drop { $0 != 0x20 }
        guard characters.first != 0x20, trimmed.allSatisfy({ $0 == 0x20 }) else { return nil }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The characters, or the number where they cannot be shown.
    var description: String { text ?? "0x" + String(rawValue, radix: 16) }
}
