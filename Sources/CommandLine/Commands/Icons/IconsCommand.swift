package import ArgumentParser
internal import Localization

/// `typecase icons`: manages the icons of applications.
package struct IconsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "icons", abstract: localized("Choose the icons of applications."),
        subcommands: [IconsListCommand.self, IconsSetCommand.self, IconsResetCommand.self],
        defaultSubcommand: IconsListCommand.self)

    package init() {}
}
