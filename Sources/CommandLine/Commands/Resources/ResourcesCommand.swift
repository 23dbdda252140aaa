package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase resources`: lists, fetches and removes the files that manifests declare.
package struct ResourcesCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "resources", abstract: localized("Fetch and remove the files that manifests declare."),
        discussion: localized(
            """
            A manifest can declare fonts and other files that are fetched when a program needs them; see \
            typecase-provider(5). These commands show where each file is, and fetch and remove files during \
            development.
            """),
        subcommands: [
            ResourcesListCommand.self, ResourcesPrefetchCommand.self, ResourcesPurgeCommand.self,
            ResourcesResetCommand.self, ResourcesCredentialCommand.self,
        ],
        defaultSubcommand: ResourcesListCommand.self)

    package init() {}
}

/// When a file that a manifest declares should be on the machine.
package enum ResourcePolicy: String, ExpressibleByArgument, CaseIterable, Sendable {
    case initial
    case prefetch
    case onDemand = "on-demand"
}

/// The arguments that select the resources of a command.
package struct ResourceOptions: ParsableArguments {
    @Argument(
        help: .localized("The ids of providers; without them, all providers.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var providers: [String] = []

    @Option(name: .customLong("tag"), help: .localized("Only files with this tag; can be given several times."))
    package var tags: [String] = []

    @Option(name: .customLong("policy"), help: .localized("Only files with this policy; can be given several times."))
    package var policies: [ResourcePolicy] = []

    package init() {}

    var filter: [String: BusVariant] {
        var filter: [String: BusVariant] = [:]
        if !providers.isEmpty { filter["providers"] = BusVariant(providers) }
        if !tags.isEmpty { filter["tags"] = BusVariant(tags) }
        if !policies.isEmpty { filter["policies"] = BusVariant(policies.map(\.rawValue)) }
        return filter
    }
}

/// `typecase resources list`: lists the files that manifests declare, and where they are.
package struct ResourcesListCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List the files that manifests declare, and where they are."),
        discussion: localized(
            """
            STATE is 'installed' for files that came with the provider, 'fetched' for files that the service has \
            fetched, and 'absent' for all others. A * marks files that a program uses.
            """))

    @OptionGroup package var resources: ResourceOptions
    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let filter = resources.filter
        let found = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.listResources(filter: filter)
            }
        }
        if outputOptions.json {
            environment.output.line(JSONText(found).lines)
        } else {
            let rows = found.map { FontRecord($0) }.map { record in
                let tags: [String] = record.value("tags") ?? []
                return [
                    record.text("provider"), record.text("file"), record.text("policy"),
                    record.text("state") + (record.value("held") == true ? "*" : ""), tags.joined(separator: " "),
                ]
            }
            environment.output.write(
                rows, header: ["PROVIDER", "FILE", "POLICY", "STATE", "TAGS"], expendable: ["TAGS", "POLICY"],
                orElse: filter.isEmpty
                    ? localized("No manifest declares any files.") : localized("No manifest declares such files."))
        }
        return found.isEmpty && !filter.isEmpty ? .notFound : .success
    }
}

/// `typecase resources prefetch`: fetches the files that are absent.
package struct ResourcesPrefetchCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "prefetch", abstract: localized("Fetch the files that are absent."))

    @OptionGroup package var resources: ResourceOptions
    @Flag(help: .localized("Only show what would be fetched."))
    package var dryRun = false
    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await ResourceChange(
            action: .prefetch, filter: resources.filter, isDryRun: dryRun, asJSON: outputOptions.json
        ).run(in: environment)
    }
}

/// `typecase resources purge`: removes fetched files.
package struct ResourcesPurgeCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "purge", abstract: localized("Remove fetched files that no program uses."))

    @OptionGroup package var resources: ResourceOptions
    @Flag(help: .localized("Only show what would be removed."))
    package var dryRun = false
    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await ResourceChange(
            action: .purge, filter: resources.filter, isDryRun: dryRun, asJSON: outputOptions.json
        ).run(in: environment)
    }
}

/// `typecase resources reset`: restores the state right after the installation.
package struct ResourcesResetCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: localized("Restore the state that existed right after the provider was installed."),
        discussion: localized(
            """
            Removes fetched files that no program uses, forgets the tags that providers want to keep, and fetches the \
            files with the policy 'initial'.
            """))

    @OptionGroup package var resources: ResourceOptions
    @Flag(help: .localized("Only show what would be removed and fetched."))
    package var dryRun = false
    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await ResourceChange(
            action: .reset, filter: resources.filter, isDryRun: dryRun, asJSON: outputOptions.json
        ).run(in: environment)
    }
}
