package import ArgumentParser
internal import Glibc
internal import Localization

/// A command that talks to the service: what it does apart from the process it does it in.
package protocol ServiceCommand: AsyncParsableCommand, Sendable {
    /// How to write.
    var outputOptions: OutputOptions { get }

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
            // What ends the pager is an end of the command, which had come to its own.
            return !wasCancelled && Task.isCancelled ? .interrupted : exit
        }
        let ended = exit == .interrupted ? signal.map(CommandExit.init(endedBy:)) ?? exit : exit
        if ended != .success { throw ExitCode(ended.rawValue) }
    }
}

/// How a command writes, for every command the same.
package struct OutputOptions: ParsableArguments, Sendable {
    @Flag(name: .shortAndLong, help: .localized("Write errors only; the exit code tells the rest."))
    package var quiet = false

    @Flag(help: .localized("Write JSON, errors too."))
    package var json = false

    package init() {}
}

/// What commands that ask before they change something have in common.
package struct ConfirmationOptions: ParsableArguments, Sendable {
    @Flag(name: [.customShort("y"), .customLong("yes")], help: .localized("Do not ask."))
    package var isConfirmed = false

    package init() {}
}

/// Commands whose output may be longer than a terminal.
package protocol PagedCommand: ServiceCommand {
    /// Whether to use a pager.
    var pagerOptions: PagerOptions { get }
    /// Whether the command writes once and ends, so that a pager can show what it wrote.
    var isPaged: Bool { get }
}

extension PagedCommand {
    package var isPaged: Bool { true }
}

/// Whether a command uses a pager.
package struct PagerOptions: ParsableArguments, Sendable {
    @Flag(name: .customLong("no-pager"), help: .localized("Write to the terminal itself, however long it is."))
    package var isOff = false

    package init() {}
}
