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

    /// The translation of one of the usual faults of arguments; `nil` for any other line.
    private static func fault(_ line: String) -> String? {
        for (pattern, text) in faults {
            guard let parts = SentencePattern.arguments(of: line, in: pattern) else { continue }
            return text(parts)
        }
        return nil
    }

    /// The parser's sentences, with `%1` and so on for what each is about.
    private static let faults: [(pattern: String, text: @Sendable ([String]) -> String)] = [
        ("Unknown option '%1'", { localized("Unknown option '%1'", $0[0]) }),
        ("Missing expected argument '%1'", { localized("Missing expected argument '%1'", $0[0]) }),
        ("Missing value for '%1'", { localized("Missing value for '%1'", $0[0]) }),
        ("Unexpected argument '%1'", { localized("Unexpected argument '%1'", $0[0]) }),
        ("The value '%1' is invalid for '%2'", { localized("The value '%1' is invalid for '%2'", $0[0], $0[1]) }),
        (
            "  See 'typecase help %1' for detailed help.",
            { "  " + localized("See 'typecase help %1' for detailed help.", $0[0]) }
        ),
        ("  See '%1' for more information.", { "  " + localized("See '%1' for more information.", $0[0]) }),
    ]
}
