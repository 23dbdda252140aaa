package import ArgumentParser
internal import BusInterface
internal import DBus

/// `typecase enable`: lets programs find fonts.
package struct EnableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Let programs find fonts.",
        discussion: "A name is a PostScript name, a full name or a family, and must stand for one font.")

    @Argument(
        help: ArgumentHelp(
            "Ids or names of fonts; - reads them from the standard input, a line each.", valueName: "id-or-name"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String]

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: fonts, verb: "Enabled", unchangedVerb: "Enabled before:", asJSON: outputOptions.json
        ).setEnabled(true, in: environment)
    }
}

/// `typecase disable`: keeps fonts registered without letting programs find them.
package struct DisableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Keep fonts without letting programs find them.",
        discussion: "A name is a PostScript name, a full name or a family, and must stand for one font.")

    @Argument(
        help: ArgumentHelp(
            "Ids or names of fonts; - reads them from the standard input, a line each.", valueName: "id-or-name"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String]

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: fonts, verb: "Disabled", unchangedVerb: "Disabled before:", asJSON: outputOptions.json
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
