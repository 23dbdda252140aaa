package import ArgumentParser
package import FontModel
internal import Localization

extension Right: ExpressibleByArgument {}

/// `typecase grants`: what programs may do, by the user's word.
package struct GrantsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "grants", abstract: localized("Give rights to programs and take them back."),
        subcommands: [GrantsListCommand.self, GrantsSetCommand.self, GrantsRevokeCommand.self],
        defaultSubcommand: GrantsListCommand.self)

    package init() {}
}
