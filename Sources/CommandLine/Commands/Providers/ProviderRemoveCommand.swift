package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase provider remove`: sets all fonts of a provider aside.
package struct ProviderRemoveCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove", abstract: localized("Remove all fonts of a provider."),
        discussion: localized(
            """
            Programs do not find them any more, and the provider cannot bring them back. They are kept for 30 days, \
            in which typecase provider restore does. What the provider registers anew is not among them: deny it the \
            right with typecase grants.
            """))

    @Argument(
        help: .localized("The id of the provider.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var provider: String

    @Flag(help: .localized("Tell how many fonts would be removed, and change nothing."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await ProviderChangeAction(
            provider: provider, status: localized("Removing fonts"), key: "removed",
            sentence: { [dryRun] count, provider in
                dryRun
                    ? localized(
                        "Would be removed: 1 font of %2", "Would be removed: %1 fonts of %2", count: count, provider)
                    : localized("Removed: 1 font of %2", "Removed: %1 fonts of %2", count: count, provider)
            },
            plan: dryRun ? "remove-provider" : nil,
            asJSON: outputOptions.json
        ).run(in: environment) { management, provider throws(BusError) in
            try await management.removeProvider(
                provider: provider, options: CommandSession.changeOptions, timeout: CommandSession.changeTimeout)
        }
    }
}
