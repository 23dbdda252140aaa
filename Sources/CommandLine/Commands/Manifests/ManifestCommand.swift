package import ArgumentParser

/// `typecase manifest`: what providers write for their own manifests.
package struct ManifestCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "manifest", abstract: "Work on the manifests of providers.",
        subcommands: [ManifestCreateCommand.self, ManifestCheckCommand.self])

    package init() {}
}
