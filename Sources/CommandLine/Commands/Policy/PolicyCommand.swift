package import ArgumentParser
internal import Localization

/// `typecase policy`: checks and explains the administrator's policy about providers.
package struct PolicyCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "policy", abstract: localized("Check and explain the policy of this machine."),
        subcommands: [PolicyCheckCommand.self, PolicyExplainCommand.self])

    package init() {}
}
