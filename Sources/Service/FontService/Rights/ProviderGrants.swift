internal import FontModel
internal import Logging
internal import Registry

/// The user's decisions about one provider, arranged for lookup.
struct ProviderGrants: Sendable {
    /// The decisions about whole rights.
    private(set) var rights: [Right: Bool] = [:]
    /// The decisions about rights for single fonts.
    private(set) var fonts: [Right: [FontDigest: Bool]] = [:]
    /// The single fonts that the provider may use although it may not use all.
    private(set) var usableFonts: Set<FontDigest> = []

    /// Arranges the user's decisions by provider.
    ///
    /// - Parameters:
    ///   - records: The user's decisions.
    ///   - log: The log of providers that find fewer fonts than they may use.
    /// - Returns: The decisions by provider.
    static func byProvider(_ records: [GrantRecord], log: Logger) -> [ProviderIdentifier: ProviderGrants] {
        var grants = records.reduce(into: [ProviderIdentifier: ProviderGrants]()) { grants, grant in
            if let font = grant.font {
                grants[grant.provider, default: Self()].fonts[grant.right, default: [:]][font] = grant.isAllowed
            } else {
                grants[grant.provider, default: Self()].rights[grant.right] = grant.isAllowed
            }
        }
        for (provider, grant) in grants {
            var usable = (grant.fonts[.useInstalledFonts] ?? [:]).filter(\.value).map(\.key)
            if usable.count > FaceAudience.maximumFonts {
                // The service allows no more decisions, but a registry of another version may contain more.
                log.warning(
                    "A program may use more single fonts than can be, and finds some of them alone",
                    metadata: [
                        "provider": "\(provider)", "allowed": "\(usable.count)",
                        "found": "\(FaceAudience.maximumFonts)",
                    ])
                usable = Array(usable.sorted { $0.hexadecimal < $1.hexadecimal }.prefix(FaceAudience.maximumFonts))
            }
            grants[provider]?.usableFonts = Set(usable)
        }
        return grants
    }
}
