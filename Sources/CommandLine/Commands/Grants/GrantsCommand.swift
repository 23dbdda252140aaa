package import ArgumentParser
package import FontModel
internal import Localization

extension Right: ExpressibleByArgument {}

/// `typecase grants`: manages the user's decisions about the rights of programs.
package struct GrantsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "grants", abstract: localized("Manage the rights that you grant or deny to programs."),
        subcommands: [GrantsListCommand.self, GrantsSetCommand.self, GrantsRevokeCommand.self],
        defaultSubcommand: GrantsListCommand.self)

    package init() {}
}
