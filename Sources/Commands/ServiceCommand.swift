package import ArgumentParser

/// A command that talks to the service: what it does apart from the process it does it in.
package protocol ServiceCommand: AsyncParsableCommand {
    /// Whether errors are to be JSON.
    var reportsJSON: Bool { get }

    /// Does the work.
    ///
    /// - Parameter environment: Where to write and which bus to use.
    /// - Returns: What to end with.
    /// - Throws: What ended the command before it was done.
    func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit
}

extension ServiceCommand {
    /// Does the work and reports what ended it.
    ///
    /// - Parameter environment: Where to write and which bus to use.
    /// - Returns: What to end with.
    package func execute(in environment: CommandEnvironment) async -> CommandExit {
        do throws(CommandFailure) {
            return try await perform(in: environment)
        } catch {
            environment.output.report(error, asJSON: reportsJSON)
            return error.exit
        }
    }

    package func run() async throws {
        let exit = await execute(in: .standard)
        if exit != .success { throw ExitCode(exit.rawValue) }
    }
}

/// The choice between text and JSON.
package struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON, errors too.")
    package var json = false

    package init() {}
}
