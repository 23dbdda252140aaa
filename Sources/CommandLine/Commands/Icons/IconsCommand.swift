package import ArgumentParser
internal import Localization

/// `typecase icons`: the icons that applications show themselves with.
package struct IconsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "icons", abstract: localized("Choose the icons that applications show themselves with."),
        subcommands: [IconsListCommand.self, IconsSetCommand.self, IconsResetCommand.self],
        defaultSubcommand: IconsListCommand.self)

    package init() {}
}
