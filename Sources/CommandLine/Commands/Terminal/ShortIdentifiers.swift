internal import FontModel

/// Cuts ids to their first digits, as far as these tell the ids of a list apart.
struct ShortIdentifiers: Sendable {
    /// The least digits: fewer are soon those of another font.
    private static let leastDigits = 8
    /// The least digits of what counts as an id; other texts stay whole.
    private static let identifierDigits = 32

    private var known: Set<String> = []
    private var count = leastDigits

    /// Takes note of ids that are to be told apart.
    mutating func add(_ texts: [String]) {
        known.formUnion(texts.filter { Self.digits(of: $0) != nil })
        while count < Self.identifierDigits, Set(known.map(short)).count < known.count { count += 1 }
    }

    /// The short form of an id.
    func short(_ text: String) -> String {
        guard let digits = Self.digits(of: text) else { return text }
        return String(text[..<digits.startIndex] + digits.prefix(count))
    }

    /// The digits of an id, after the prefix of those of the system's faces; `nil` for what is no id.
    private static func digits(of text: String) -> Substring? {
        let digits =
            text.hasPrefix(SystemFaceIdentifier.prefix) ? text.dropFirst(SystemFaceIdentifier.prefix.count) : text[...]
        guard digits.utf8.count >= identifierDigits, digits.utf8.allSatisfy(isHexadecimal) else { return nil }
        return digits
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
