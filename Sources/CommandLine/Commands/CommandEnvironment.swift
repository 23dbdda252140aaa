package import DBus
internal import Glibc

/// The environment in which a command runs, apart from its arguments.
package struct CommandEnvironment: Sendable {
    /// Where to write.
    package var output: CommandOutput
    /// The bus that the service is on.
    package var address: BusAddress
    /// The input for which the argument `-` stands.
    package var input: StandardInput
    /// The environment variables.
    package var variables: [String: String]
    /// Asks the user a question and returns the answer.
    ///
    /// Returns `nil` if no user can be asked, and throws an error if the user interrupts.
    package var ask: @Sendable (_ question: String) async throws(CommandFailure) -> Bool?
    /// Asks the user which of some fonts are meant and returns their positions.
    ///
    /// Returns an empty array if the user chooses no font, and `nil` if no user can be asked. Throws an error if the
    /// user interrupts.
    package var choose: @Sendable (_ question: String, _ choices: [FontChoice]) async throws(CommandFailure) -> [Int]? =
        { _, _ in nil }
    /// Returns the lines that the user types from now on; `nil` if there is no terminal.
    package var lines: @Sendable () -> AsyncStream<String>?

    /// Creates an environment, by default without variables and without a user to ask.
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

    /// The variables of this process; if a name occurs twice, the first value counts, as with `getenv`.
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
