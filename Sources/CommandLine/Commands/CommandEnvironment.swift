package import DBus
internal import Glibc

/// What a command works with, other than its arguments.
package struct CommandEnvironment: Sendable {
    /// Where to write.
    package var output: CommandOutput
    /// The bus that the service is on.
    package var address: BusAddress
    /// What the argument `-` stands for.
    package var input: StandardInput
    /// The environment variables.
    package var variables: [String: String]
    /// Asks the user something and tells the answer; `nil` where nobody can be asked, an error where they interrupt.
    package var ask: @Sendable (_ question: String) async throws(CommandFailure) -> Bool?
    /// Asks the user which of some fonts are meant and returns their positions, none where the user leaves all of them;
    /// `nil` where nobody can be asked, an error where they interrupt.
    package var choose: @Sendable (_ question: String, _ choices: [FontChoice]) async throws(CommandFailure) -> [Int]? =
        { _, _ in nil }
    /// The lines that the user types from now on; `nil` where there is no terminal.
    package var lines: @Sendable () -> AsyncStream<String>?

    /// Creates an environment, by default one without variables and without anybody to ask.
    package init(
        output: CommandOutput, address: BusAddress, input: StandardInput = StandardInput(),
        variables: [String: String] = [:],
        ask: @escaping @Sendable (_ question: String) async throws(CommandFailure) -> Bool? = { _ in nil },
        lines: @escaping @Sendable () -> AsyncStream<String>? = { nil }
    ) {
        self.lines = lines
        self.output = output
        self.address = address
        self.input = input
        self.variables = variables
        self.ask = ask
    }

    /// The environment of this process.
    package static var standard: CommandEnvironment {
        var environment = CommandEnvironment(
            output: .standard, address: .session, variables: processVariables,
            ask: { (question) async throws(CommandFailure) in try await TerminalQuestion.ask(question) },
            lines: { TerminalLines.stream() })
        environment.choose = { (question, choices) async throws(CommandFailure) in
            try await TerminalQuestion.choose(question, choices)
        }
        return environment
    }

    /// The variables of this process; of two of one name the first counts, as it does for `getenv`.
    private static var processVariables: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let separator = text.firstIndex(of: "="), variables[String(text[..<separator])] == nil {
                variables[String(text[..<separator])] = String(text[text.index(after: separator)...])
            }
            next += 1
        }
        return variables
    }
}
