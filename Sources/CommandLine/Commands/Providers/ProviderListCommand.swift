package import ArgumentParser
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// `typecase provider list`: who has registered fonts, and what is removed of them.
package struct ProviderListCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List who provides fonts, and what has been removed with them."),
        discussion: localized(
            """
            REMOVED tells how many fonts typecase provider restore brings back, why they are away (gone: the \
            provider is not installed any more; unmounted: its disk is away; user: you removed them), and for how \
            many days they are kept.
            """))

    @Flag(help: .localized("Only those of whose fonts some are removed."))
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
                    ? localized("Nothing of a provider is removed.") : localized("Nobody has registered fonts."))
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
