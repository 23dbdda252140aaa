package import FontModel

/// Who has a PostScript name or a full name now: an enabled registration or a face of the system.
package struct NameHolder: Sendable, Hashable {
    /// The name asked for, as `fontNameKey`.
    package var key: String
    /// Whether a named instance has the name, and not the face itself.
    package var isInstance: Bool
    /// Where the holder comes from.
    package var source: FontSource
    /// The owner; `nil` for the system.
    package var provider: ProviderIdentifier?
    /// The registration; `nil` for the system.
    package var font: FontIdentifier?
    /// The content; `nil` for the system.
    package var digest: FontDigest?
    /// The file of the system; `nil` for ours.
    package var path: String?

    /// Creates a value.
    package init(
        key: String, isInstance: Bool = false, source: FontSource, provider: ProviderIdentifier? = nil,
        font: FontIdentifier? = nil,
        digest: FontDigest? = nil, path: String? = nil
    ) {
        self.key = key
        self.isInstance = isInstance
        self.source = source
        self.provider = provider
        self.font = font
        self.digest = digest
        self.path = path
    }
}
