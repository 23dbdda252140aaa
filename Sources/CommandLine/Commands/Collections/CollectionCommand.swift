package import ArgumentParser
internal import Localization

/// `typecase collection`: manages the user's groups of fonts.
package struct CollectionCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "collection", abstract: localized("Group fonts, and enable or disable a group as a whole."),
        subcommands: [
            CollectionListCommand.self, CollectionCreateCommand.self, CollectionAddCommand.self,
            CollectionRemoveCommand.self, CollectionEnableCommand.self, CollectionDisableCommand.self,
            CollectionExportCommand.self,
        ], defaultSubcommand: CollectionListCommand.self)

    package init() {}
}
