package import ArgumentParser
internal import Glibc
internal import Localization

/// A command that uses the service.
///
/// Its work is separate from the process in which it runs.
package protocol ServiceCommand: AsyncParsableCommand, Sendable {
    /// The output options.
    var outputOptions: OutputOptions { get }

    /// Does the work.
    ///
    /// - Parameter environment: Where to write and which bus to use.
    /// - Returns: The exit code.
    /// - Throws: The failure that ended the command early.
    func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit
}

extension ServiceCommand {
    /// Does the work, and reports the failure that ended it.
    ///
    /// - Parameter environment: Where to write and which bus to use.
    /// - Returns: The exit code.
    package func execute(in environment: CommandEnvironment) async -> CommandExit {
        var environment = environment
        if outputOptions.quiet { environment.output.write = { _ in } }
        if outputOptions.quiet || outputOptions.json {
            environment.output.progress = nil
            environment.choose = { _, _ in nil }
        }
        do throws(CommandFailure) {
            return try await perform(in: environment)
        } catch {
            environment.output.report(error, asJSON: outputOptions.json)
            return error.exit
        }
    }

    package func run() async throws {
        var environment = CommandEnvironment.standard
        let pages = PagedOutput.begin(self, &environment)
        let (exit, signal) = await Interruption.run { [environment] in
            let exit = await execute(in: environment)
            let wasCancelled = Task.isCancelled
            await pages?.end(isWhole: exit != .interrupted)
            // A signal that ends the pager also interrupts the command, even if its own work is done.
            return !wasCancelled && Task.isCancelled ? .interrupted : exit
        }
        let ended = exit == .interrupted ? signal.map(CommandExit.init(endedBy:)) ?? exit : exit
        if ended != .success { throw ExitCode(ended.rawValue) }
    }
}

/// The output options, which are the same for every command.
package struct OutputOptions: ParsableArguments, Sendable {
    @Flag(name: .shortAndLong, help: .localized("Write errors only; the exit code shows the result."))
    package var quiet = false

    @Flag(help: .localized("Write output and errors as JSON."))
    package var json = false

    package init() {}
}

/// The options of commands that ask before they change something.
package struct ConfirmationOptions: ParsableArguments, Sendable {
    @Flag(name: [.customShort("y"), .customLong("yes")], help: .localized("Do not ask for confirmation."))
    package var isConfirmed = false

    package init() {}
}

/// A command whose output may be longer than a terminal.
package protocol PagedCommand: ServiceCommand {
    /// The options for the use of a pager.
    var pagerOptions: PagerOptions { get }
    /// Whether the command writes once and ends, so that a pager can show what it wrote.
    var isPaged: Bool { get }
}

extension PagedCommand {
    package var isPaged: Bool { true }
}

/// The options for the use of a pager.
package struct PagerOptions: ParsableArguments, Sendable {
    @Flag(
        name: .customLong("no-pager"), help: .localized("Write directly to the terminal, even if the output is long."))
    package var isOff = false

    package init() {}
}
