internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService

/// Serves the icons of applications, for the user to choose.
struct IconChoicesHarness: Management1AlternateIconsService {
    let icons: AlternateIconService

    func listAlternateIcons(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        await icons.settings().map { setting in
            [
                "application": BusVariant(setting.mark.application), "display_name": BusVariant(setting.title),
                "name": BusVariant(setting.mark.name), "icon": BusVariant(setting.mark.icon),
                "desktop_entry": BusVariant(icons.path(of: setting)), "source": BusVariant(setting.mark.source),
            ]
        }
    }

    func setAlternateIcon(
        _ call: BusMethodCall, application: String, name: String, options: [String: BusVariant]
    ) async throws {
        let provider = try Self.iconOwner(application)
        if try BusDictionary(options).boolean("dry_run") ?? false {
            try await icons.check(name, for: await icons.identity(of: provider))
            return
        }
        try await icons.set(name, for: await icons.identity(of: provider), isOfApplication: false)
    }

    func resetAlternateIcons(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        let provider = application.isEmpty ? nil : try Self.iconOwner(application)
        let count = try await icons.reset(provider)
        return UInt32(clamping: count)
    }

    private static func iconOwner(_ application: String) throws(BusError) -> ProviderIdentifier {
        guard let provider = ProviderIdentifier(rawValue: application) else {
            throw .invalidArguments("application: '\(application.prefix(255))' is no id of an application")
        }
        return provider
    }
}
