/// Which programs find a registered font, while it is enabled.
package enum FontVisibility: String, Sendable, Hashable, CaseIterable {
    /// All programs: it is published where fontconfig looks.
    case session
    /// Those that may use installed fonts, by asking the service for it: it is never published.
    case granted
}
