package import ArgumentParser
internal import BusInterface
internal import DBus

/// `typecase enable`: lets programs find fonts.
package struct EnableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Let programs find fonts.",
        discussion: FontArguments.discussion)

    @OptionGroup package var arguments: FontArguments

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: arguments, status: "Enabling fonts", verb: "Enabled", unchangedVerb: "Enabled before:",
            asJSON: outputOptions.json
        ).setEnabled(true, in: environment)
    }
}

/// `typecase disable`: keeps fonts registered without letting programs find them.
package struct DisableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Keep fonts without letting programs find them.",
        discussion: FontArguments.discussion)

    @OptionGroup package var arguments: FontArguments

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: arguments, status: "Disabling fonts", verb: "Disabled", unchangedVerb: "Disabled before:",
            asJSON: outputOptions.json
        ).setEnabled(false, in: environment)
    }
}

extension FontChangeAction {
    fileprivate func setEnabled(
        _ enabled: Bool, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        try await run(in: environment) { session, ids throws(BusError) in
            try await session.management.setEnabled(
                ids: ids, enabled: enabled, options: [:], timeout: CommandSession.changeTimeout
            ).results
        }
    }
}
