internal import FontModel
internal import Registry

/// A file that says which fonts nobody is to have.
///
/// Each line has the SHA-256 of a font as 64 hexadecimal digits, as `sha256sum` writes it, and after white space a reason
/// for people. Empty lines and lines that begin with `#` say nothing.
struct DenyList: Sendable, Equatable {
    /// The most bytes of a file: some 60,000 lines.
    static let maximumSize = 4 << 20

    /// The fonts.
    private(set) var denials: [DenialRecord] = []
    /// The numbers of the lines that make no sense, from 1.
    private(set) var damagedLines: [Int] = []

    /// Reads a file's text.
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

    /// A reason as it can be shown and logged.
    private static func text(_ reason: Substring) -> String {
        var text = reason.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.lazy.filter { !$0.couldMislead }.prefix(Self.reasonLength))
        return String(scalars)
    }

    /// The most characters of a reason: a sentence or two.
    private static let reasonLength = 400
}
