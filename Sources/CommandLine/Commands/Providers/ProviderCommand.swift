package import ArgumentParser
internal import Localization

/// `typecase provider`: whoever provides fonts, as a whole.
package struct ProviderCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: localized("List who provides fonts, remove all their fonts and bring them back."),
        subcommands: [ProviderListCommand.self, ProviderRemoveCommand.self, ProviderRestoreCommand.self],
        defaultSubcommand: ProviderListCommand.self)

    package init() {}
}
