package import ArgumentParser
internal import Localization

/// `typecase provider`: lists providers, and removes and restores all fonts of a provider.
package struct ProviderCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: localized("List providers of fonts, remove all fonts of a provider, and bring them back."),
        subcommands: [ProviderListCommand.self, ProviderRemoveCommand.self, ProviderRestoreCommand.self],
        defaultSubcommand: ProviderListCommand.self)

    package init() {}
}
