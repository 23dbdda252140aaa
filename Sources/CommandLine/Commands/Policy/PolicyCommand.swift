package import ArgumentParser
internal import Localization

/// `typecase policy`: what whoever administers a machine says of providers.
package struct PolicyCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "policy", abstract: localized("Check and explain the policy of this machine."),
        subcommands: [PolicyCheckCommand.self, PolicyExplainCommand.self])

    package init() {}
}
