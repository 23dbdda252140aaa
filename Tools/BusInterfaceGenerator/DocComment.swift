/// A documentation comment in the form that gdbus-codegen reads.
///
/// The first line is the name of what is documented and a colon, then come lines `@argument: description`, then free
/// text in reStructuredText.
struct DocComment: Equatable {
    /// The name that the comment is for.
    var symbol: String
    /// The descriptions of the arguments.
    var arguments: [String: String]
    /// The paragraphs of the free text; list items are lines of one paragraph.
    var paragraphs: [String]

    /// The first sentence, which says what the member does.
    var summary: String { paragraphs.first.map { Self.splitFirstSentence($0).first } ?? "" }

    /// What follows the first sentence.
    var discussion: [String] {
        guard let first = paragraphs.first else { return [] }
        let rest = Self.splitFirstSentence(first).rest
        return (rest.isEmpty ? [] : [rest]) + paragraphs.dropFirst()
    }

    /// Reads a comment; the result is `nil` where it documents nothing.
    ///
    /// - Parameter text: What stands between `<!--` and `-->`.
    init?(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.trimmed)[...]
        while lines.first == "" { lines.removeFirst() }
        guard let heading = lines.popFirst(), heading.hasSuffix(":"), !heading.contains(" ") else { return nil }
        symbol = String(heading.dropLast())
        arguments = [:]
        while let line = lines.first, line.hasPrefix("@"), let colon = line.firstRange(of: ": ") {
            arguments[String(line[line.index(after: line.startIndex)..<colon.lowerBound])] = String(
                line[colon.upperBound...])
            lines.removeFirst()
        }
        paragraphs = lines.split(separator: "").map { Self.paragraph($0) }
    }

    /// Joins the lines of a paragraph, but for list items, which stay lines of their own.
    private static func paragraph(_ lines: ArraySlice<String>) -> String {
        var text = ""
        for line in lines {
            if !text.isEmpty { text += line.hasPrefix("- ") ? "\n" : " " }
            text += line
        }
        return text
    }

    private static func splitFirstSentence(_ text: String) -> (first: String, rest: String) {
        guard let end = text.firstRange(of: ". ") else { return (text, "") }
        return (String(text[..<end.lowerBound]) + ".", String(text[end.upperBound...]))
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at either end.
    var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }

    /// Where a text occurs first.
    func firstRange(of other: String) -> Range<Index>? { firstRange(of: other[...]) }

    private func firstRange(of other: Substring) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            let rest = self[start...]
            if rest.hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
            start = index(after: start)
        }
        return nil
    }
}
