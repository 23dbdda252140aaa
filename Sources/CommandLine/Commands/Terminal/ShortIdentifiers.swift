internal import FontModel

/// Cuts ids to their first digits, as far as these tell the ids of a list apart.
struct ShortIdentifiers: Sendable {
    /// The least digits: fewer are soon those of another font.
    private static let leastDigits = 8
    /// The least digits of what counts as an id; other texts stay whole.
    private static let identifierDigits = 32

    /// The cells of the short id of a face of the system, mostly.
    static let systemWidth = SystemFaceIdentifier.prefix.utf8.count + leastDigits

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
        guard digits.utf8.count >= identifierDigits, digits.allSatisfy(\.isHexDigit) else { return nil }
        return digits
    }
}
