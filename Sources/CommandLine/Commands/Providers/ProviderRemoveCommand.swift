package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase provider remove`: removes all fonts of a provider, and keeps them for a while.
package struct ProviderRemoveCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove", abstract: localized("Remove all fonts of a provider."),
        discussion: localized(
            """
            Programs no longer find the fonts, and the provider cannot bring them back. They are kept for 30 days; \
            during this time, 'typecase provider restore' brings them back. The provider can still register other \
            fonts, unless you deny it this right with 'typecase grants'.
            """))

    @Argument(
        help: .localized("The id of the provider.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var provider: String

    @Flag(help: .localized("Only show how many fonts would be removed."))
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
