package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase providers`: lists the providers and the number of their registered fonts.
package struct ProvidersCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "providers", abstract: localized("List the providers of registered fonts."),
        discussion: localized(
            """
            A provider is an application, another program, a systemd unit of the session, or 'user', which is the \
            provider of the fonts that were installed by hand.
            """))

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let providers = try await Self.providers(in: environment)
        if outputOptions.json {
            environment.output.line(JSONText(providers).lines)
        } else {
            environment.output.write(
                providers.map { Self.row(FontRecord($0)) },
                header: ["ID", "NAME", "KIND", "FONTS", "ENABLED", "DISABLED", "SIZE"],
                expendable: ["KIND", "DISABLED", "ENABLED", "SIZE"],
                orElse: localized("There are no providers with registered fonts."))
        }
        return .success
    }

    /// All providers, as the service reports them.
    static func providers(in environment: CommandEnvironment) async throws(CommandFailure) -> [[String: BusVariant]] {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await PagedList.all([:]) { page throws(BusError) in
                let reply = try await session.management.listProviders(filter: page)
                return (reply.providers, reply.cursor)
            }
        }
    }

    private static func row(_ provider: FontRecord) -> [String] {
        let fonts: UInt32 = provider.value("fonts") ?? 0
        let enabled: UInt32 = provider.value("enabled") ?? 0
        return [
            provider.text("id"), provider.providerName, provider.text("kind"), String(fonts), String(enabled),
            String(fonts - min(enabled, fonts)), ByteCount.text(provider.value("size") ?? 0),
        ]
    }
}
