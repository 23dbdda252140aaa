internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import ProviderManifests

/// Serves `org.typecase.AlternateIcons1`: the icon of each caller.
struct AlternateIconsHarness: AlternateIcons1Service {
    let callers: CallerDirectory
    let icons: AlternateIconService
    let followers: IconFollowers
    let admission: Admission
    /// The bus name by which callers reach this object.
    let way: IconFollowers.Way

    func supportsAlternateIcons(_ call: BusMethodCall) async throws -> Bool {
        await icons.obstacle(for: try await callers.identity(of: call.sender)) == nil
    }

    func unsupportedReason(_ call: BusMethodCall) async throws -> String {
        await icons.obstacle(for: try await callers.identity(of: call.sender))?.message ?? ""
    }

    func alternateIconNames(_ call: BusMethodCall) async throws -> [String] {
        await icons.names(of: try await callers.identity(of: call.sender))
    }

    func alternateIconName(_ call: BusMethodCall) async throws -> String {
        let caller = try await callers.identity(of: call.sender)
        await followers.follow(call.sender, by: way, caller.provider, callers)
        return await icons.name(of: caller)
    }

    func setAlternateIconName(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws {
        let caller = try await callers.identity(of: call.sender)
        let options = BusDictionary(options)
        let pictures: [OwnedFileDescriptor]? = try options.value("pictures")
        await followers.follow(call.sender, by: way, caller.provider, callers)
        guard let pictures else {
            return try await icons.set(name, for: caller, isOfApplication: true, onTurn: call.letNextBegin)
        }
        // The user may take any time to decide.
        call.letNextBegin()
        guard (1...ManifestLimits.iconFiles).contains(pictures.count) else {
            throw BusError.invalidArguments("pictures: 1 to \(ManifestLimits.iconFiles) are expected")
        }
        try await icons.checkUndeclared(name, of: caller)
        try await admission.obtain(
            [.setUndeclaredIcons], for: call, caller, named: [name], askingAt: try FontFilters.consentPlace(options))
        try await icons.set(name, of: pictures, for: caller)
    }
}
