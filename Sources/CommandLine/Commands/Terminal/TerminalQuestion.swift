internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// Asks questions on the terminal, using standard error, so that standard output contains only the results.
enum TerminalQuestion {
    /// Asks a yes-or-no question.
    ///
    /// - Parameter question: The question, without the possible answers.
    /// - Returns: Whether the answer is yes, where no is the default; `nil` if there is no terminal.
    /// - Throws: An error if the command was interrupted.
    static func ask(_ question: String) async throws(CommandFailure) -> Bool? {
        guard isPossible else { return nil }
        // Translators: The capital is what Enter stands for.
        let choice = localized("[y/N]")
        switch try await answer(to: "\(TerminalText.escaped(question)) \(choice)") {
        case .line(let line): return TerminalAnswer.isYes(line.lowercased())
        case .end: return false
        case .nobody: return nil
        }
    }

    /// The maximum number of fonts to choose from: longer lists cannot be read.
    static let maximumChoices = 1000

    /// Asks the user to choose fonts, until the answer is valid.
    ///
    /// - Parameters:
    ///   - question: A sentence that introduces the choice.
    ///   - choices: The fonts.
    /// - Returns: The positions of the chosen fonts; `nil` if there is no terminal, or if there are more than
    ///   ``maximumChoices``.
    /// - Throws: An error if the command was interrupted.
    static func choose(_ question: String, _ choices: [FontChoice]) async throws(CommandFailure) -> [Int]? {
        guard isPossible, choices.count <= maximumChoices else { return nil }
        let rows = choices.enumerated().map { ["\($0 + 1)", $1.name, $1.id, $1.provider] }
        CommandOutput.standard.writeError(
            "\(TerminalText.escaped(question))\n"
                + TextTable.text(
                    header: ["", "NAME", "ID", "PROVIDER"], rows: rows, bold: CommandOutput.standard.errorUsesColor,
                    columns: CommandOutput.standard.errorColumns()))
        while true {
            switch try await answer(
                to: localized("Which ones? Enter numbers, such as 1,3 or 1-2, or 'all', or nothing to cancel:"))
            {
            case .line(let line):
                if let positions = ChoiceAnswer.positions(line, of: choices.count) { return positions }
                CommandOutput.standard.writeError(localized("There is no such choice.") + "\n")
            case .end: return []
            case .nobody: return nil
            }
        }
    }

    /// Asks for a secret, which the terminal does not show.
    ///
    /// - Parameter prompt: The name of the secret.
    /// - Returns: The line; `nil` if the user entered none, or if there is no terminal.
    /// - Throws: An error if the command was interrupted.
    static func secret(_ prompt: String) async throws(CommandFailure) -> String? {
        guard isPossible else { return nil }
        var usual = termios()
        guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return nil }
        var hidden = usual
        hidden.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { return nil }
        // This happens even after an interruption, so that the shell shows typed text again.
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual) }
        let answer = try await answer(to: "\(TerminalText.escaped(prompt)):")
        CommandOutput.standard.writeError("\n")
        if case .line(let line) = answer { return line }
        return nil
    }

    /// Whether the standard input is a terminal on which secrets can be asked for.
    static var canAskForSecrets: Bool { isPossible }

    /// The result of a question.
    private enum Answer: Sendable {
        case line(String)
        /// The user ended the input.
        case end
        /// The terminal cannot be read.
        case nobody
    }

    /// Whether a user can see and answer questions.
    private static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    private static func answer(to prompt: String) async throws(CommandFailure) -> Answer {
        CommandOutput.standard.writeError(prompt + " ")
        let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
        do throws(Errno) {
            // A separate thread reads, so that an interrupted command does not wait for the answer.
            try NativeThread(name: "typecase-answer") {
                continuation.yield(readLine().map { .line($0) } ?? .end)
                continuation.finish()
            }.detach()
        } catch {
            return .nobody
        }
        for await answer in answers { return answer }
        // The cursor is still on the line of the question.
        CommandOutput.standard.writeError("\n")
        throw CommandFailure(interrupted: localized("Interrupted; nothing was changed."))
    }
}

/// Reads the answers of people who choose from a numbered list.
package enum ChoiceAnswer {
    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - text: Numbers from 1 and ranges of them, separated by commas or spaces; `all` or `yes`; `none`, `no` or nothing.
    ///   - count: The number of choices.
    /// - Returns: The positions, starting at 0, in ascending order; `nil` if the text is not a valid answer.
    package static func positions(_ text: String, of count: Int) -> [Int]? {
        let words = text.split { $0 == "," || $0.isWhitespace }
        if words.count == 1 {
            let word = words[0].lowercased()
            if TerminalAnswer.isAll(word) { return Array(0..<count) }
            if TerminalAnswer.isNone(word) { return [] }
        }
        var positions: Set<Int> = []
        for word in words {
            let bounds = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard bounds.count <= 2, let first = bounds[0], let last = bounds[bounds.count - 1],
                1 <= first, first <= last, last <= count
            else { return nil }
            positions.formUnion(first - 1..<last)
        }
        return positions.sorted()
    }
}
