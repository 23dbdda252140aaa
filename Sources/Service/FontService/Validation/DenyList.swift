internal import FontModel
internal import Registry

/// A file that lists denied fonts.
///
/// Each line contains the SHA-256 of a font as 64 hexadecimal digits, as written by `sha256sum`, followed by white
/// space and a reason for people. Empty lines and lines that begin with `#` are ignored.
struct DenyList: Sendable, Equatable {
    /// The maximum size of a file in bytes, enough for about 60,000 lines.
    static let maximumSize = 4 << 20

    /// The fonts.
    private(set) var denials: [DenialRecord] = []
    /// The numbers of the invalid lines, beginning with 1.
    private(set) var damagedLines: [Int] = []

    /// Creates a list from a file's text.
    init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(maxSplits: 1, omittingEmptySubsequences: true) { $0.isWhitespace }
            guard let word = words.first, !word.hasPrefix("#") else { continue }
            guard let digest = FontDigest(hexadecimal: String(word)) else {
                damagedLines.append(index + 1)
                continue
            }
            denials.append(DenialRecord(digest: digest, reason: words.count == 2 ? Self.text(words[1]) : ""))
        }
    }

    /// A reason in a form that can be shown and logged.
    private static func text(_ reason: Substring) -> String {
        var text = reason.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.lazy.filter { !$0.couldMislead }.prefix(Self.reasonLength))
        return String(scalars)
    }

    /// The maximum number of characters in a reason: one or two sentences.
    private static let reasonLength = 400
}
