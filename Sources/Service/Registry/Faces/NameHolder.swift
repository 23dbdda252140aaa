package import FontModel

/// The current holder of a PostScript name or full name: an enabled registration or a face of the system.
package struct NameHolder: Sendable, Hashable {
    /// The requested name, as `fontNameKey`.
    package var key: String
    /// Whether a named instance has the name, rather than the face itself.
    package var isInstance: Bool
    /// The source of the holder.
    package var source: FontSource
    /// The owner; `nil` for the system.
    package var provider: ProviderIdentifier?
    /// The registration; `nil` for the system.
    package var font: FontIdentifier?
    /// The content; `nil` for the system.
    package var digest: FontDigest?
    /// The path of the system's file; `nil` for a registration.
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
