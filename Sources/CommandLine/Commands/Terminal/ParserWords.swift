internal import Localization

/// Translates the texts of swift-argument-parser, which are only in English.
enum ParserWords {
    /// Translates a help text, or an error about a command line, into the user's language.
    ///
    /// - Parameter text: The text that the parser wrote.
    /// - Returns: The translation; the text itself if there are no translations.
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

    /// The help texts of the parser's own options, which stand at the ends of lines.
    private static let ends: [(String, String)] = [
        ("Show the version.", localized("Show the version.")),
        ("Show help information.", localized("Show help information.")),
    ]

    /// Headings and other texts at the starts of lines.
    private static let starts: [(String, String)] = [
        // Translators: The following are headings of the help of a command.
        ("OVERVIEW:", localized("OVERVIEW:")), ("USAGE:", localized("USAGE:")),
        ("ARGUMENTS:", localized("ARGUMENTS:")), ("OPTIONS:", localized("OPTIONS:")),
        ("SUBCOMMANDS:", localized("SUBCOMMANDS:")), ("Usage:", localized("Usage:")), ("Help:", localized("Help:")),
    ]

    /// The translation of one of the usual errors about arguments; `nil` for any other line.
    private static func fault(_ line: String) -> String? {
        for (pattern, text) in faults {
            guard let parts = SentencePattern.arguments(of: line, in: pattern) else { continue }
            return text(parts)
        }
        return nil
    }

    /// The parser's sentences, with placeholders `%1` and so on for their arguments.
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
