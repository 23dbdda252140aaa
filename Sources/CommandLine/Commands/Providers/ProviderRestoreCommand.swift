package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase provider restore`: brings back the removed fonts of a provider.
package struct ProviderRestoreCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: localized("Bring back a provider's fonts that were removed with the provider or by you."),
        discussion: localized(
            """
            The fonts are restored as they were. From then on, they stay even if their provider is not installed. A \
            font is restored but disabled if another font now has the same name.
            """))

    @Argument(
        help: .localized("The id of the provider.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var provider: String

    @Flag(help: .localized("Only show how many fonts would be restored."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await ProviderChangeAction(
            provider: provider, status: localized("Restoring fonts"), key: "restored",
            sentence: { [dryRun] count, provider in
                dryRun
                    ? localized(
                        "Would be restored: 1 font of %2", "Would be restored: %1 fonts of %2", count: count, provider)
                    : localized("Restored: 1 font of %2", "Restored: %1 fonts of %2", count: count, provider)
            },
            plan: dryRun ? "restore-provider" : nil,
            asJSON: outputOptions.json
        ).run(in: environment) { management, provider throws(BusError) in
            try await management.restoreProvider(
                provider: provider, options: CommandSession.changeOptions, timeout: CommandSession.changeTimeout)
        }
    }
}
