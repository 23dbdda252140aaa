internal import FontModel

/// Shortens ids to as many digits as are needed to distinguish the ids of a list.
struct ShortIdentifiers: Sendable {
    /// The minimum number of digits: with fewer, two fonts soon have the same digits.
    private static let leastDigits = 8
    /// The minimum number of digits of an id; other texts are not shortened.
    private static let identifierDigits = 32

    private var known: Set<String> = []
    private var count = leastDigits

    /// Adds ids that must be distinguished.
    mutating func add(_ texts: [String]) {
        known.formUnion(texts.filter { Self.digits(of: $0) != nil })
        while count < Self.identifierDigits, Set(known.map(short)).count < known.count { count += 1 }
    }

    /// The short form of an id.
    func short(_ text: String) -> String {
        guard let digits = Self.digits(of: text) else { return text }
        return String(text[..<digits.startIndex] + digits.prefix(count))
    }

    /// The digits of an id, without the prefix of the ids of system faces; `nil` if a text is not an id.
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
