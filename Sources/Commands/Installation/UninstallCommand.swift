package import ArgumentParser
internal import BusInterface
internal import DBus

/// `typecase uninstall`: removes registrations, whoever made them.
package struct UninstallCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Remove fonts.",
        discussion: FontArguments.discussion)

    @OptionGroup package var arguments: FontArguments

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: arguments, status: "Removing fonts", verb: "Removed", unchangedVerb: "Removed before:",
            asJSON: outputOptions.json
        ).run(in: environment) { session, ids throws(BusError) in
            try await session.management.uninstall(ids: ids, options: [:], timeout: CommandSession.changeTimeout)
                .results
        }
    }
}
