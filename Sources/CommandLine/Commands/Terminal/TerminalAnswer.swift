internal import Localization

/// The words with which people answer questions, in English and in their language.
enum TerminalAnswer {
    static func isYes(_ word: String) -> Bool {
        // Translators: The words that stand for yes where a question is asked on a terminal, as [y/N] has them, separated by spaces.
        ["y", "yes"].contains(word) || localized("y yes").split(separator: " ").contains(word[...])
    }

    static func isNo(_ word: String) -> Bool {
        // Translators: The words that stand for no, separated by spaces.
        ["n", "no"].contains(word) || localized("n no").split(separator: " ").contains(word[...])
    }

    static func isAll(_ word: String) -> Bool {
        // Translators: The words that stand for all of some choices, separated by spaces.
        isYes(word) || ["a", "all"].contains(word) || localized("a all").split(separator: " ").contains(word[...])
    }

    static func isNone(_ word: String) -> Bool {
        // Translators: The words that stand for none of some choices, separated by spaces.
        isNo(word) || ["none", "q"].contains(word) || localized("q none").split(separator: " ").contains(word[...])
    }
}
