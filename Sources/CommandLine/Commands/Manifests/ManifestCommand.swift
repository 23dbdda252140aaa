package import ArgumentParser
internal import Localization

/// `typecase manifest`: helps providers to write their own manifests.
package struct ManifestCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "manifest", abstract: localized("Create and check the manifests of providers."),
        subcommands: [ManifestCreateCommand.self, ManifestCheckCommand.self])

    package init() {}
}
