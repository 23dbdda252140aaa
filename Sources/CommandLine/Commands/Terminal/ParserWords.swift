internal import Localization

/// The words of swift-argument-parser, which has one language.
enum ParserWords {
    /// Help, or what is wrong with a command line, with the parser's words in the user's language.
    ///
    /// - Parameter text: What the parser wrote.
    /// - Returns: The text; the same where there are no translations.
    static func translated(_ text: String) -> String {
        guard Translations.areThere else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { translated(line: String($0)) }
            .joined(separator: "\n")
    }

    private static func translated(line: String) -> String {
        for (start, translation) in starts where line.hasPrefix(start) {
            return translation + line.dropFirst(start.count)
        }
        for (end, translation) in ends where line.hasSuffix(end) { return line.dropLast(end.count) + translation }
        return fault(line) ?? line
    }

    /// The help of the parser's own options.
    private static let ends: [(String, String)] = [
        ("Show the version.", localized("Show the version.")),
        ("Show help information.", localized("Show help information.")),
    ]

    /// Headings, and what lines begin with.
    private static let starts: [(String, String)] = [
        // Translators: The following are headings of the help of a command.
        ("OVERVIEW:", localized("OVERVIEW:")), ("USAGE:", localized("USAGE:")),
        ("ARGUMENTS:", localized("ARGUMENTS:")), ("OPTIONS:", localized("OPTIONS:")),
        ("SUBCOMMANDS:", localized("SUBCOMMANDS:")), ("Usage:", localized("Usage:")), ("Help:", localized("Help:")),

    ]

    /// What is wrong, where it is one of the usual faults.
    private static func fault(_ line: String) -> String? {
        for (pattern, text) in faults {
            guard let parts = parts(of: line, pattern) else { continue }
            return text(parts)
        }
        return nil
    }

    /// The parser's sentences, with `%` for what each is about.
    private static let faults: [(pattern: String, text: @Sendable ([String]) -> String)] = [
        ("Unknown option '%'", { localized("Unknown option '%1'", $0[0]) }),
        ("Missing expected argument '%'", { localized("Missing expected argument '%1'", $0[0]) }),
        ("Missing value for '%'", { localized("Missing value for '%1'", $0[0]) }),
        ("Unexpected argument '%'", { localized("Unexpected argument '%1'", $0[0]) }),
        ("The value '%' is invalid for '%'", { localized("The value '%1' is invalid for '%2'", $0[0], $0[1]) }),
        (
            "  See 'typecase help %' for detailed help.",
            { "  " + localized("See 'typecase help %1' for detailed help.", $0[0]) }
        ),
        ("  See '%' for more information.", { "  " + localized("See '%1' for more information.", $0[0]) }),
    ]

    /// What stands in the places of a pattern; `nil` where the line has other words.
    private static func parts(of line: String, _ pattern: String) -> [String]? {
        let words = pattern.split(separator: "%", omittingEmptySubsequences: false)
        guard line.hasPrefix(words[0]) else { return nil }
        var rest = line.dropFirst(words[0].count)
        var parts: [String] = []
        for (index, word) in words.dropFirst().enumerated() {
            let isLast = index == words.count - 2
            guard
                let range = isLast
                    ? (rest.hasSuffix(word) ? rest.index(rest.endIndex, offsetBy: -word.count)..<rest.endIndex : nil)
                    : rest.firstRange(of: word)
            else { return nil }
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts
    }
}
