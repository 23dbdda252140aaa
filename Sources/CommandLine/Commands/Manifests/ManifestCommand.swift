package import ArgumentParser
internal import Localization

/// `typecase manifest`: what providers write for their own manifests.
package struct ManifestCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "manifest", abstract: localized("Work on the manifests of providers."),
        subcommands: [ManifestCreateCommand.self, ManifestCheckCommand.self])

    package init() {}
}
