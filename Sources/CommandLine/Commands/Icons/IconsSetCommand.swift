package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase icons set`: shows an application with one of its alternate icons.
package struct IconsSetCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: localized("Show an application with one of the icons that its manifest declares."),
        discussion: localized(
            """
            The application need not be running. Its manifest contains the names of its icons; see \
            typecase-provider(5). Any other name is refused, and the error lists the names in the manifest.
            """))

    @Argument(
        help: .localized("The id of the application.", valueName: "application"),
        completion: ServiceCompletion.providers.kind)
    package var application: String

    @Argument(help: .localized("The name of the icon.", valueName: "name"))
    package var name: String

    @Flag(help: .localized("Only show whether the application could show the icon."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package var reportsJSON: Bool { outputOptions.json }

    package func validate() throws {
        if name.isEmpty {
            throw ValidationError(localized("The name is empty. Use 'typecase icons reset' for the usual icon."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (application, name) = (application, name)
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling(about: application) { () async throws(BusError) in
                try await session.management.setAlternateIcon(
                    application: application, name: name, options: ["dry_run": BusVariant(dryRun)])
            }
        }
        if outputOptions.json {
            environment.output.line(
                JSONText.object([("application", .string(application)), ("name", .string(name))]).lines)
        } else {
            environment.output.line(
                dryRun
                    ? localized(
                        "%1 would show the icon %2.", TerminalText.escaped(application), TerminalText.escaped(name))
                    : localized("%1 shows the icon %2.", TerminalText.escaped(application), TerminalText.escaped(name)))
        }
        return .success
    }
}
