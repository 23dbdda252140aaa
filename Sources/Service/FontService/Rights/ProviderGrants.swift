internal import FontModel
internal import Logging
internal import Registry

/// What the user said of one provider, as it is looked up.
struct ProviderGrants: Sendable {
    /// Whether it has a right.
    private(set) var rights: [Right: Bool] = [:]
    /// Whether it has a right as far as a single font goes.
    private(set) var fonts: [Right: [FontDigest: Bool]] = [:]
    /// The single fonts that it may use although it may not use all.
    private(set) var usableFonts: Set<FontDigest> = []

    /// Arranges what the user said.
    ///
    /// - Parameters:
    ///   - records: What the user said.
    ///   - log: Where it is told that a provider finds less than it may use.
    /// - Returns: It by the providers.
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
                // No more can be said; a registry of another version may have more.
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
