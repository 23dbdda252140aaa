package import ArgumentParser
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// `typecase provider list`: lists the providers with registered fonts, and their removed fonts.
package struct ProviderListCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List providers of fonts, and how many of their fonts are removed."),
        discussion: localized(
            """
            REMOVED shows how many fonts 'typecase provider restore' would bring back, why they are removed (gone: the \
            provider is no longer installed; unmounted: its disk is not mounted; user: you removed them), and for how \
            many days they are kept.
            """))

    @Flag(help: .localized("Only list providers with removed fonts."))
    package var removed = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let isWanted: ([String: BusVariant]) -> Bool = { !removed || $0["removed"] != nil }
        let providers = try await ProvidersCommand.providers(in: environment).filter(isWanted)
        if outputOptions.json {
            environment.output.line(JSONText(providers).lines)
        } else {
            environment.output.write(
                providers.map { Self.row(FontRecord($0)) }, header: ["ID", "NAME", "FONTS", "REMOVED"],
                orElse: removed
                    ? localized("There are no removed fonts.")
                    : localized("There are no providers with registered fonts."))
        }
        return .success
    }

    private static func row(_ provider: FontRecord) -> [String] {
        let fonts: UInt32 = provider.value("fonts") ?? 0
        let removed: UInt32 = provider.value("removed") ?? 0
        var text = ""
        if removed > 0 {
            text = "\(removed), \(provider.text("removed_reason"))"
            if let expires: UInt64 = provider.value("expires") {
                let seconds = Int64(clamping: expires) - WallClock.secondsSince1970
                text += ", " + CountedText.days(Int(max(seconds, 0) / (24 * 60 * 60)))
            }
        }
        return [provider.text("id"), provider.providerName, String(fonts - min(removed, fonts)), text]
    }
}
